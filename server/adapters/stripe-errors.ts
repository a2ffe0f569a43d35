import Stripe from 'stripe'
import { PaymentRefused, PaymentUnknown } from './payments.ts'

/**
 * Runs calls to Stripe. Throws PaymentRefused with Stripe's message for a definite refusal, PaymentUnknown for an
 * unknown object, and an error for an unknown outcome.
 * Drops the SDK's own errors: they carry headers and bodies.
 */
export async function clearly<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    if (error.code === 'resource_missing') throw new PaymentUnknown(inWords(error))
    if (isRefusal(error)) throw new PaymentRefused(inWords(error))
    throw new Error(unclear(error))
  }
}

function isRefusal(error: Stripe.errors.StripeError): boolean {
  const { errors } = Stripe
  // A lock and a parallel call with the same key are transient: retry.
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

/** The message for the log. A wrong API key leaves the outcome unknown too: a retry with the right key will find an earlier attempt. */
function unclear(error: Stripe.errors.StripeError): string {
  const { detail } = error
  const cause = detail instanceof Error && 'code' in detail ? String(detail.code) : undefined
  const facts = [error.statusCode, error.code, cause, error.requestId].filter((fact) => fact !== undefined)
  return `No clear answer from Stripe: ${error.type} ${facts.join(' ')}`.trim()
}

/** The refusal of an operation that was done before with another amount or account. */
export const usedOtherwise = () =>
  new PaymentRefused('This operation was already done with another amount or account.')
