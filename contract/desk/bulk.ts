import { Cursor, type Endpoint, get, Id, post, Time, text } from '../base/endpoint.ts'
import { withoutPast } from '../base/no-past.ts'
import { namesOf } from '../base/own.ts'
import type { Permission } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import { maxMessageLength } from '../conversations/conversations.ts'
import { InboxActions, inbox, inboxViews, maxTagLength } from '../conversations/inbox.ts'
import { collections } from '../listings/collections.ts'
import { listingReports } from '../listings/listing-reports.ts'
import { posts } from '../listings/posts.ts'
import { promotedPosts } from '../listings/promoted-posts.ts'
import { Denial } from '../listings/review.ts'
import { shipping } from '../money/shipping.ts'
import { transactions } from '../money/transactions.ts'
import { userReports } from '../people/user-reports.ts'
import { users } from '../people/users.ts'
import { takeBackSeconds } from '../staff/held.ts'
import { undoPlans } from './undo-plans.ts'

/** Rows of one job at most, and rows that a caller can name one by one. */
export const maxBulkRows = 100_000
export const maxBulkIds = 10_000

/** The kinds of records that jobs are about. */
export type BulkKind = (typeof bulkKinds)[number]
export const bulkKinds = [
  ...(['user', 'listing', 'promotion', 'conversation'] as const),
  ...(['ship_label', 'transaction', 'action'] as const),
] as const

/**
 * The actions for many rows by the name of the call for one row, whose permission they need. `canUndo`: 'before' where nothing can be
 * undone once it is done, so that the job waits before its first row. `canUndoLater`: rows of an ended job are undone.
 */
export const bulkActions = {
  'userReports.resolve': { call: userReports.resolve, kind: 'user', canUndo: true, canUndoLater: true },
  'listingReports.ignore': {
    call: listingReports.ignore,
    kind: 'listing',
    canUndo: true,
    canUndoLater: true,
  },
  'posts.approve': { call: posts.approve, kind: 'listing', canUndo: true, canUndoLater: true },
  'posts.deny': { call: posts.deny, kind: 'listing', canUndo: true, canUndoLater: true },
  'posts.remove': { call: posts.remove, kind: 'listing', canUndo: true, canUndoLater: true },
  'promotedPosts.approve': { call: promotedPosts.approve, kind: 'promotion', canUndo: true },
  'promotedPosts.deny': { call: promotedPosts.deny, kind: 'promotion', canUndo: true },
  'inbox.act': { call: inbox.act, kind: 'conversation', canUndo: false },
  'inbox.answer': { call: inbox.answer, kind: 'conversation', canUndo: 'before' },
  'users.ban': { call: users.ban, kind: 'user', canUndo: true, canUndoLater: true },
  'shipping.cancelLabel': { call: shipping.cancelLabel, kind: 'ship_label', canUndo: false },
  'collections.addItem': { call: collections.addItem, kind: 'listing', canUndo: false },
  // The server starts it for a money plan. `bulk.start` does not.
  'transactions.cancel': { call: transactions.cancel, kind: 'transaction', canUndo: false },
  'undoPlans.run': { call: undoPlans.run, kind: 'action', canUndo: false },
} as const satisfies Record<
  string,
  { call: Endpoint; kind: BulkKind; canUndo: boolean | 'before'; canUndoLater?: true }
>
export type BulkAction = keyof typeof bulkActions

/** Whether any rows of an ended job can be undone, by colleagues with its permission. */
export const canUndoRows = ({ action, state }: Pick<BulkJob, 'action' | 'state'>): boolean =>
  'canUndoLater' in bulkActions[action] && state !== 'running' && state !== 'undoing'

/** The permission of an action: each single call has one. */
export const bulkPermission = (action: BulkAction) => bulkActions[action].call.may as Permission

const actionNames = namesOf(bulkActions)

/** The permission of each action, for those who may see its jobs. */
export const bulkRights = Object.fromEntries(
  actionNames.map((action) => [action, bulkPermission(action)]),
) as Record<BulkAction, Permission>

/** A job has come further. `kind` is its action, by whose permission the event is shown. */
export type BulkEvent = { id: string; kind: BulkAction }

/** A row in sight of the caller. `version` and `seen` are those of the single call's If-Match header and body. */
const BulkChoice = z.strictObject({
  id: Id,
  version: z.int().optional(),
  seen: z.array(Id).max(10_000).optional(),
})
export type BulkChoice = z.infer<typeof BulkChoice>

const ids = z.array(BulkChoice).min(1, 'is empty').max(maxBulkIds, `has more than ${maxBulkIds}`)

const inboxFilter = {
  view: z.enum(inboxViews).optional(),
  tag: text(maxTagLength).optional(),
  account: Id.optional(),
  assignee: Id.optional(),
}
/** The query of the list of all listings; without it, the listings that wait for review. */
const listingFilter = { listings: text(500).optional() }
const ListingFilter = z.strictObject(listingFilter)
const Listed = ListingFilter.required()
const InboxFilter = z.strictObject(inboxFilter)
/** The filters of the lists that have some. */
export type BulkFilter = z.infer<typeof InboxFilter> & z.infer<typeof ListingFilter>

const Nothing = z.strictObject({})
const Collects = z.strictObject({ collection: Id })
const Blocks = z.strictObject({ ban_reason: text(10_000) })
const Acts = z.strictObject({ actions: InboxActions })
const UndoneRows = z.strictObject({
  rows: z.array(z.int()).min(1, 'is empty').max(maxBulkIds),
  reason: text(2000).min(1, 'is empty'),
})
const chosen = { rows: z.strictObject({ ids }) }
/** The chosen rows, or all rows that match a list's filter now, if they are not more than the total that the caller saw. */
const chosenOrAll = <F extends z.ZodType>(filter: F) => ({
  rows: z.union([z.strictObject({ ids }), z.strictObject({ all: filter, total: z.int().min(1) })]),
})

/** An action with its own input and its rows. */
export const BulkStart = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('userReports.resolve'), input: Nothing, ...chosenOrAll(Nothing) }),
  z.strictObject({ action: z.literal('listingReports.ignore'), input: Nothing, ...chosenOrAll(Nothing) }),
  z.strictObject({ action: z.literal('posts.approve'), input: Nothing, ...chosenOrAll(ListingFilter) }),
  z.strictObject({ action: z.literal('posts.deny'), input: Denial, ...chosenOrAll(ListingFilter) }),
  z.strictObject({ action: z.literal('posts.remove'), input: Nothing, ...chosenOrAll(Listed) }),
  z.strictObject({ action: z.literal('promotedPosts.approve'), input: Nothing, ...chosenOrAll(Nothing) }),
  z.strictObject({
    action: z.literal('promotedPosts.deny'),
    input: Denial.partial(),
    ...chosenOrAll(Nothing),
  }),
  z.strictObject({ action: z.literal('inbox.act'), input: Acts, ...chosenOrAll(InboxFilter) }),
  z.strictObject({
    action: z.literal('inbox.answer'),
    /** The text has variables of each conversation: `outbound.values`. */
    input: z.strictObject({ text: text(maxMessageLength), actions: InboxActions.optional() }),
    ...chosenOrAll(InboxFilter),
  }),
  z.strictObject({ action: z.literal('users.ban'), input: Blocks, ...chosen }),
  z.strictObject({ action: z.literal('shipping.cancelLabel'), input: Nothing, ...chosen }),
  z.strictObject({ action: z.literal('collections.addItem'), input: Collects, ...chosen }),
])
export type BulkStart = z.infer<typeof BulkStart>

/**
 * The states of a job. A stopped job can be continued. 'undoing': its rows are being undone; 'undone': that has ended.
 */
export const bulkStates = ['running', 'stopped', 'done', 'undoing', 'undone'] as const

/** How far a job is. */
export const BulkJob = z.object({
  id: Id,
  action: z.enum(actionNames),
  state: z.enum(bulkStates),
  /** Why the server stopped it; null when a person did. */
  words: text(1000).nullable(),
  total: z.int(),
  /** Rows that are done, and were not undone. */
  done: z.int(),
  refused: z.int(),
  undone: z.int(),
  /** Rows that wait, to be done or undone. */
  pending: z.int(),
  by: z.object({ uid: Id, name: text(1000).nullable() }),
  created_at: Time,
  /** When it was done, undone or stopped last. */
  ended_at: Time.nullable(),
  /** The milliseconds in which the caller can undo it; null when they cannot. A duration, because the browser's clock may be wrong. */
  undo_left_ms: z.int().nullable(),
})
export type BulkJob = z.infer<typeof BulkJob>

/** The states of a row. 'kept': it is done, and its undo was refused. */
export const bulkRowStates = ['pending', 'done', 'refused', 'undone', 'kept'] as const

/** The result of one row. */
export const BulkRow = z.object({
  at: z.int(),
  kind: z.enum(bulkKinds),
  id: Id,
  /** The person's name, the title of the listing or the transaction, or a label's tracking number. */
  name: text(1000).nullable(),
  /** A label's transaction, or the cancelled one. */
  transaction_id: Id.nullable(),
  state: z.enum(bulkRowStates),
  /** The refusal of the single call. */
  words: text(10_000).nullable(),
})
export type BulkRow = z.infer<typeof BulkRow>

const needed = "Needs the permission of the action's single call."
const own = 'Refuses with refused another person’s job.'
/** Jobs that do one action to many rows. Not part of the spec. */
export const bulk = withoutPast('log', {
  start: post('/v1/admin/bulk_jobs', {
    // The permission depends on the action: `bulkActions`.
    may: 'staff',
    deed: {},
    about: `Does one action to up to ${maxBulkIds} named rows, or to all that match a list's filter, up to ${maxBulkRows}. The server runs the single call for each row, with the caller's permissions at that moment, its own audit row and its own result, and goes on after a restart. Answers wait for ${takeBackSeconds} seconds before the first of them is sent. ${needed} Refuses with conflict when more rows match than the \`total\` that the caller saw, or none. Not part of the spec.`,
    body: BulkStart,
    data: BulkJob,
  }),
  matches: get('/v1/admin/bulk_matches', {
    may: 'staff',
    about: `The number of rows that match a list's filter now. ${needed} Not part of the spec.`,
    query: z.strictObject({ action: z.enum(actionNames), ...inboxFilter, ...listingFilter }),
    data: z.object({ total: z.int() }),
  }),
  mine: get('/v1/admin/bulk_jobs', {
    may: 'staff',
    about: 'The newest 20 jobs of the caller. Not part of the spec.',
    data: z.array(BulkJob),
  }),
  get: get('/v1/admin/bulk_jobs/{id}', {
    may: 'staff',
    about: `How far a job is. ${needed} Not part of the spec.`,
    data: BulkJob,
  }),
  rows: get('/v1/admin/bulk_jobs/{id}/rows', {
    may: 'staff',
    about: `The results of a job's rows in their order, 200 at a time, or only those in one state. ${needed} Not part of the spec.`,
    query: z.strictObject({ state: z.enum(bulkRowStates).optional(), cursor: Cursor }),
    data: z.array(BulkRow),
  }),
  stop: post('/v1/admin/bulk_jobs/{id}/stop', {
    may: 'staff',
    deed: { topic: 'bulk' },
    about: `Stops a running job after its current row. ${needed} Not part of the spec.`,
    data: BulkJob,
  }),
  resume: post('/v1/admin/bulk_jobs/{id}/continue', {
    may: 'staff',
    deed: { topic: 'bulk' },
    about: `Continues a stopped job with the rows that wait. ${own} Not part of the spec.`,
    data: BulkJob,
  }),
  undo: post('/v1/admin/bulk_jobs/{id}/undo', {
    may: 'staff',
    deed: { topic: 'bulk' },
    about: `Stops a job and undoes what it has done, row by row, as the single call's own undo does: while it runs, and for ${takeBackSeconds} seconds after its end; answers, before the first of them is sent. ${own} Not part of the spec.`,
    data: BulkJob,
  }),
  undoRows: post('/v1/admin/bulk_jobs/{id}/undo_rows', {
    may: 'staff',
    deed: { topic: 'bulk' },
    about: `Undoes rows of an ended job that are done, by their places, with a reason: any of them, by any colleague, while the job is kept (30 days). Each row is undone by the caller's own call, with its audit row and its result; what a colleague has changed since is kept. ${needed} Refuses with conflict a job that runs, one of an action that cannot be undone later, and rows of which none is done. Not part of the spec.`,
    body: UndoneRows,
    data: BulkJob,
  }),
})
