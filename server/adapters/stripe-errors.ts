import Stripe from 'stripe'
import { PaymentRefused } from './payments.ts'

/**
 * Runs calls to Stripe and tells a clear no, as PaymentRefused with Stripe's words, from everything after which it is
 * open whether it happened. The SDK's own errors carry headers and bodies: they go no further.
 */
export async function clearly<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (isRefusal(error)) throw new PaymentRefused(inWords(error))
    throw new Error(unclear(error))
  }
}

function isRefusal(error: Stripe.errors.StripeError): boolean {
  const { errors } = Stripe
  // A lock is a matter of moments; so is another call with the same key.
  if (error.code === 'lock_timeout' || error.code === 'idempotency_key_in_use') return false
  return (
    error instanceof errors.StripeInvalidRequestError ||
    error instanceof errors.StripeCardError ||
    error instanceof errors.StripePermissionError ||
    error instanceof errors.StripeIdempotencyError
  )
}

function inWords(error: Stripe.errors.StripeError): string {
  if (error instanceof Stripe.errors.StripeIdempotencyError)
    return 'This operation was already sent to the payment provider with another amount or account.'
  if (error.code === 'resource_missing') return `The payment provider knows nothing of it: ${error.message}`
  return `The payment provider refused: ${error.message}`
}

/** For the log. A wrong key is unclear as well: an earlier attempt may have happened, and the right key will tell. */
function unclear(error: Stripe.errors.StripeError): string {
  const { detail } = error
  const cause = detail instanceof Error && 'code' in detail ? String(detail.code) : undefined
  const facts = [error.statusCode, error.code, cause, error.requestId].filter((fact) => fact !== undefined)
  return `No clear answer from Stripe: ${error.type} ${facts.join(' ')}`.trim()
}
