import { usual } from '@portreeve/contract/base/currency'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { eq, inArray, sql } from 'drizzle-orm'
import { type Payment, PaymentRefused, type Payments, providerOf } from '../adapters/payments.ts'
import type { Context, Operation } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { VendorRefusal } from '../core/operations/operations.ts'
import { priceOf } from './ledger/standing.ts'
import { orders, transactions } from './money-tables.ts'
import { findTransactions } from './orders/transaction-records.ts'

/** A payment by its provider and the provider's id of it. */
export interface PaymentKey {
  provider: string
  payment: string
}

/** Locks all transactions that a provider's payment paid for, in the order of their ids: its facts are booked in turn. */
export async function lockPaidBy(db: Db, { provider, payment }: PaymentKey): Promise<Transaction[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select t.id from transactions t join orders o on o.id = t.order_id
    where o.provider = ${provider} and o.payment_id = ${payment} order by t.id for update of t`)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const found = await findTransactions(db, inArray(transactions.id, ids), ids.length)
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Most of the money was paid for this transaction, so people look there. */
export const dearest = (txns: Transaction[]): Transaction | undefined =>
  txns.toSorted((a, b) => priceOf(b) - priceOf(a))[0]

/**
 * The payment of a transaction: the name of its provider, and the provider's id of it. An order without a payment has only
 * the name; a transaction without an order has neither.
 */
export async function paymentOf(
  db: Db,
  { order_id }: Transaction,
): Promise<{ provider: string | null; payment: string | null }> {
  const [order] =
    order_id === null
      ? []
      : await db
          .select({ provider: orders.provider, payment: orders.stripe_payment_intent_id })
          .from(orders)
          .where(eq(orders.id, order_id))
  return order ?? { provider: null, payment: null }
}

/** The payment of a transaction; undefined when its order names none. */
export async function keyOf(db: Db, txn: Transaction): Promise<PaymentKey | undefined> {
  const { provider, payment } = await paymentOf(db, txn)
  return provider === null || payment === null ? undefined : { provider, payment }
}

/** Calls the provider that an operation names, the default one if none. Throws VendorRefusal when it definitely refuses. */
export async function atProvider<Result>(
  { details }: Operation,
  { payments }: Context,
  call: (provider: Payments) => Promise<Result>,
): Promise<Result> {
  try {
    return await call(providerOf(payments, details.provider))
  } catch (error) {
    throw error instanceof PaymentRefused ? new VendorRefusal(error.message) : error
  }
}

/** The currency of a payment as the ledger writes it. */
export const currencyIn = ({ currency = usual }: Pick<Payment, 'currency'>): string => currency.toUpperCase()

/** Whether a payment is in the currency of all its transactions: amounts of another currency are a difference, never a booking. */
export const isInCurrency = (seen: Payment, txns: readonly Transaction[]): boolean =>
  txns.every(({ currency = usual }) => currency === currencyIn(seen))
