import type { Transaction } from '@portreeve/contract/transactions'
import { eq } from 'drizzle-orm'
import { PaymentRefused, type Payments, providerOf } from '../adapters/payments.ts'
import type { Context, Operation } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { VendorRefusal } from '../core/operations.ts'
import { orders } from '../db/money.ts'

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
