import { Cursor, get, Id, post, Time, text } from '../base/endpoint.ts'
import { withoutPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'

/** Actions of one plan at most. */
export const maxPlanRows = 10_000

/** More actions than these within a day are undone only after a second person has approved the plan. */
export const undoneAlone = 20

/** Whose actions a plan undoes: a colleague's, a program's or a rule's by its name in the audit, a bulk job's, those on one record, or everyone's. */
export const UndoOf = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('staff'), id: Id }),
  z.strictObject({ kind: z.literal('program'), id: text(100) }),
  z.strictObject({ kind: z.literal('job'), id: Id }),
  z.strictObject({ kind: z.literal('record'), record: text(100), id: Id }),
  z.strictObject({ kind: z.literal('everyone') }),
])
export type UndoOf = z.infer<typeof UndoOf>

/**
 * How an action stands. 'can': it can be undone. 'newer': newer work keeps it. 'final': nothing undoes it. 'undone': it is undone
 * already. 'nothing': it changed nothing that could be undone.
 */
export const undoStandings = ['can', 'newer', 'final', 'undone', 'nothing'] as const
export type UndoStanding = (typeof undoStandings)[number]

const Named = z.object({ uid: Id, name: text(1000).nullable() })

export const UndoPlan = z.object({
  id: Id,
  of: UndoOf,
  /** The name of the colleague. */
  name: text(1000).nullable(),
  from: Time.nullable(),
  to: Time.nullable(),
  reason: text(2000),
  by: Named,
  made_at: Time,
  /** The actions of each standing, when the plan was made. */
  counts: z.object(
    Object.fromEntries(undoStandings.map((one) => [one, z.int()])) as Record<UndoStanding, z.ZodInt>,
  ),
  /** Whether a second person has to approve it: more than `undoneAlone` actions, with those that its maker has undone alone within a day. */
  needs_second: z.boolean(),
  approved: Named.extend({ at: Time }).nullable(),
  /** The job that undoes; null before. `bulk.get` says how far it is. */
  job_id: Id.nullable(),
})
export type UndoPlan = z.infer<typeof UndoPlan>

/** An action of a plan. */
export const UndoRow = z.object({
  /** Its place: the newest action is the first. */
  at: z.int(),
  /** The entry of the audit log. */
  audit: z.int(),
  done_at: Time,
  by: Named,
  /** The name of the call, e.g. 'users.ban'. */
  action: text(200),
  subject: z.object({ kind: text(100), id: z.string(), name: text(1000).nullable() }).nullable(),
  standing: z.enum(undoStandings),
  /** What undoing it does, or why it cannot be undone. */
  words: text(2000),
  /** What can be done instead. */
  instead: text(2000).nullable(),
  /** The newer work that keeps it. */
  newer: z.object({ by: Named, at: Time, action: text(200) }).nullable(),
  /** Whom to tell: the people of the marketplace and the colleagues whom it concerns. */
  tell: z.array(z.object({ kind: z.enum(['user', 'staff']), id: Id, name: text(1000).nullable() })),
  /** How the job has ended for it; null before, and for what it leaves. */
  result: z
    .object({ state: z.enum(['pending', 'done', 'refused']), words: text(10_000).nullable() })
    .nullable(),
})
export type UndoRow = z.infer<typeof UndoRow>

/** Plans that undo the actions of a colleague, a job, a record or a span of time. Not part of the spec. */
export const undoPlans = withoutPast('log', {
  list: get('/v1/admin/undo_plans', {
    may: 'staff.read',
    about: 'The newest 50 plans. Not part of the spec.',
    data: z.array(UndoPlan),
  }),
  make: post('/v1/admin/undo_plans', {
    may: 'staff.manage',
    deed: {},
    about: `Makes a plan that undoes the actions of a colleague, a program, a bulk job, a record or everyone between two moments, up to ${maxPlanRows}: it names the undo of each, what newer work keeps it, and what is final. Changes nothing. Refuses with conflict when there is no action, and with refused when there are more. Not part of the spec.`,
    body: z.strictObject({
      of: UndoOf,
      /** At this time or later. */
      from: Time.optional(),
      /** Before this time. */
      to: Time.optional(),
      reason: text(2000).refine((value) => value.trim() !== '', 'is empty'),
    }),
    data: UndoPlan,
  }),
  get: get('/v1/admin/undo_plans/{id}', {
    may: 'staff.read',
    about: 'One plan. Not part of the spec.',
    data: UndoPlan,
  }),
  rows: get('/v1/admin/undo_plans/{id}/rows', {
    may: 'staff.read',
    about:
      'The actions of a plan, newest first, 200 at a time, or only those of one standing, with the results of its job. Not part of the spec.',
    query: z.strictObject({ standing: z.enum(undoStandings).optional(), cursor: Cursor }),
    data: z.array(UndoRow),
  }),
  approve: post('/v1/admin/undo_plans/{id}/approve', {
    may: 'staff.manage',
    deed: {},
    about: `Approves a plan that undoes more than ${undoneAlone} actions (with those its maker has undone alone within a day), as a second person. The approval ends with the right to give it. Refuses with forbidden its maker, the colleague whose work it undoes, and an account that the maker let in; with conflict a plan that needs none or has started. Not part of the spec.`,
    data: UndoPlan,
  }),
  run: post('/v1/admin/undo_plans/{id}/run', {
    may: 'staff.manage',
    deed: {},
    about: `Starts the job that undoes what can be undone, the newest action first, as the caller: the ordinary call for each, with its audit row and its result. Each action is checked again; newer work of anyone stays. The job is stopped and continued as bulk jobs are. Refuses with conflict a plan without a second person that needs one, and one that has started. Not part of the spec.`,
    data: UndoPlan,
  }),
})
