import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Fields } from './form.ts'
import type { Reversal, StripeBook, StripePayment, StripeRefund, StripeTransfer } from './stripe-book.ts'
import type { Answer } from './switches.ts'

/** A call of Stripe's API. */
export type Call = FastifyRequest<{ Params: { id: string }; Body: Fields | undefined }>

/** The API version of these shapes. */
export const apiVersion = '2026-10-28.endive'

/** A refusal in Stripe's shape. */
export class StripeRefusal extends Error {
  readonly answer: Answer
  /** Whether it is stored for replay: not a failure before the work starts. */
  readonly kept: boolean
  constructor(status: number, error: Record<string, string>, kept = true) {
    super(error.message)
    this.kept = kept
    const doc = error.code ? { doc_url: `https://stripe.com/docs/error-codes/${error.code}` } : {}
    this.answer = { status, body: { error: { type: 'invalid_request_error', ...doc, ...error } } }
  }
}

/** Refuses a missing or invalid parameter. */
export const badParameter = (param: string, code: string, message: string) =>
  new StripeRefusal(400, { code, message, param }, false)

/** Refuses an unknown id. */
export const noSuch = (kind: string, id: string, param: string, status = 404) =>
  new StripeRefusal(status, { code: 'resource_missing', message: `No such ${kind}: '${id}'`, param })

/** The answers of the switch's modes. */
export const stripeFaults = {
  fail: {
    status: 500,
    body: {
      error: {
        type: 'api_error',
        message: 'An unknown error occurred. Our staff have been notified of this.',
      },
    },
  },
  fail_429: {
    status: 429,
    body: {
      error: {
        type: 'invalid_request_error',
        code: 'rate_limit',
        message:
          'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
        doc_url: 'https://stripe.com/docs/error-codes/rate-limit',
      },
    },
    headers: { 'stripe-rate-limited-reason': 'endpoint-rate' },
  },
} satisfies Record<string, Answer>

/** An amount for a refusal. */
export const shown = (amount: number, currency = 'usd') =>
  currency === 'usd' ? `$${(amount / 100).toFixed(2)}` : `${amount} ${currency}`
export const chargeOf = (payment: string) => `ch_${payment.replace(/^pi_/, '')}`

export const refundObject = (refund: StripeRefund) => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: `txn_${refund.id.slice(3)}`,
  charge: chargeOf(refund.payment_intent),
  created: refund.created,
  currency: refund.currency ?? 'usd',
  destination_details: { card: { reference_status: 'pending', type: 'refund' }, type: 'card' },
  ...(refund.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  metadata: refund.metadata,
  payment_intent: refund.payment_intent,
  reason: refund.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  transfer_reversal: null,
})

export const paymentObject = (payment: StripePayment) => ({
  id: payment.id,
  object: 'payment_intent',
  amount: payment.amount,
  amount_capturable: 0,
  amount_received: payment.amount,
  application: null,
  canceled_at: null,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  created: payment.created,
  currency: payment.currency ?? 'usd',
  customer: null,
  description: null,
  last_payment_error: null,
  latest_charge: payment.amount > 0 ? chargeOf(payment.id) : null,
  livemode: false,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_types: ['card'],
  status: payment.amount > 0 ? 'succeeded' : 'requires_payment_method',
  transfer_data: null,
  transfer_group: null,
})

export const reversalObject = (reversal: Reversal) => ({
  id: reversal.id,
  object: 'transfer_reversal',
  amount: reversal.amount,
  balance_transaction: `txn_${reversal.id.slice(4)}`,
  created: reversal.created,
  currency: reversal.currency ?? 'usd',
  destination_payment_refund: null,
  metadata: reversal.metadata,
  source_refund: null,
  transfer: reversal.transfer,
})

export function transferObject(transfer: StripeTransfer, book: StripeBook) {
  const reversals = book.reversals.of(transfer.id)
  const amount_reversed = book.takenBack(transfer.id)
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.amount,
    amount_reversed,
    balance_transaction: `txn_${transfer.id.slice(3)}`,
    created: transfer.created,
    currency: transfer.currency ?? 'usd',
    description: null,
    destination: transfer.destination,
    destination_payment: `py_${transfer.id.slice(3)}`,
    livemode: false,
    metadata: transfer.metadata,
    reversals: {
      object: 'list',
      data: reversals.slice(-10).reverse().map(reversalObject),
      has_more: reversals.length > 10,
      total_count: reversals.length,
      url: `/v1/transfers/${transfer.id}/reversals`,
    },
    reversed: amount_reversed === transfer.amount,
    source_transaction: null,
    source_type: 'card',
    transfer_group: transfer.transfer_group,
  }
}

/** Answers with what the work returns, or with its refusal. */
export async function answered(reply: FastifyReply, work: () => unknown) {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return reply.code(error.answer.status).send(error.answer.body)
  }
}
