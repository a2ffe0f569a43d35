import { randomUUID } from 'node:crypto'
import { may } from '@portreeve/contract/base/rights'
import type { Decision } from '@portreeve/contract/listings/review'
import type { held as contract, Held } from '@portreeve/contract/staff/held'
import { takeBackSeconds } from '@portreeve/contract/staff/held'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Call, CallOf, OperationKind } from '../core/call/context.ts'
import { hook } from '../core/call/hook.ts'
import type { Db } from '../core/database/db.ts'
import { withdraw } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { operations } from '../db/system-tables.ts'
import { reviewDecisions } from '../listings/listing-tables.ts'
import { secondLooks } from '../listings/second-looks/look-tables.ts'
import { heldActions } from './held-tables.ts'
import { beginHeld, heldSeconds } from './hold-times.ts'
import { nameOf } from './staff-name.ts'

export type HeldRow = typeof heldActions.$inferSelect

export type UndoCall = CallOf<typeof contract.undo>

/** How a held action is undone, and what the server does once its ten seconds are over. */
export interface HeldKind {
  /** Restores the rows to their earlier state, with the events of it, and returns how many. Refuses when it can restore none. */
  undo: (call: UndoCall, row: HeldRow) => Promise<number>
  settled?: (db: Db, subject: string) => Promise<unknown>
}

/** The kind of a held action: server/hooks.ts joins those of the subjects. */
export const heldKind = hook<(action: HeldRow['action']) => HeldKind>('heldKind')

/**
 * Records what a call changes, so that its caller can undo it for `takeBackSeconds`, and colleagues can take it back for
 * `takeBackDays`. An operation begins its further effects after the seconds. A call that changes nothing records nothing.
 * @returns its id; null when there is nothing to record
 */
export async function hold(
  call: Pick<Call, 'db' | 'staff' | 'job'>,
  done: Pick<HeldRow, 'action' | 'subject_kind' | 'subject_id' | 'title' | 'items'>,
): Promise<string | null> {
  if (done.items.length === 0) return null
  const id = `ha_${randomUUID()}`
  const { subject_kind, subject_id } = done
  const { operationId } = await beginHeld(call, { kind: 'held.apply', subject_kind, subject_id })
  await call.db.insert(heldActions).values({
    ...done,
    id,
    by_uid: call.staff.uid,
    by_name: nameOf(call.staff),
    at: new Date().toISOString(),
    operation_id: operationId,
  })
  return id
}

/** Ends the seconds in which its caller undoes a held action without a reason. Effects outside the server belong into `settled`. */
export const heldOperation: OperationKind = {
  run: async () => ({ reference: 'final' }),
  settled: async (operation, db) => {
    const [done] = await db
      .update(heldActions)
      .set({ applied_at: new Date().toISOString() })
      .where(and(eq(heldActions.operation_id, operation.id), isNull(heldActions.undone_at)))
      .returning({ action: heldActions.action, subject_id: heldActions.subject_id })
    if (done) await heldKind(done.action).settled?.(db, done.subject_id)
  },
  answer: () => null,
}

/** A held action of the caller, or for an admin of anyone, locked until the transaction ends. Refuses with not_found and refused. */
async function lockOwn({ db, staff }: Call, id: string): Promise<HeldRow> {
  const [row] = await db.select().from(heldActions).where(eq(heldActions.id, id)).for('update')
  if (!row) refuse('not_found', 'Nothing to undo', 'There is no such action.')
  if (row.by_uid !== staff.uid && !may(staff, 'work.lead'))
    refuse(
      'refused',
      'Not your action',
      `${row.by_name} did this. Only they or an admin can undo it or give its reason.`,
    )
  return row
}

/** Undoes a held action. Refuses when it is final. */
export async function undo(call: UndoCall, id: string): Promise<void> {
  const { db } = call
  const row = await lockOwn(call, id)
  if (row.undone_at) refuse('conflict', 'Nothing to undo', 'It was undone before.')
  if (!(await withdraw(db, row.operation_id, 'Undone')))
    refuse(
      'conflict',
      'Too late',
      `This can be undone for ${takeBackSeconds} seconds. After that it is taken back with a reason.`,
    )
  await heldKind(row.action).undo(call, row)
  await markUndone(db, id)
  call.did([row.subject_kind, row.subject_id], {
    before: { action: row.action, title: row.title, rows: row.items },
    after: { undone: row.action },
  })
}

const markUndone = (db: Db, id: string) =>
  db.update(heldActions).set({ undone_at: new Date().toISOString() }).where(eq(heldActions.id, id))

/** Stores the reason for the caller's own held action, also when it is final. */
export async function explain(
  call: CallOf<typeof contract.explain>,
  id: string,
  reason: string,
): Promise<void> {
  const row = await lockOwn(call, id)
  await call.db.update(heldActions).set({ reason }).where(eq(heldActions.id, id))
  const after = { action: row.action, title: row.title }
  call.did([row.subject_kind, row.subject_id], { after }, { reason })
}

/** At most a minute: the condition may be computed of operations that are due in years. */
const leftMs = sql<number>`least(60000, extract(epoch from ${operations.due_at} - now() - make_interval(secs => ${heldSeconds - takeBackSeconds})) * 1000)::int`

/** The same of a decision of a second look, which has no operation. */
const leftOfLook = sql<number>`floor(extract(epoch from given_at + make_interval(secs => ${takeBackSeconds}) - now()) * 1000)::int`

/** The title of a listing, or of the listing that is to be promoted. */
const titleOf = (kind: AnyPgColumn, id: AnyPgColumn) =>
  sql<string | null>`case ${kind} when 'listing' then (select title from posts where key = ${id})
    else (select post_title from promoted_posts where id = ${id}) end`

/** A bulk job has an undo of its own for all its rows. */
const canBeUndone = and(
  eq(operations.state, 'pending'),
  eq(operations.attempts, 0),
  sql`${leftMs} > 0`,
  sql`not ${operations.details} ? 'bulk'`,
)

/** The actions that a staff member can still undo, newest first: held actions, and decisions of Pending Review. */
export async function heldBy(db: Db, uid: string): Promise<Held[]> {
  const actions = await db
    .select({
      id: heldActions.id,
      action: heldActions.action,
      subject_kind: heldActions.subject_kind,
      subject_id: heldActions.subject_id,
      title: heldActions.title,
      reason: heldActions.reason,
      at: heldActions.at,
      left_ms: leftMs,
    })
    .from(heldActions)
    .innerJoin(operations, eq(operations.id, heldActions.operation_id))
    .where(
      and(eq(heldActions.by_uid, uid), sql`${heldActions.at} > now() - interval '1 minute'`, canBeUndone),
    )
  const decisions = await db
    .select({
      id: reviewDecisions.id,
      decision: reviewDecisions.decision,
      subject_kind: reviewDecisions.kind,
      subject_id: reviewDecisions.subject_id,
      title: titleOf(reviewDecisions.kind, reviewDecisions.subject_id),
      reason: reviewDecisions.message,
      at: reviewDecisions.at,
      left_ms: leftMs,
    })
    .from(reviewDecisions)
    .innerJoin(operations, eq(operations.id, reviewDecisions.operation_id))
    .where(
      and(
        eq(reviewDecisions.by_uid, uid),
        sql`${reviewDecisions.at} > now() - interval '1 minute'`,
        canBeUndone,
      ),
    )
  const looks = await db
    .select({
      id: secondLooks.id,
      decision: sql<Decision>`outcomes[cardinality(outcomes)]`,
      subject_kind: secondLooks.kind,
      subject_id: secondLooks.subject_id,
      title: titleOf(secondLooks.kind, secondLooks.subject_id),
      reason: secondLooks.message,
      at: sql<string>`${secondLooks.given_at}`.mapWith(secondLooks.given_at),
      left_ms: leftOfLook,
    })
    .from(secondLooks)
    .where(
      and(
        eq(secondLooks.state, 'given'),
        sql`by_uids[cardinality(by_uids)] = ${uid}`,
        sql`${leftOfLook} > 0`,
      ),
    )
  const decided = [...decisions, ...looks].map(({ decision, ...row }): Held => {
    const call = decision === 'approved' ? 'approve' : 'deny'
    return { ...row, action: row.subject_kind === 'listing' ? `posts.${call}` : `promotedPosts.${call}` }
  })
  // By their own times: what is left was read at two moments.
  return [...actions, ...decided].sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
}
