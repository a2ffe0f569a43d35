import type Stripe from 'stripe'
import { type PaymentEvent, PaymentRefused, type Payments, type Refunded } from './payments.ts'
import { disputesOf, readDispute, warningOf } from './stripe-disputes.ts'
import { clearly, usedOtherwise } from './stripe-errors.ts'
import { all, isOf, metadataOf } from './stripe-metadata.ts'

/** Seconds after which a signed webhook is rejected as too old. */
const tolerance = 300

/** Refunds of a payment at Stripe: made, read, and reported by webhooks. */
export function stripeRefunds(
  stripe: Stripe,
  webhookSecret: string,
): Pick<Payments, 'refund' | 'payment' | 'event'> {
  const refundsOf = (payment: string) => all(stripe.refunds.list({ payment_intent: payment, limit: 100 }))
  return {
    refund: ({ key, payment, cents, transaction }) =>
      clearly(async () => {
        const earlier = (await refundsOf(payment)).find(isOf(key))
        const refund =
          earlier ??
          (await stripe.refunds.create(
            { payment_intent: payment, amount: cents, metadata: metadataOf(key, transaction) },
            { idempotencyKey: key },
          ))
        return resultOf(refund, cents)
      }),

    payment: (id) =>
      clearly(async () => {
        const intent = await stripe.paymentIntents.retrieve(id)
        const refunds = (await refundsOf(id)).map(refundedOf)
        const refunded = refunds
          .filter(({ state }) => state !== 'failed')
          .reduce((sum, { cents }) => sum + cents, 0)
        const chargebacks = await disputesOf(stripe, id)
        return { captured: intent.amount_received, refunded, refunds, chargebacks }
      }),

    event: async ({ headers, body }) => {
      const event = await verified(stripe, body, headers['stripe-signature'], webhookSecret)
      return refundEvent(event) ?? clearly(() => disputeEvent(stripe, event))
    },
  }
}

/** Returns the refund's id. Throws PaymentRefused if it has failed. */
function resultOf(refund: Stripe.Refund, cents: number) {
  if (refund.amount !== cents) throw usedOtherwise()
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
  cents: refund.amount,
  state: stateOf(refund.status),
  key: refund.metadata?.portreeve_operation ?? null,
  transaction: refund.metadata?.portreeve_transaction ?? null,
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

/** Ignores `charge.refunded`: the refund's own events always accompany it and hold more. */
function refundEvent(event: Stripe.Event): PaymentEvent | undefined {
  if (event.type !== 'refund.created' && event.type !== 'refund.updated' && event.type !== 'refund.failed')
    return undefined
  const refund = event.data.object
  const { payment_intent: intent } = refund
  if (!intent) return undefined
  return {
    id: event.id,
    payment: typeof intent === 'string' ? intent : intent.id,
    refund: refundedOf(refund),
  }
}

const idOf = (thing: string | { id: string } | null): string | undefined =>
  typeof thing === 'object' ? thing?.id : thing

/** An event about a dispute names it; its present state is read, as events arrive late and in any order. */
async function disputeEvent(stripe: Stripe, event: Stripe.Event): Promise<PaymentEvent | undefined> {
  if (event.type === 'radar.early_fraud_warning.created') {
    const payment = idOf(event.data.object.payment_intent ?? null)
    return payment ? { id: event.id, payment, warning: warningOf(event.data.object) } : undefined
  }
  if (!event.type.startsWith('charge.dispute.')) return undefined
  const dispute = event.data.object as Stripe.Dispute
  const payment = idOf(dispute.payment_intent)
  if (!payment) return undefined
  return { id: event.id, payment, chargeback: await readDispute(stripe, dispute.id) }
}
