// Group: the desk: all open work in one list, the most urgent first. Staff read "Desk".

import { Currency } from '../base/currency.ts'
import { Cents, Cursor, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'
import { maxSnoozeDays } from '../conversations/inbox.ts'
import { maxNoteLength } from '../staff/notes.ts'
import { Class, type DeskKind, DeskWeights, deskKindNames, deskKinds, ReportReason } from './desk-ranking.ts'

/** The kinds whose assignee belongs to their own page: the desk shows and changes the same one. */
export const assignedAtSource: readonly DeskKind[] = ['conversation', 'dispute']

export const deskViews = ['all', 'mine', 'unassigned', 'snoozed'] as const
export type DeskView = (typeof deskViews)[number]

/** Minutes after which a claim expires unless the case's page renews it. */
export const claimMinutes = 15
/** Hours without a call after which a colleague counts as absent: the desk's others may take their cases. A weekend is shorter. */
export const absentHours = 72
/** Counts stop here. */
export const maxDeskCount = 1000
/** Cases that one call of `next` may leave out. */
export const maxSkipped = 100

const Kind = z.enum(deskKindNames)

/** Cases that one call hands over. */
export const maxHanded = 100

/** A case by its kind and id. */
export const CaseRef = z.strictObject({ kind: Kind, id: Id })
export type CaseRef = z.infer<typeof CaseRef>

/** The parts of a score, each in points. The score is their sum. */
export const scoreParts = ['deadline', 'money', 'reporters', 'reports', 'priority', 'waiting'] as const
export type ScorePart = (typeof scoreParts)[number]
const Points = z.object(
  Object.fromEntries(scoreParts.map((part) => [part, z.int()])) as Record<ScorePart, z.ZodInt>,
)

const Named = z.object({ uid: Id, name: text(1000).nullable() })

/** An open case with its score. */
export const DeskCase = z.object({
  kind: Kind,
  id: Id,
  score: z.int(),
  /** The score in fifths of the heaviest part's weight, rounded up, from 0 to 5. */
  level: z.int(),
  /**
   * The class: of reports, the one of the greatest harm among the open ones. A conversation has that of the open reports about or by
   * its person, if it comes before 'other'.
   */
  class: Class,
  /** The case is in the last band, whatever its class: it had no report, message, change or deadline for `backlog_days`. */
  backlog: z.boolean(),
  points: Points,
  /** The person whom it is about: the seller, the buyer or the reported person. */
  person: Named.nullable(),
  /** The other side of its transaction. */
  other: Named.nullable(),
  /** The path of the listing's picture. */
  picture: text(2000).nullable(),
  /** The listing's or the transaction's title. */
  title: text(1000).nullable(),
  listing: Id.nullable(),
  transaction: Id.nullable(),
  /** What is at stake; null for none. Without a currency (ISO 4217) it is in the environment's. */
  ...{ cents: Cents.nullable(), currency: Currency.optional() },
  opened_at: Time,
  deadline_at: Time.nullable(),
  /** Open reports and their reporters; 0 where the case is no report. */
  ...{ reports: z.int(), reporters: z.int() },
  /** Earlier reports of the same reporters that were handled, and those that were upheld. */
  handled: z.int(),
  upheld: z.int(),
  priority: z.enum(['normal', 'high', 'urgent']),
  /** Detail from the source record: the bank's reason, the kind of a request, the state of a failed operation, the first words that wait for an answer. */
  about: text(2000).nullable(),
  /** Whether the caller requested it and therefore may not decide it. */
  barred: z.boolean(),
  assignee: Named.nullable(),
  /** The colleague to whom it is assigned, who is away: the assignee stands in for them. */
  away: Named.nullable(),
  /** The absent colleague to whom it is assigned: no call for some days. Others may take it, as if it had no assignee. */
  absent: Named.nullable(),
  /** When the assignee's claim expires; null when it does not. */
  claimed_until: Time.nullable(),
  snoozed_until: Time.nullable(),
  /** Counts the changes of assignee and snooze. */
  version: z.int(),
})
export type DeskCase = z.infer<typeof DeskCase>

/** Open cases that the caller may decide, counted up to `maxDeskCount`: by kind, and by view. Kinds and views leave out snoozed cases. */
export const DeskCounts = z.object({
  kinds: z.partialRecord(Kind, z.int()),
  views: z.object(Object.fromEntries(deskViews.map((view) => [view, z.int()])) as Record<DeskView, z.ZodInt>),
})
export type DeskCounts = z.infer<typeof DeskCounts>

/** An event of the live topic 'desk': a case came, changed or left. Without an id, several did. */
export interface DeskEvent {
  kind: DeskKind
  id: string | null
}

/** Kinds separated by commas; all when missing. */
const kinds = text(500)
  .refine((list) => list.split(',').every((kind) => Object.hasOwn(deskKinds, kind)), 'names an unknown kind')
  .optional()

const ofCase = 'Refuses with not_found a case that is decided, or that the caller may not decide.'
const ofOther =
  'Refuses with conflict, naming the colleague, when another person has it. An admin takes it over; with If-Match, only if it still has that version.'

export const desk = {
  list: get('/v1/admin/desk', {
    // The permission depends on the kind: `deskKinds`.
    may: 'staff',
    about:
      'The open cases that the caller may decide, by class and within a class by score, 50 at a time, by view and kind. Not part of the spec.',
    query: z.strictObject({ view: z.enum(deskViews).optional(), kinds, cursor: Cursor }),
    data: z.array(DeskCase),
  }),
  counts: get('/v1/admin/desk_counts', {
    may: 'staff',
    about: `The number of cases by kind and view, counted up to ${maxDeskCount}. Not part of the spec.`,
    data: DeskCounts,
  }),
  get: get('/v1/admin/desk/{kind}/{id}', {
    may: 'staff',
    about: `One open case. ${ofCase} Not part of the spec.`,
    data: DeskCase,
  }),
  colleagues: get('/v1/admin/desk_colleagues/{kind}', {
    noPast: noPast.staff,
    may: 'staff',
    about:
      'The staff members who may decide cases of a kind that the caller may decide, by name, at most 500. Not part of the spec.',
    data: z.array(z.object({ uid: Id, name: text(1000) })),
  }),
  take: post('/v1/admin/desk/{kind}/{id}/take', {
    may: 'staff',
    deed: {},
    tells: ['desk', 'inbox', 'transactions'],
    about: `Gives a case to the caller: a conversation or a dispute is assigned to them, another case is claimed for ${claimMinutes} minutes. ${ofOther} ${ofCase} Not part of the spec.`,
    data: DeskCase,
  }),
  look: post('/v1/admin/desk/{kind}/{id}/look', {
    may: 'staff',
    deed: null,
    tells: ['desk'],
    about: `Claims a free case whose page the caller has open, or renews their claim, for ${claimMinutes} minutes. Changes nothing of a conversation, a dispute, or a case that another person has. Changes no record, so it is not audited. ${ofCase} Not part of the spec.`,
    data: DeskCase,
  }),
  release: post('/v1/admin/desk/{kind}/{id}/release', {
    may: 'staff',
    deed: {},
    tells: ['desk', 'inbox', 'transactions'],
    about: `Gives up a case of the caller. ${ofOther} Refuses with conflict a case that no one has. ${ofCase} Not part of the spec.`,
    data: DeskCase,
  }),
  hand: post('/v1/admin/desk/{kind}/{id}/hand', {
    may: 'staff',
    deed: {},
    tells: ['desk', 'inbox', 'transactions', 'notes'],
    about: `Assigns a case to a colleague; a note may go with it. Refuses with refused a colleague who may not decide it. ${ofOther} ${ofCase} Not part of the spec.`,
    body: z.strictObject({ uid: Id, note: text(maxNoteLength).optional() }),
    data: DeskCase,
  }),
  handMany: post('/v1/admin/desk_hand', {
    may: 'staff',
    deed: {},
    tells: ['desk', 'inbox', 'transactions', 'notes'],
    about: `Assigns up to ${maxHanded} cases to a colleague, who is notified once; a note may go with them. Leaves a case as it is, and says why, that is decided, that the caller or the colleague may not decide, or that another person has and the caller is no admin. Not part of the spec.`,
    body: z.strictObject({
      cases: z.array(CaseRef).min(1, 'is empty').max(maxHanded, `has more than ${maxHanded} cases`),
      uid: Id,
      note: text(maxNoteLength).optional(),
    }),
    data: z.object({ handed: z.int(), left: z.array(CaseRef.extend({ words: text(1000) })) }),
  }),
  snooze: post('/v1/admin/desk/{kind}/{id}/snooze', {
    may: 'staff',
    deed: {},
    tells: ['desk', 'inbox', 'transactions'],
    about: `Takes a case out of the open views until a time, and releases the caller's claim. A conversation is snoozed in the team inbox. Null ends a snooze. Refuses with refused a time that is past or over ${maxSnoozeDays} days away. ${ofOther} ${ofCase} Not part of the spec.`,
    body: z.strictObject({ until: Time.nullable() }),
    data: DeskCase,
  }),
  next: post('/v1/admin/desk_next', {
    may: 'staff',
    deed: {},
    tells: ['desk', 'inbox', 'transactions'],
    about:
      "Takes the first case in the order of the list that is open and free, or the caller's own; null when there is none. Two callers never get the same one. `skip` leaves cases out, and releases the caller's claims on them. Not part of the spec.",
    body: z.strictObject({
      kinds: z.array(Kind).max(deskKindNames.length).optional(),
      skip: z.array(CaseRef).max(maxSkipped).optional(),
    }),
    data: DeskCase.nullable(),
  }),
  weights: get('/v1/admin/desk_weights', {
    noPast: noPast.now,
    may: 'desk.weights',
    about: 'The weights of the score. Not part of the spec.',
    data: DeskWeights,
  }),
  saveWeights: patch('/v1/admin/desk_weights', {
    may: 'desk.weights',
    deed: { topic: 'desk' },
    about: 'Changes weights and computes every score again. Not part of the spec.',
    body: z.strictObject({ ...DeskWeights.partial().shape }),
    wholeRecord: true,
    data: DeskWeights,
  }),
  preview: get('/v1/admin/desk_preview', {
    may: 'desk.weights',
    about:
      'The first ten cases by the saved weights and by others, which are not saved. Missing weights are the saved ones; as of an earlier moment, the saved weights are those of now. Not part of the spec.',
    query: z.strictObject(
      Object.fromEntries(
        Object.keys(DeskWeights.shape).map((name) => [
          name,
          text(12)
            .refine((value) => /^\d+$/.test(value), 'is no whole number')
            .optional(),
        ]),
      ) as Record<keyof DeskWeights, z.ZodOptional<z.ZodString>>,
    ),
    data: z.object({ before: z.array(DeskCase), after: z.array(DeskCase) }),
  }),
  reasons: get('/v1/admin/report_reasons', {
    may: 'desk.weights',
    about:
      'The reasons of open reports and those with a chosen class, the most frequent first, at most 500. Not part of the spec.',
    data: z.array(ReportReason),
  }),
  saveReason: patch('/v1/admin/report_reasons', {
    may: 'desk.weights',
    deed: { topic: 'desk' },
    about:
      'Chooses the class of a reason; null leaves it to the words of the reason again. All cases with such a report move at once. Not part of the spec.',
    body: z.strictObject({ reason: text(500), class: Class.nullable() }),
    data: ReportReason,
  }),
}
