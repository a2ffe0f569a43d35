import type { Dispute } from '@portreeve/contract/money/disputes'
import type { Balances } from '@portreeve/contract/money/refund-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { enter, move, openLedger } from '../ledger/ledger.ts'
import { disputes } from '../money-tables.ts'
import { changeTransaction, lockTransaction } from '../orders/transaction-records.ts'
import { schedulePayout, schedulePayoutAgain } from '../payouts/payout-schedule.ts'

type Row = typeof disputes.$inferSelect

type Decision = Pick<Row, 'outcome' | 'decided_by'> &
  Partial<Pick<Row, 'refunded_cents' | 'decision_reason' | 'released_alone'>>

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
  const balances = await unfreeze(db, txn, row.id)
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

/** Holds the seller's frozen money of a locked transaction again. A dispute may be opened and resolved several times. */
async function unfreeze(db: Db, txn: Transaction, dispute: string): Promise<Balances> {
  const balances = await openLedger(db, txn)
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from ledger_entries where transaction_id = ${txn.id} and kind = 'dispute_resolve'`)
  const before = rows[0]?.n ?? 0
  await enter(db, {
    kind: 'dispute_resolve',
    transaction: txn.id,
    reference: before === 0 ? `resolved:${dispute}` : `resolved:${dispute}:${before}`,
    lines: move(balances, ['disputed'], 'held'),
  })
  return balances
}

/**
 * Brings transactions in line with the disputes that the marketplace wrote: their copy of the dispute's state, and the seller's
 * money, which a dispute that was resolved there no longer freezes. Lock them before.
 */
export async function followDisputes(db: Db, ids: string[], payoutDelay: number): Promise<void> {
  if (ids.length === 0) return
  const some = sql`array(select json_array_elements_text(${JSON.stringify([...new Set(ids)])}::json))`
  const { rows: moved } = await db.execute<{ id: string }>(sql`
    update transactions t set dispute_id = d.id, dispute_status = d.status, version = t.version + 1
    from disputes d
    where t.id = any(${some}) and d.transaction_id = t.id and (t.dispute_id = d.id or d.status = 2)
      and (t.dispute_id, t.dispute_status) is distinct from (d.id, d.status::smallint)
      and not exists (select from disputes other where other.transaction_id = t.id and other.id <> d.id and other.status = 2)
    returning t.id`)
  await db.execute(sql`
    delete from decided_fields where entity = 'transactions' and field in ('dispute_id', 'dispute_status')
      and key = any(${sql.param(moved.map(({ id }) => id))})`)
  const { rows: frozen } = await db.execute<{ id: string; dispute_id: string | null }>(sql`
    select t.id, t.dispute_id from transactions t
    where t.id = any(${some}) and t.dispute_status is distinct from 2
      and (select sum(l.cents) from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.account = 'disputed'
        where e.transaction_id = t.id) > 0
    order by t.id`)
  for (const { id, dispute_id } of frozen) {
    const txn = await lockTransaction(db, id)
    const balances = await unfreeze(db, txn, dispute_id ?? id)
    if (balances.paid_out <= 0) await schedulePayoutAgain(db, txn, payoutDelay)
  }
}
