import type { Dispute } from '@portreeve/contract/disputes'
import type { EventData } from '@portreeve/contract/event-data'
import type { Transaction } from '@portreeve/contract/transactions'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { refuse } from '../core/refuse.ts'
import { disputes } from '../db/money.ts'
import { enter, move, openLedger } from './ledger.ts'
import { schedulePayout } from './payout-schedule.ts'
import { changeTransaction, partiesOf } from './transactions.ts'

type Row = typeof disputes.$inferSelect

type Decision = Pick<Row, 'outcome' | 'decided_by'> & Partial<Pick<Row, 'refunded_cents' | 'decision_reason'>>

/** The data of the event of a resolved dispute. */
export const resolvedOf = (
  txn: Transaction,
  { outcome, refunded_cents = null, decision_reason = null }: Omit<Decision, 'decided_by'>,
): EventData<'dispute.resolved'> => ({
  ...partiesOf(txn),
  dispute_id: txn.dispute_id ?? '',
  outcome: outcome ?? 'seller',
  refunded_cents,
  reason: decision_reason,
})

/**
 * Resolves the open dispute of a locked transaction: the seller's frozen money is held and sent after the delay. A transaction
 * with nothing left for the seller is disputed and refunded (5).
 */
export async function closeDispute(
  db: Db,
  txn: Transaction,
  payoutDelay: number,
  decision: Decision,
): Promise<Dispute> {
  const [row] = await db
    .update(disputes)
    .set({ ...decision, status: 1, resolved_at: new Date().toISOString() })
    .where(and(eq(disputes.id, txn.dispute_id ?? ''), eq(disputes.transaction_id, txn.id)))
    .returning()
  if (!row) refuse('not_found', 'No such dispute', 'This transaction has no such dispute.')
  const balances = await openLedger(db, txn)
  await enter(db, {
    kind: 'dispute_resolve',
    transaction: txn.id,
    reference: `resolved:${row.id}`,
    lines: move(balances, ['disputed'], 'held'),
  })
  const isRefunded = -balances.captured <= balances.refunded && balances.refunded > 0
  // Use the ledger, not the status, which staff may set by hand: that status only holds the payout.
  if (balances.paid_out <= 0 && !(decision.outcome === 'buyer' && isRefunded))
    await schedulePayout(db, txn, payoutDelay)
  await changeTransaction(db, txn.id, {
    dispute_status: 1,
    ...(decision.outcome === 'buyer' && isRefunded && { status: 5 }),
  })
  const { id, transaction_id, creator_uid, dispute_type, status, created_at, resolved_at } = row
  return { id, transaction_id, creator_uid, dispute_type, status, created_at, resolved_at } as Dispute
}
