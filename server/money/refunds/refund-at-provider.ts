import { usual } from '@portreeve/contract/base/currency'
import { PaymentRefused } from '../../adapters/payments.ts'
import type { Context, Operation } from '../../core/call/context.ts'
import { getTransaction } from '../orders/transaction-records.ts'
import { refreshPayment } from '../payment-facts.ts'
import { atProvider, currencyIn, type PaymentKey } from '../payments.ts'

/** The payment that an operation refunds. */
export const keyIn = ({ details }: Operation): PaymentKey => ({
  provider: String(details.provider),
  payment: String(details.payment),
})

/** Reads the payment first, so that a refund or chargeback whose event was lost is booked before more money leaves. A payment in
 * another currency than its transaction is not refunded. */
export const refundAtProvider = (operation: Operation, ctx: Context) =>
  atProvider(operation, ctx, async (provider) => {
    const { currency } = await getTransaction(ctx.database.db, operation.subject_id)
    const seen = await refreshPayment(ctx, keyIn(operation))
    if (currencyIn(seen) !== (currency ?? usual))
      throw new PaymentRefused(
        `Payment ${operation.details.payment} is in ${currencyIn(seen)}, and its transaction in ${currency}.`,
      )
    return provider.refund({
      key: operation.id,
      payment: String(operation.details.payment),
      cents: operation.cents ?? 0,
      currency,
      transaction: operation.subject_id,
    })
  })
