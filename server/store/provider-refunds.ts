import type { Transaction } from '@portreeve/contract/transactions'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Refunded } from '../adapters/payments.ts'
import type { Operation } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { transactions } from '../db/money.ts'
import { providerRefunds } from '../db/payment-provider.ts'
import { findTransactions } from './transactions.ts'

/** The actor on record for events of the payment providers. */
export const providerActor = { uid: 'payment-provider', role: 'system' }

/** The audit's reason for reversing a refund. */
export const failureReason = 'The refund failed at the payment provider'

export type RefundState = Refunded['state']

/**
 * Stores a provider's state of a refund and returns it. A state only moves forward, and failed is final, so the order in
 * which events arrive does not matter.
 */
export async function noteRefund(
  db: Db,
  provider: string,
  { reference, cents, state }: Refunded,
): Promise<RefundState> {
  const is = providerRefunds.state
  const [row] = await db
    .insert(providerRefunds)
    .values({ provider, reference, cents, state })
    .onConflictDoUpdate({
      target: [providerRefunds.provider, providerRefunds.reference],
      set: {
        state: sql`case when 'failed' in (${is}, excluded.state) then 'failed'
          when 'done' in (${is}, excluded.state) then 'done' else 'pending' end`,
      },
    })
    .returning({ state: is })
  return row?.state ?? state
}

/** The refund that an operation made if its provider has reported it as failed. */
export async function knownFailed(db: Db, { reference, details }: Operation) {
  if (reference === null) return undefined
  const is = and(
    eq(providerRefunds.provider, String(details.provider)),
    eq(providerRefunds.reference, reference),
  )
  const [row] = await db.select().from(providerRefunds).where(is)
  return row?.state === 'failed' ? row : undefined
}

/** Locks all transactions that a provider's payment paid for, in the order of their ids: refunds of one payment are booked in turn. */
export async function lockPaidBy(db: Db, provider: string, payment: string): Promise<Transaction[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select t.id from transactions t join orders o on o.id = t.order_id
    where o.provider = ${provider} and o.payment_id = ${payment} order by t.id for update of t`)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const found = await findTransactions(db, inArray(transactions.id, ids), ids.length)
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}
