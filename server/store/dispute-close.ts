import type { Dispute } from '@portreeve/contract/disputes'
import type { EventData } from '@portreeve/contract/event-data'
import type { Transaction } from '@portreeve/contract/transactions'
import { and, eq, sql } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { refuse } from '../core/refuse.ts'
import { disputes } from '../db/money.ts'
import { balancesOf, enter, move, openLedger } from './ledger.ts'
import { dollars } from './money.ts'
import { schedulePayout } from './payout-schedule.ts'
import { mayAlone } from './refund-limit.ts'
import { sameHand } from './staff-grants.ts'
import { changeTransaction, partiesOf } from './transactions.ts'

type Row = typeof disputes.$inferSelect

type Decision = Pick<Row, 'outcome' | 'decided_by'> &
  Partial<Pick<Row, 'refunded_cents' | 'decision_reason' | 'released_alone'>>

/** The data of the event of a resolved dispute. */
export const resolvedOf = (
  txn: Transaction,
  { outcome, refunded_cents = null, decision_reason = null }: Omit<Decision, 'decided_by' | 'released_alone'>,
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

/**
 * The cents that a decision for the seller releases in the hand of one person: the caller, or a colleague whom one of them let in,
 * opened the dispute. Null when a second person did. Refuses more than one person may send out alone.
 */
export async function releasedAlone(call: Call, txn: Transaction): Promise<number | null> {
  const { db, staff: me } = call
  const [row] = await db
    .select({ by: disputes.opened_by })
    .from(disputes)
    .where(eq(disputes.id, txn.dispute_id ?? ''))
  if (!row?.by || !(await sameHand(db, row.by, me.uid))) return null
  await db.execute(sql`select 1 from staff where uid = ${me.uid} for no key update`)
  const cents = Math.max(0, (await balancesOf(db, txn)).disputed)
  if (cents > (await mayAlone(call, txn.id)))
    refuse(
      'refused',
      'Needs a second person',
      `You opened this dispute, or let in the one who did, and ${dollars(cents)} is more than one person may send out alone. A colleague has to decide it.`,
    )
  return cents
}
