import { Cursor, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'
import { grounds, type MeasureKind, measureNames, restrictions } from './policies.ts'

/** The ids of the policies that a decision rests on. */
export const PolicyIds = z.array(Id).max(5, 'has more than 5 entries')

/** A policy as it was when the decision was made. */
export const Grounds = z.object({
  policy: Id,
  version: z.int(),
  name: text(200),
  words: text(5000),
  ground: z.enum(grounds),
  reference: text(500).nullable(),
})
export type Grounds = z.infer<typeof Grounds>

/** What led to a decision: a report, the review of what is new, a program, or work of staff on their own. */
export const measureSources = ['report', 'review', 'program', 'staff'] as const
export type MeasureSource = (typeof measureSources)[number]

/**
 * How a measure ended. 'time': its end came. 'lifted': staff ended it. 'undone': staff took the decision back, which was wrong.
 * 'replaced': another decision took its place.
 */
export const measureEnds = ['time', 'lifted', 'undone', 'replaced'] as const
export type MeasureEnd = (typeof measureEnds)[number]

/**
 * The states of an appeal. 'moot': the decision held no longer before anybody decided the appeal. The others are its outcomes:
 * the decision stands, is milder, or is taken back.
 */
export const appealOutcomes = ['upheld', 'changed', 'reversed'] as const
export type AppealOutcome = (typeof appealOutcomes)[number]
export const appealStates = ['open', ...appealOutcomes, 'moot'] as const
export type AppealState = (typeof appealStates)[number]

const Named = z.object({ uid: Id, name: text(1000).nullable() })

/** What a measure can be about. */
export const measureSubjects = ['user', 'listing', 'promotion', 'transaction', 'question'] as const
export type MeasureSubject = (typeof measureSubjects)[number]

/** A measure with its statement of reasons: exactly one for each. */
export const Measure = z.object({
  id: Id,
  kind: z.enum(measureNames),
  subject: z.object({ kind: z.enum(measureSubjects), id: Id, title: text(1000).nullable() }),
  /** The person whom it affects. */
  uid: Id,
  grounds: z.array(Grounds),
  /** The facts, as the person reads them. */
  reason: text(10_000).nullable(),
  source: z.enum(measureSources),
  by: Named.nullable(),
  at: Time,
  /** When it ends by itself; null: not by itself. */
  until: Time.nullable(),
  /** When the person was told; null: not yet, or by the marketplace alone. */
  told_at: Time.nullable(),
  ended: z.object({ at: Time, how: z.enum(measureEnds), by: Named.nullable() }).nullable(),
  /** The newest appeal against it. */
  appeal: z.object({ id: Id, state: z.enum(appealStates) }).nullable(),
})
export type Measure = z.infer<typeof Measure>

const Until = Time.nullable()

/** The measures on an account whose end can be moved. */
export const hasEnd = (kind: MeasureKind): boolean =>
  kind === 'blocked' || kind === 'no_listing' || kind === 'no_messages' || kind === 'no_payouts'

/** Whether a person can appeal against a measure: they were told of it, and it holds. */
export const canAppeal = ({ told_at, ended }: Pick<Measure, 'told_at' | 'ended'>): boolean =>
  told_at !== null && ended === null

/** Measures between nothing and a block, and the statements of all (docs/fair-decisions.md). Not part of the spec. */
export const measures = {
  of: get('/v1/admin/users/{uid}/measures', {
    may: 'users.read',
    about:
      'The measures about a person and their listings, newest first, 50 at a time. Those without an end are in force. Not part of the spec.',
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(Measure),
  }),
  choose: get('/v1/admin/policies/for/{kind}/{id}', {
    may: 'policies.read',
    about:
      "The policy that a decision about a person (user) or a listing rests on unless its caller chooses: that of the open reports' greatest harm; null without one. Not part of the spec.",
    data: z.object({ policy: Id.nullable() }),
  }),
  restrict: post('/v1/admin/users/{uid}/measures', {
    may: 'users.block',
    deed: { subject: 'user', event: 'user.restricted', topic: 'users' },
    about:
      'Restricts an account in one way, or warns the person, with an end or without one. A restriction of the same kind that is in force is replaced. Refuses with malformed an end that is over, and the end of a warning. Not part of the spec.',
    body: z.strictObject({
      kind: z.enum(namesOf(restrictions)),
      policies: PolicyIds,
      reason: text(10_000),
      until: Until,
    }),
    data: Measure,
  }),
  change: patch('/v1/admin/measures/{id}', {
    may: 'users.block',
    deed: { subject: 'user', event: 'user.restricted', topic: 'users' },
    about:
      'Lengthens or shortens a block or a restriction; null: it does not end by itself. Refuses with conflict one that has ended. Not part of the spec.',
    emits: ['user.blocked'],
    body: z.strictObject({ until: Until }),
    data: Measure,
  }),
  end: post('/v1/admin/measures/{id}/end', {
    may: 'users.block',
    deed: { subject: 'user', event: 'user.restriction_ended', topic: 'users' },
    about:
      'Ends a restriction or takes a warning back; the person is told, unless they were not told of it yet: then it is as if it had never been, and null is returned. A block is ended by unblocking. Refuses with conflict one that has ended. Not part of the spec.',
    body: z.strictObject({ reason: text(2000).min(1, 'is empty') }),
    data: Measure.nullable(),
  }),
}
