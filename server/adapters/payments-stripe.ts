import Stripe from 'stripe'
import type { Payments } from './payments.ts'
import { stripeStep } from './stripe-amounts.ts'
import { stripeDisputes } from './stripe-disputes.ts'
import { endpointProblems } from './stripe-events.ts'
import { stripeRefunds } from './stripe-refunds.ts'
import { stripeTransfers } from './stripe-transfers.ts'

interface Options {
  /** The secret key. */
  key: string
  /** Replaces Stripe's own address; e.g. http://127.0.0.1:4600. */
  address?: string
  /** Verifies the signatures of webhooks. */
  webhookSecret: string
  /** The id of the webhook endpoint (`we_…`), where Stripe reaches it by another address than ours. */
  webhookEndpoint?: string
  /** Timeout of one call in milliseconds. */
  timeoutMs?: number
}

/**
 * Payments by Stripe. Its idempotency keys expire after a day, and until then they replay even a "500". So every call that moves
 * money first searches for the result of an earlier attempt, by the operation in the metadata.
 */
export function stripePayments({
  key,
  address,
  webhookSecret,
  webhookEndpoint,
  timeoutMs = 4000,
}: Options): Payments {
  const stripe = new Stripe(key, {
    ...(address === undefined ? {} : place(address)),
    timeout: timeoutMs,
    // Operations retry with the same idempotency key. (The SDK still retries once, with that key, when a connection breaks.)
    maxNetworkRetries: 0,
    telemetry: false,
  })
  return {
    ...stripeRefunds(stripe, webhookSecret),
    ...stripeTransfers(stripe),
    ...stripeDisputes(stripe),
    step: stripeStep,
    endpointProblems: (own) => endpointProblems(stripe, webhookEndpoint ?? own),
  }
}

function place(address: string) {
  const { protocol, hostname, port } = new URL(address)
  const scheme: 'http' | 'https' = protocol === 'http:' ? 'http' : 'https'
  return { protocol: scheme, host: hostname, port: port || (scheme === 'http' ? 80 : 443) }
}
