import EasyPost from '@easypost/api'
import { type Shipping, ShippingRefused } from './shipping.ts'

interface Options {
  key: string
  /** Where EasyPost is, when it is not at its own address; e.g. http://127.0.0.1:4600. */
  address?: string
  /** Milliseconds that one call may take. */
  timeoutMs?: number
}

/**
 * Labels and trackers by EasyPost. It knows no idempotency keys and needs none: a label can be voided once only, and the
 * same parcel is the same tracker.
 */
export function easypostShipping({ key, address, timeoutMs = 4000 }: Options): Shipping {
  const client = new EasyPost(key, {
    ...(address === undefined ? {} : { baseUrl: `${address.replace(/\/+$/, '')}/v2/` }),
    // The client's own `timeout` is never used (8.9.0).
    requestMiddleware: (request: { timeout: (patience: object) => unknown }) =>
      request.timeout({ deadline: timeoutMs }),
  })

  return {
    voidLabel: ({ shipment }) =>
      clearly(async () => {
        const { refund_status: state } = await refundOf(client, shipment)
        if (state === 'submitted' || state === 'refunded') return { reference: shipment, state }
        throw new ShippingRefused(
          state === 'rejected'
            ? 'The carrier rejected the refund of this label.'
            : 'The carrier bills a label when it is scanned: there is nothing to refund.',
        )
      }),

    trackingPage: ({ number, carrier }) =>
      clearly(async () => {
        const tracker = await client.Tracker.create({ tracking_code: number, carrier })
        return tracker.public_url || undefined
      }),
  }
}

/** Asks for a refund. An earlier attempt may have done so already: then EasyPost refuses, and the shipment tells. */
async function refundOf(
  client: InstanceType<typeof EasyPost>,
  shipment: string,
): Promise<{ refund_status: string | null }> {
  try {
    return await client.Shipment.refund(shipment)
  } catch (error) {
    if (!isNo(error)) throw error
    const found = await client.Shipment.retrieve(shipment)
    const state: string | null = found.refund_status
    if (state === 'submitted' || state === 'refunded') return found
    throw error
  }
}

/** What the client's errors have of what we read. */
interface ApiError extends Error {
  statusCode: number
  code?: string
}

// `errors` sets it apart from an answer that could not be read, which has a status too.
const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'errors' in error && 'statusCode' in error && typeof error.statusCode === 'number'

/** A clear no. Not 401: an earlier attempt may have happened, and the right key will tell. Not 408, 409, 429: later, perhaps. */
const isNo = (error: unknown): error is ApiError =>
  isApiError(error) && [400, 402, 403, 404, 405, 422].includes(error.statusCode)

/** Tells a clear no from everything after which it is open what happened. The client's errors may hold the key: they go no further. */
async function clearly<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    if (error instanceof ShippingRefused) throw error
    if (isNo(error)) throw new ShippingRefused(inWords(error))
    const facts = isApiError(error)
      ? [error.statusCode, error.code]
      : [error instanceof Error && 'code' in error ? error.code : undefined]
    throw new Error(`No clear answer from EasyPost: ${facts.filter(Boolean).join(' ') || 'no reason given'}`)
  }
}

function inWords({ statusCode, code, message }: ApiError): string {
  if (statusCode === 404) return 'The shipping provider knows no such shipment.'
  if (code === 'TRACKER.UNSUPPORTED_CARRIER') return 'The shipping provider does not know this carrier.'
  return `The shipping provider refused: ${message}`
}
