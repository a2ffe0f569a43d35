import type { Transaction } from '@portreeve/contract/transactions'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Payments } from '../adapters/payments.ts'
import type { Db } from '../core/db.ts'
import { ledgerEntries, orders, transactions } from '../db/money.ts'
import { balancesOf, priceOf } from './ledger.ts'
import { dollars } from './money.ts'
import { bookedCents, bookedRefunds } from './provider-refunds.ts'
import { findTransactions } from './transactions.ts'

/**
 * Proves the ledger: every entry sums to zero, no transaction has more refunded than paid, payouts and the refunds of each
 * payment equal the provider's own figures, and no refund is booked with more than the provider's amount. Checks
 * transactions that have entries. Returns each fault as a sentence.
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
  const seenPayments = new Set<string>()
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
    const payment = await paymentOf(db, txn)
    if (payment !== null && !seenPayments.has(payment)) {
      seenPayments.add(payment)
      faults.push(...(await checkPayment(db, payments, payment)))
    }
  }
  return { checked: touched.length, faults }
}

async function paymentOf(db: Db, txn: Transaction): Promise<string | null> {
  if (txn.order_id === null) return null
  const [order] = await db
    .select({ payment: orders.stripe_payment_intent_id })
    .from(orders)
    .where(eq(orders.id, txn.order_id))
  return order?.payment ?? null
}

/** A payment covers several transactions: their refunds together equal the provider's, and each refund is booked once. */
async function checkPayment(db: Db, payments: Payments, id: string): Promise<string[]> {
  const paid = await db
    .select({ order: orders.id, transaction: transactions.id })
    .from(transactions)
    .innerJoin(orders, eq(orders.id, transactions.order_id))
    .where(eq(orders.stripe_payment_intent_id, id))
  const ids = paid.map(({ transaction }) => transaction)
  let refunded = 0
  for (const txn of await findTransactions(db, inArray(transactions.id, ids), ids.length))
    refunded += (await balancesOf(db, txn)).refunded
  const payment = await payments.payment(id)
  const faults: string[] = []
  if (payment.refunded !== refunded)
    faults.push(
      `Order ${[...new Set(paid.map(({ order }) => order))].join(' and ')}: the provider refunded ${dollars(payment.refunded)}, the ledger says ${dollars(refunded)}.`,
    )
  const due = new Map(payment.refunds.map((one) => [one.reference, one.state === 'failed' ? 0 : one.cents]))
  // Less may be right: refunds before an import are part of the opening entry.
  for (const [reference, booked] of await bookedRefunds(db, ids)) {
    const [is, should] = [bookedCents(booked), due.get(reference) ?? 0]
    if (is > should)
      faults.push(
        `Refund ${reference}: the provider refunded ${dollars(should)}, the ledger has booked ${dollars(is)}.`,
      )
  }
  return faults
}
