import type Stripe from 'stripe'
import { PaymentRefused, type Payments, type Refunded } from './payments.ts'
import { fromStripe, toStripe } from './stripe-amounts.ts'
import { disputesOf, isoOf } from './stripe-disputes.ts'

import { clearly, usedOtherwise } from './stripe-errors.ts'
import { hintOf } from './stripe-hints.ts'
import { all, isOf, metadataOf, readAgain } from './stripe-metadata.ts'

/** Seconds after which a signed webhook is rejected as too old. */
const tolerance = 300

/** Refunds of a payment at Stripe: made, read, and reported by webhooks. */
export function stripeRefunds(
  stripe: Stripe,
  webhookSecret: string,
): Pick<Payments, 'refund' | 'payment' | 'event'> {
  const refundsOf = (payment: string) =>
    all(stripe.refunds.list({ payment_intent: payment, limit: 100 }, readAgain))
  return {
    refund: ({ key, payment, cents, currency, transaction }) =>
      clearly(async () => {
        const amount = toStripe(cents, currency)
        const earlier = (await refundsOf(payment)).find(isOf(key))
        const refund =
          earlier ??
          (await stripe.refunds.create(
            { payment_intent: payment, amount, metadata: metadataOf(key, transaction) },
            { idempotencyKey: key },
          ))
        return resultOf(refund, amount)
      }),

    payment: (id) =>
      clearly(async () => {
        const [intent, found, chargebacks] = await Promise.all([
          stripe.paymentIntents.retrieve(id, {}, readAgain),
          refundsOf(id),
          disputesOf(stripe, id),
        ])
        const refunds = found.map(refundedOf)
        const refunded = refunds
          .filter(({ state }) => state !== 'failed')
          .reduce((sum, { cents }) => sum + cents, 0)
        const captured = fromStripe(intent.amount_received, intent.currency)
        return { captured, currency: intent.currency, refunded, refunds, chargebacks }
      }),

    event: async ({ headers, body }) => {
      const event = await verified(stripe, body, headers['stripe-signature'], webhookSecret)
      return hintOf(stripe, event)
    },
  }
}

/** Returns the refund's id. Throws PaymentRefused if it has failed. */
function resultOf(refund: Stripe.Refund, amount: number) {
  if (refund.amount !== amount) throw usedOtherwise()
  if (stateOf(refund.status) === 'failed')
    throw new PaymentRefused(
      `The refund failed${refund.failure_reason ? `: ${refund.failure_reason.replaceAll('_', ' ')}` : ''}.`,
    )
  return { reference: refund.id }
}

const stateOf = (status: string | null): Refunded['state'] =>
  status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'

const refundedOf = (refund: Stripe.Refund): Refunded => ({
  reference: refund.id,
  cents: fromStripe(refund.amount, refund.currency),
  state: stateOf(refund.status),
  key: refund.metadata?.portreeve_operation ?? null,
  transaction: refund.metadata?.portreeve_transaction ?? null,
  created_at: isoOf(refund.created),
})

async function verified(
  stripe: Stripe,
  body: string,
  signature: string | string[] | undefined,
  secret: string,
) {
  try {
    return await stripe.webhooks.constructEventAsync(body, signature ?? '', secret, tolerance)
  } catch {
    // Drop the SDK's error: it holds the whole body.
    throw new PaymentRefused('The signature of the webhook is wrong or too old.')
  }
}
