import { valuesOf } from '@portreeve/contract/conversations/facts'
import { fill, unfilled, unfilledWords } from '@portreeve/contract/conversations/variables'
import type { BulkAction, BulkStart } from '@portreeve/contract/desk/bulk'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { readValues } from '../conversations/conversation-values.ts'
import type { Input } from '../core/call/parts.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { operations } from '../db/system-tables.ts'
import { promotedPosts, reviewDecisions } from '../listings/listing-tables.ts'
import { lockTransaction } from '../money/orders/transaction-records.ts'
import { banReasons, users } from '../people/people-tables.ts'
import { heldActions } from '../staff/held-tables.ts'
import type { bulkRows } from './bulk-tables.ts'

type Row = typeof bulkRows.$inferSelect
type InputOf<A extends BulkStart['action']> = Extract<BulkStart, { action: A }>['input']
/** The single call of a row: the name of its endpoint, and its input. */
export interface SingleCall {
  name: string
  input: Input
  /** The deleted record that the call makes again. */
  again?: { id: string; created_at?: string }
}

/** The reason of sales that a job cancels. */
export interface CancelReason {
  reason: string
}

const inputOf = (row: Row, params: Record<string, string>, body?: unknown): Input => ({
  params,
  query: {},
  body,
  expected: row.version ?? undefined,
})
const byId = (row: Row, body?: unknown) => inputOf(row, { id: row.subject_id }, body)
const seenOf = ({ seen }: Row) => (seen ? { seen } : {})

/** The requester, whom the call of the specification names (API-53, API-54). */
async function requester(db: Db, { subject_id }: Row): Promise<string> {
  const [row] = await db
    .select({ uid: promotedPosts.owner_uid })
    .from(promotedPosts)
    .where(eq(promotedPosts.id, subject_id))
  return row?.uid ?? refuse('not_found', 'No such request', 'There is no such promoted-post request.')
}

/**
 * Locks a sale that a job cancels, and its seller. A job may be continued days later: refuses with conflict a sale that has arrived or was
 * paid out since, and one whose seller is not blocked any more.
 */
async function refuseUnplanned(db: Db, { subject_id }: Row): Promise<void> {
  const { shipping_status, payout_status, seller_uid } = await lockTransaction(db, subject_id)
  if (shipping_status === 1 || payout_status !== 2)
    refuse('conflict', 'Not refunded', 'The buyer has it, or the seller was paid, since the job began.')
  const [seller] = await db
    .select({ isBanned: users.isBanned })
    .from(users)
    .where(eq(users.uid, seller_uid))
    .for('share')
  if (!seller?.isBanned) refuse('conflict', 'Not refunded', 'The seller is not blocked any more.')
}

/** The text for a conversation. Refuses with refused, and names, the variables that it has no value for. */
async function filledFor(db: Db, { subject_id: id }: Row, text: string): Promise<string> {
  const [facts] = await readValues(db, sql`select ${id}::text as id, 1 as place`)
  const values = valuesOf(facts ?? {})
  const missing = unfilled(values, text)
  if (facts && missing.length > 0) refuse('refused', 'Not filled in', unfilledWords(missing))
  return fill(text, values)
}

/** The input of each action's single call. */
const inputs: {
  readonly [A in BulkStart['action']]: (row: Row, input: InputOf<A>, db: Db) => Input | Promise<Input>
} & {
  readonly 'transactions.cancel': (row: Row, reason: CancelReason, db: Db) => Promise<Input>
} = {
  'userReports.resolve': (row) =>
    inputOf(row, { uid: row.subject_id }, { status: 'resolved', ...seenOf(row) }),
  'listingReports.ignore': (row) => byId(row, { status: 'ignored', ...seenOf(row) }),
  'posts.approve': (row) => byId(row),
  'posts.deny': byId,
  'posts.remove': (row) => byId(row),
  'promotedPosts.approve': async (row, _input, db) => byId(row, { data: await requester(db, row) }),
  'promotedPosts.deny': async (row, { message }, db) =>
    byId(row, { data: await requester(db, row), ...(message && { message }) }),
  'inbox.act': byId,
  'inbox.answer': async (row, { text, actions }, db) =>
    byId(row, {
      text: await filledFor(db, row, text),
      ...(row.seen && { seen: row.seen[0] ?? null }),
      ...(actions && { actions }),
    }),
  'users.ban': (row, body) => inputOf(row, { uid: row.subject_id }, body),
  'shipping.cancelLabel': (row) => byId(row),
  'collections.addItem': ({ subject_id, ...row }, { collection }) =>
    inputOf({ ...row, subject_id }, {}, { item_id: subject_id, collection }),
  'transactions.cancel': async (row, reason, db) => {
    await refuseUnplanned(db, row)
    // The sale is unpaid: nothing is taken back from the seller.
    return {
      ...byId(row),
      query: { charge_seller: false, show_cancellation_in_seller_reviews: false, ...reason },
    }
  },
}

export const callOf = async (
  db: Db,
  action: Exclude<BulkAction, 'undoPlans.run'>,
  input: unknown,
  row: Row,
): Promise<SingleCall> => ({
  name: action,
  input: await (inputs[action] as (row: Row, input: unknown, db: Db) => Input | Promise<Input>)(
    row,
    input,
    db,
  ),
})

/**
 * The call that undoes what a job has done to a row. Refuses with conflict what cannot be undone any more.
 * @param reason of a colleague who undoes rows of an ended job; null: its starter undoes the job at once
 */
export async function undoOf(
  db: Db,
  action: BulkAction,
  row: Row,
  reason: string | null,
): Promise<SingleCall> {
  const again = { ...row, version: null }
  const later = reason === null ? undefined : { reason }
  switch (action) {
    case 'userReports.resolve':
    case 'listingReports.ignore':
    case 'posts.remove': {
      const params = { id: await heldBy(db, row) }
      return { name: later ? 'held.takeBack' : 'held.undo', input: inputOf(again, params, later) }
    }
    case 'posts.approve':
    case 'posts.deny':
      if (later) await refuseDecidedAgain(db, row)
      return { name: later ? 'listings.reopen' : 'posts.takeBack', input: byId(again, later) }
    case 'promotedPosts.approve':
    case 'promotedPosts.deny':
      return { name: 'promotedPosts.takeBack', input: byId(again) }
    case 'users.ban':
      await refuseBlockedAgain(db, row)
      return { name: 'users.unban', input: inputOf(again, { uid: row.subject_id }) }
    default:
      return refuse('conflict', 'No undo', 'This cannot be undone.')
  }
}

/** The held action of a row. A row whose reports a colleague had handled has none. */
async function heldBy(db: Db, { job_id, subject_kind, subject_id }: Row): Promise<string> {
  const [row] = await db
    .select({ id: heldActions.id })
    .from(heldActions)
    .innerJoin(operations, eq(operations.id, heldActions.operation_id))
    .where(
      and(
        sql`${heldActions.subject_kind} = ${subject_kind}`,
        eq(heldActions.subject_id, subject_id),
        sql`${operations.details} ->> 'bulk' = ${job_id}`,
        isNull(heldActions.undone_at),
      ),
    )
  return row?.id ?? refuse('conflict', 'Nothing to undo', 'The job changed nothing here.')
}

/** A later decision is its reviewer's own and stays. */
async function refuseDecidedAgain(db: Db, { subject_id, settled_at }: Row) {
  const [newest] = await db
    .select({ at: reviewDecisions.at, by: reviewDecisions.by_name })
    .from(reviewDecisions)
    .where(
      and(
        eq(reviewDecisions.kind, 'listing'),
        eq(reviewDecisions.subject_id, subject_id),
        isNull(reviewDecisions.taken_back_at),
      ),
    )
    .orderBy(desc(reviewDecisions.at))
    .limit(1)
  if (newest && settled_at && newest.at > settled_at)
    refuse('conflict', 'Decided again', `${newest.by} has decided about this listing since.`)
}

/** A later block has a reason of its own and stays. */
async function refuseBlockedAgain(db: Db, { subject_id, settled_at }: Row) {
  const [newest] = await db
    .select({ at: banReasons.created_at })
    .from(banReasons)
    .where(eq(banReasons.uid, subject_id))
    .orderBy(desc(banReasons.created_at))
    .limit(1)
  if (newest && settled_at && newest.at > settled_at)
    refuse('conflict', 'Blocked again', 'This account was blocked again since.')
}
