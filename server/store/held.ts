import { randomUUID } from 'node:crypto'
import type { Emits } from '@portreeve/contract/base/endpoint'
import type { held as contract, Held } from '@portreeve/contract/staff/held'
import { takeBackSeconds } from '@portreeve/contract/staff/held'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Call, OperationKind } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { begin, withdraw } from '../core/operations.ts'
import { refuse } from '../core/refuse.ts'
import { listingReports, posts, promotedPosts, reviewDecisions } from '../db/content.ts'
import { userReports } from '../db/people.ts'
import { heldActions, operations } from '../db/system.ts'
import { ofJob, parkedSeconds } from './bulk-holds.ts'
import { wakePayoutsOf } from './payout-schedule.ts'
import { heldSeconds, nameOf, words } from './review.ts'
import { publishToReviewers } from './review-events.ts'
import { blockAgain, blockOf } from './user-block.ts'

type Row = typeof heldActions.$inferSelect

/** Restores the rows of a held action to their earlier state. */
const putBack: Record<Row['action'], (db: Db, items: string[]) => Promise<unknown>> = {
  'posts.remove': (db, items) => db.update(posts).set({ deleted_at: null }).where(inArray(posts.key, items)),
  'listingReports.ignore': (db, items) =>
    db
      .update(listingReports)
      .set({ status: 'open' })
      .where(and(inArray(listingReports.id, items), eq(listingReports.status, 'ignored'))),
  'userReports.resolve': (db, items) =>
    db
      .update(userReports)
      .set({ status: 'open' })
      .where(and(inArray(userReports.id, items), eq(userReports.status, 'resolved'))),
  'users.unban': blockAgain,
}

/**
 * Records what a call has just changed, so that its caller can undo it for `takeBackSeconds`. After that an operation makes
 * it final. A call that changed nothing records nothing.
 */
export async function hold(
  { db, staff, job }: Call,
  done: Pick<Row, 'action' | 'subject_kind' | 'subject_id' | 'title' | 'items'>,
): Promise<void> {
  if (done.items.length === 0) return
  const id = `ha_${randomUUID()}`
  const { operationId } = await begin(
    db,
    { kind: 'held.apply', subject_kind: done.subject_kind, subject_id: done.subject_id, details: ofJob(job) },
    job ? parkedSeconds : heldSeconds,
  )
  await db.insert(heldActions).values({
    ...done,
    id,
    by_uid: staff.uid,
    by_name: nameOf(staff),
    at: new Date().toISOString(),
    operation_id: operationId,
  })
}

/** Makes a held action final. Effects outside the server belong into `settled`. */
export const heldOperation: OperationKind = {
  run: async () => ({ reference: 'final' }),
  settled: async (operation, db) => {
    const [done] = await db
      .update(heldActions)
      .set({ applied_at: new Date().toISOString() })
      .where(and(eq(heldActions.operation_id, operation.id), isNull(heldActions.undone_at)))
      .returning({ action: heldActions.action, subject_id: heldActions.subject_id })
    if (done?.action === 'users.unban') await wakePayoutsOf(db, done.subject_id)
  },
  answer: () => null,
}

/** A held action of the caller, or for an admin of anyone, locked until the transaction ends. Refuses with not_found and refused. */
async function lockOwn({ db, staff }: Call, id: string): Promise<Row> {
  const [row] = await db.select().from(heldActions).where(eq(heldActions.id, id)).for('update')
  if (!row) refuse('not_found', 'Nothing to undo', 'There is no such action.')
  if (row.by_uid !== staff.uid && staff.role !== 'admin')
    refuse(
      'refused',
      'Not your action',
      `${row.by_name} did this. Only they or an admin can undo it or give its reason.`,
    )
  return row
}

/** Undoes a held action. Refuses when it is final. */
export async function undo(
  call: Call<'review' | 'users', Emits<typeof contract.undo>>,
  id: string,
): Promise<void> {
  const { db } = call
  const row = await lockOwn(call, id)
  if (row.undone_at) refuse('conflict', 'Nothing to undo', 'It was undone before.')
  if (!(await withdraw(db, row.operation_id, 'Undone')))
    refuse('conflict', 'Too late', `This can be undone for ${takeBackSeconds} seconds. It is final now.`)
  await putBack[row.action](db, row.items)
  await db.update(heldActions).set({ undone_at: new Date().toISOString() }).where(eq(heldActions.id, id))
  if (row.action === 'posts.remove')
    publishToReviewers(call, { what: 'back', case: { kind: 'listing', id: row.subject_id } })
  for (const uid of await personOf(db, row)) {
    call.publish('users', { uid })
    if (row.action === 'posts.remove')
      call.emit('listing.restored', { listing_id: row.subject_id, seller_uid: uid })
  }
  const { subject_id, items: reports } = row
  if (row.action === 'listingReports.ignore')
    call.emit('listing_report.reopened', { listing_id: subject_id, reports })
  if (row.action === 'userReports.resolve') call.emit('user_report.reopened', { uid: subject_id, reports })
  if (row.action === 'users.unban') call.emit('user.blocked', await blockOf(db, subject_id))
  call.record({
    subject: [row.subject_kind, row.subject_id],
    before: { action: row.action, title: row.title, rows: row.items },
    after: { undone: row.action },
  })
}

/** The person whom a held action concerns: the reported one, or the owner of the listing. */
async function personOf(db: Db, { subject_kind, subject_id }: Row): Promise<string[]> {
  if (subject_kind === 'user') return [subject_id]
  const owners = await db.select({ uid: posts.creatorUID }).from(posts).where(eq(posts.key, subject_id))
  return owners.map(({ uid }) => uid)
}

/** Stores the reason for the caller's own held action, also when it is final. */
export async function explain(call: Call, id: string, reason: string): Promise<void> {
  const row = await lockOwn(call, id)
  await call.db.update(heldActions).set({ reason }).where(eq(heldActions.id, id))
  call.record({
    subject: [row.subject_kind, row.subject_id],
    reason,
    after: { action: row.action, title: row.title },
  })
}

const leftMs = sql<number>`(extract(epoch from ${operations.due_at} - now() - make_interval(secs => ${heldSeconds - takeBackSeconds})) * 1000)::int`

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
      title: sql<string | null>`coalesce(${posts.title}, ${promotedPosts.post_title})`,
      reason: reviewDecisions.message,
      at: reviewDecisions.at,
      left_ms: leftMs,
    })
    .from(reviewDecisions)
    .innerJoin(operations, eq(operations.id, reviewDecisions.operation_id))
    .leftJoin(posts, and(eq(reviewDecisions.kind, 'listing'), eq(posts.key, reviewDecisions.subject_id)))
    .leftJoin(
      promotedPosts,
      and(eq(reviewDecisions.kind, 'promotion'), eq(promotedPosts.id, reviewDecisions.subject_id)),
    )
    .where(
      and(
        eq(reviewDecisions.by_uid, uid),
        sql`${reviewDecisions.at} > now() - interval '1 minute'`,
        canBeUndone,
      ),
    )
  const decided = decisions.map(({ decision, ...row }): Held => {
    const call = decision === 'approved' ? 'approve' : 'deny'
    return { ...row, action: row.subject_kind === 'listing' ? `posts.${call}` : `promotedPosts.${call}` }
  })
  return [...actions, ...decided].sort((one, other) => other.left_ms - one.left_ms)
}

/** Who deleted a listing and when, as a sentence; null when that is not known any more. */
export async function whoDeleted(db: Db, key: string): Promise<string | null> {
  const [row] = await db
    .select({ by: heldActions.by_name, at: heldActions.at })
    .from(heldActions)
    .where(
      and(
        eq(heldActions.subject_kind, 'listing'),
        eq(heldActions.subject_id, key),
        eq(heldActions.action, 'posts.remove'),
        isNull(heldActions.undone_at),
      ),
    )
    .orderBy(desc(heldActions.at))
    .limit(1)
  return row ? `${row.by} deleted it on ${words(row.at)}.` : null
}

/** Writes the event of each deleted listing of a person. */
export const emitDeleted = (
  call: Call<never, 'listing.deleted'>,
  seller: string,
  keys: readonly string[],
) => {
  for (const key of keys) call.emit('listing.deleted', { listing_id: key, seller_uid: seller })
}

/**
 * Deletes every listing of a person whose row is locked, and returns the keys. Held deletions of their listings become
 * final, so that none of the listings comes back.
 */
export async function deletePostsOf(db: Db, uid: string): Promise<string[]> {
  const remove = async () =>
    (
      await db
        .update(posts)
        .set({ deleted_at: new Date().toISOString() })
        .where(and(eq(posts.creatorUID, uid), isNull(posts.deleted_at)))
        .returning({ key: posts.key })
    ).map(({ key }) => key)
  const first = await remove()
  await db.execute(sql`
    with ended as (
      update operations set state = 'done', reference = 'final', settled_at = now()
      where kind = 'held.apply' and state = 'pending' and id in (
        select h.operation_id from held_actions h join posts l on l.key = h.subject_id
        where h.action = 'posts.remove' and l.creator_uid = ${uid})
      returning id)
    update held_actions set applied_at = now() where operation_id in (select id from ended)`)
  // A concurrent undo has ended by now: delete the listings that it restored, too.
  return [...first, ...(await remove())]
}
