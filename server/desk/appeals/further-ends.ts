import { may } from '@portreeve/contract/base/rights'
import type { appeals as contract } from '@portreeve/contract/desk/appeals'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { restoreConversations } from '../../conversations/person-conversations.ts'
import type { CallOf } from '../../core/call/context.ts'
import { RefusalError, refuse } from '../../core/refuse.ts'
import { restoreListings, restoreQuestions } from '../../listings/held-listings.ts'
import { approveDenied } from '../../listings/promoted-posts.ts'
import { changeTransaction, lockTransaction } from '../../money/orders/transaction-records.ts'
import { endHold } from '../../money/payouts/payout-hold.ts'
import type { MeasureRow } from '../../people/measures/measure-tables.ts'
import type { HeldRow } from '../../staff/held-actions.ts'
import { heldActions } from '../../staff/held-tables.ts'

type DecideCall = CallOf<typeof contract.decide>

/** Approves a promotion whose denial was wrong. One that waits, or was approved since, stays as it is. */
export async function promote(call: DecideCall, id: string, reason: string): Promise<void> {
  const done = await approveDenied(call, id, reason)
  if (!done) return
  call.recordAlso('promotedPosts.approve', { subject: ['promotion', id], reason, ...done.change })
  call.publish('review', done.live)
  call.emit('promotion.decided', { ...done.event, promotion_id: id, decision: 'approved' as const, reason })
}

/** Releases a payout whose hold was wrong. Refuses with forbidden a caller who may not hold payouts. */
export async function release(call: DecideCall, id: string, reason: string): Promise<void> {
  if (!may(call.staff, 'money.hold'))
    refuse(
      'forbidden',
      'Not your decision',
      'This releases a payout, which your role may not do. An admin decides it.',
    )
  const txn = await lockTransaction(call.db, id)
  const held = await endHold(call.db, id)
  if (!held) return
  await changeTransaction(call.db, id, {})
  call.recordAlso('payouts.release', {
    ...{ subject: ['transaction', id], reason },
    ...{ before: { payout: 'held', reason: held.reason }, after: { payout: 'released' } },
  })
  const { order_id, purchaser_uid, seller_uid } = txn
  call.publish('transactions', { id, order_id, purchaser_uid, seller_uid })
  call.emit('payout.released', { transaction_id: id, order_id, purchaser_uid, seller_uid, reason })
}

/** How each deletion is taken back. */
export const deletions = {
  listing_deleted: {
    action: 'posts.remove',
    undo: async (call, held) => (await restoreListings(call, held)).rows,
  },
  listings_deleted: {
    action: 'userContent.deletePosts',
    undo: async (call, held) => (await restoreListings(call, held)).rows,
  },
  question_deleted: { action: 'questions.remove', undo: restoreQuestions },
  questions_deleted: { action: 'userContent.deleteCommunityContent', undo: restoreQuestions },
  conversations_deleted: { action: 'userContent.deleteConversations', undo: restoreConversations },
} as const satisfies Partial<
  Record<
    MeasureRow['kind'],
    { action: HeldRow['action']; undo: (call: DecideCall, held: HeldRow) => Promise<number> }
  >
>
export type Deletion = keyof typeof deletions
export const isDeletion = (kind: MeasureRow['kind']): kind is Deletion => Object.hasOwn(deletions, kind)

/** Restores what one call deleted, as long as its deletion can be taken back. @returns whether nothing of it is there */
export async function restore(
  call: DecideCall,
  { kind, subject_kind, subject_id, operation_id }: MeasureRow,
  reason: string,
): Promise<boolean> {
  const { db } = call
  const { action, undo } = deletions[kind as Deletion]
  // The measure and the deletion have an operation of the same transaction each.
  const began = (id: unknown) => sql`(select o.created_at from operations o where o.id = ${id})`
  const [held] = await db
    .select()
    .from(heldActions)
    .where(
      and(
        eq(heldActions.action, action),
        eq(heldActions.subject_id, subject_id),
        isNull(heldActions.undone_at),
        sql`${began(heldActions.operation_id)} = ${began(operation_id)}`,
      ),
    )
  if (!held) {
    // The listing or the post was restored or sent again meanwhile.
    const { rows } =
      await db.execute(sql`select from posts where key = ${subject_id} and deleted_at is null and ${kind === 'listing_deleted'}
      union all select from questions where id = ${subject_id} and ${kind === 'question_deleted'}`)
    return rows.length === 0
  }
  try {
    const rows = await undo(call, held)
    call.recordAlso('held.takeBack', {
      ...{ subject: [subject_kind as 'user' | 'listing' | 'question', subject_id], reason },
      ...{ before: { action }, after: { taken_back: action, rows } },
    })
  } catch (error) {
    // None is left, and nothing was changed.
    if (error instanceof RefusalError && error.code === 'conflict') return true
    throw error
  }
  await db.update(heldActions).set({ undone_at: sql`now()` }).where(eq(heldActions.id, held.id))
  return false
}
