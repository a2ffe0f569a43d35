import { eq, sql } from 'drizzle-orm'
import type { Payments } from '../adapters/payments.ts'
import type { Db } from '../core/db.ts'
import { ledgerEntries } from '../db/house.ts'
import { orders, transactions } from '../db/money.ts'
import { balancesOf, priceOf } from './ledger.ts'
import { dollars } from './money.ts'
import { findTransactions } from './transactions.ts'

/**
 * Proves the ledger: every entry sums to zero, no transaction refunded more than was paid, and refunds and payouts equal
 * the provider's own figures. Looks at transactions that have entries. Answers each fault as a sentence.
 */
export async function checkLedger(
  db: Db,
  payments: Payments | undefined,
): Promise<{ checked: number; faults: string[] }> {
  const faults: string[] = []
  const unbalanced = await db.execute<{ id: string; sum: string }>(
    sql`select entry_id as id, sum(cents)::text as sum from ledger_lines group by entry_id having sum(cents) <> 0`,
  )
  for (const { id, sum } of unbalanced.rows) faults.push(`Entry ${id} sums to ${sum} cents instead of 0.`)
  const touched = await db
    .selectDistinct({ id: ledgerEntries.transaction_id })
    .from(ledgerEntries)
    .where(sql`${ledgerEntries.transaction_id} is not null`)
  const seenOrders = new Set<string>()
  for (const { id } of touched) {
    if (id === null) continue
    const [txn] = await findTransactions(db, eq(transactions.id, id), 1)
    if (!txn) {
      faults.push(`There are entries of a transaction ${id} that does not exist.`)
      continue
    }
    const balances = await balancesOf(db, txn)
    if (Object.values(balances).reduce((sum, cents) => sum + cents, 0) !== 0)
      faults.push(`Transaction ${id} does not sum to zero.`)
    if (balances.captured !== 0 && balances.captured !== -priceOf(txn))
      faults.push(
        `Transaction ${id} captured ${dollars(-balances.captured)}, its price is ${dollars(priceOf(txn))}.`,
      )
    if (balances.refunded > -balances.captured)
      faults.push(`Transaction ${id} was refunded more than was paid.`)
    if (!payments) continue
    const { sent, takenBack } = await payments.sent(id)
    if (sent - takenBack !== balances.paid_out)
      faults.push(
        `Transaction ${id}: the provider sent ${dollars(sent - takenBack)}, the ledger says ${dollars(balances.paid_out)}.`,
      )
    if (txn.order_id !== null && !seenOrders.has(txn.order_id)) {
      seenOrders.add(txn.order_id)
      faults.push(...(await checkOrder(db, payments, txn.order_id)))
    }
  }
  return { checked: touched.length, faults }
}

/** A payment pays for all transactions of an order: their refunds together are the provider's. */
async function checkOrder(db: Db, payments: Payments, id: string): Promise<string[]> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id))
  if (!order?.stripe_payment_intent_id) return []
  let refunded = 0
  for (const txn of await findTransactions(db, eq(transactions.order_id, id), 1000))
    refunded += (await balancesOf(db, txn)).refunded
  const payment = await payments.payment(order.stripe_payment_intent_id)
  return payment.refunded === refunded
    ? []
    : [
        `Order ${id}: the provider refunded ${dollars(payment.refunded)}, the ledger says ${dollars(refunded)}.`,
      ]
}
