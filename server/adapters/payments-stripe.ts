import Stripe from 'stripe'
import { type PaymentEvent, PaymentRefused, type Payments, type Refunded } from './payments.ts'
import { clearly } from './stripe-errors.ts'

interface Options {
  /** The secret key. */
  key: string
  /** Replaces Stripe's own address; e.g. http://127.0.0.1:4600. */
  address?: string
  /** Verifies the signatures of webhooks. */
  webhookSecret: string
  /** Timeout of one call in milliseconds. */
  timeoutMs?: number
}

/** Seconds after which a signed webhook is rejected as too old. */
const tolerance = 300

const stateOf = (status: string | null): Refunded['state'] =>
  status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'

const refundedOf = (refund: Stripe.Refund): Refunded => ({
  reference: refund.id,
  cents: refund.amount,
  state: stateOf(refund.status),
  key: refund.metadata?.portreeve_operation ?? null,
  transaction: refund.metadata?.portreeve_transaction ?? null,
})

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/**
 * Payments by Stripe. Its idempotency keys expire after a day, and until then they replay even a "500". So every call that moves
 * money first searches for the result of an earlier attempt, by the operation in the metadata.
 */
export function stripePayments({ key, address, webhookSecret, timeoutMs = 4000 }: Options): Payments {
  const stripe = new Stripe(key, {
    ...(address === undefined ? {} : place(address)),
    timeout: timeoutMs,
    // Operations retry with the same idempotency key. (The SDK still retries once, with that key, when a connection breaks.)
    maxNetworkRetries: 0,
    telemetry: false,
  })
  const refundsOf = (payment: string) => all(stripe.refunds.list({ payment_intent: payment, limit: 100 }))

  /** Returns the refund's id. Throws PaymentRefused if it has failed. */
  const resultOf = (refund: Stripe.Refund, cents: number) => {
    if (refund.amount !== cents) throw usedOtherwise()
    if (stateOf(refund.status) === 'failed')
      throw new PaymentRefused(
        `The refund failed${refund.failure_reason ? `: ${refund.failure_reason.replaceAll('_', ' ')}` : ''}.`,
      )
    return { reference: refund.id }
  }

  return {
    refund: ({ key, payment, cents, transaction }) =>
      clearly(async () => {
        const earlier = (await refundsOf(payment)).find(
          ({ metadata }) => metadata?.portreeve_operation === key,
        )
        const refund =
          earlier ??
          (await stripe.refunds.create(
            { payment_intent: payment, amount: cents, metadata: metadataOf(key, transaction) },
            { idempotencyKey: key },
          ))
        return resultOf(refund, cents)
      }),

    payOut: ({ key, account, cents, transaction }) =>
      clearly(async () => {
        const earlier = (await transfersOf(stripe, transaction)).find(
          ({ metadata }) => metadata.portreeve_operation === key,
        )
        if (earlier && (earlier.amount !== cents || idOf(earlier.destination) !== account))
          throw usedOtherwise()
        const transfer =
          earlier ??
          (await stripe.transfers.create(
            {
              destination: account,
              amount: cents,
              currency: 'usd',
              transfer_group: transaction,
              metadata: metadataOf(key, transaction),
            },
            { idempotencyKey: key },
          ))
        return { reference: transfer.id }
      }),

    takeBack: (charge) => clearly(() => reverse(stripe, charge)),

    payment: (id) =>
      clearly(async () => {
        const intent = await stripe.paymentIntents.retrieve(id)
        const refunds = (await refundsOf(id)).map(refundedOf)
        const refunded = refunds
          .filter(({ state }) => state !== 'failed')
          .reduce((sum, { cents }) => sum + cents, 0)
        return { captured: intent.amount_received, refunded, refunds }
      }),

    sent: (transaction) =>
      clearly(async () => {
        const transfers = await transfersOf(stripe, transaction)
        return {
          sent: transfers.reduce((sum, { amount }) => sum + amount, 0),
          takenBack: transfers.reduce((sum, { amount_reversed }) => sum + amount_reversed, 0),
        }
      }),

    event: async (body, signature) => {
      const event = await verified(stripe, body, signature, webhookSecret)
      return refundEvent(event)
    },
  }
}

async function all<Thing>(list: AsyncIterable<Thing>): Promise<Thing[]> {
  const things: Thing[] = []
  for await (const thing of list) things.push(thing)
  return things
}

const metadataOf = (operation: string, transaction: string) => ({
  portreeve_operation: operation,
  portreeve_transaction: transaction,
})

const transfersOf = (stripe: Stripe, transaction: string) =>
  all(stripe.transfers.list({ transfer_group: transaction, limit: 100 }))

/** Reverses the newest transfers of a transaction, the whole amount or nothing. Reversals of an earlier attempt count. */
async function reverse(
  stripe: Stripe,
  { key, transaction, cents }: { key: string; transaction: string; cents: number },
): Promise<{ reference: string }> {
  const transfers = (await transfersOf(stripe, transaction)).reverse()
  const before = await Promise.all(
    transfers.map(async ({ id, amount_reversed }) => {
      const reversals =
        amount_reversed > 0 ? await all(stripe.transfers.listReversals(id, { limit: 100 })) : []
      return reversals.filter(({ metadata }) => metadata?.portreeve_operation === key)
    }),
  )
  const done = before.flat()
  let missing = cents - done.reduce((sum, { amount }) => sum + amount, 0)
  const left = transfers.map(({ amount, amount_reversed }) => amount - amount_reversed)
  const sum = left.reduce((total, one) => total + one, 0)
  if (missing < 0) throw usedOtherwise()
  // All or nothing: check the sum before the first reversal.
  if (missing > sum)
    throw new PaymentRefused(
      transfers.length === 0
        ? 'Nothing was sent to the seller for this transaction.'
        : `Only ${dollars(sum)} of what was sent to the seller can still be taken back, ${dollars(missing)} is needed${
            done.length > 0 ? ` beside the ${dollars(cents - missing)} that was taken` : ''
          }.`,
    )
  const references = done.map(({ id }) => id)
  for (const [at, { id }] of transfers.entries()) {
    const amount = Math.min(missing, left[at] ?? 0)
    // An earlier attempt of this operation has reversed this transfer.
    if (amount === 0 || before[at]?.length) continue
    const reversal = await stripe.transfers.createReversal(
      id,
      { amount, metadata: metadataOf(key, transaction) },
      { idempotencyKey: `${key}:${id}` },
    )
    references.push(reversal.id)
    missing -= amount
  }
  if (missing > 0) throw new Error('Part of it could not be taken back yet.')
  return { reference: references.join(',') }
}

const usedOtherwise = () =>
  new PaymentRefused('This operation was already done with another amount or account.')

const idOf = (thing: string | { id: string } | null): string | undefined =>
  typeof thing === 'object' ? thing?.id : thing

function place(address: string) {
  const { protocol, hostname, port } = new URL(address)
  const scheme: 'http' | 'https' = protocol === 'http:' ? 'http' : 'https'
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) }
}

async function verified(stripe: Stripe, body: string, signature: string | undefined, secret: string) {
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
  const payment = idOf(refund.payment_intent)
  return payment === undefined ? undefined : { id: event.id, payment, refund: refundedOf(refund) }
}
