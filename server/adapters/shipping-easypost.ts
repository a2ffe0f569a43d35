import EasyPost from '@easypost/api'
import { carrierName } from './easypost-carriers.ts'
import { type Shipping, ShippingRefused } from './shipping.ts'

interface Options {
  key: string
  /** Replaces EasyPost's own address; e.g. http://127.0.0.1:4600. */
  address?: string
  /** Timeout of one call in milliseconds. */
  timeoutMs?: number
}

/**
 * Labels and trackers by EasyPost. It has no idempotency keys, and none are needed: a label can be voided only once, and a
 * repeated parcel returns the same tracker.
 */
export function easypostShipping({ key, address, timeoutMs = 4000 }: Options): Shipping {
  const client = new EasyPost(key, {
    ...(address === undefined ? {} : { baseUrl: `${address.replace(/\/+$/, '')}/v2/` }),
    // The client ignores its own `timeout` option (8.9.0).
    requestMiddleware: (request: { timeout: (options: object) => unknown }) =>
      request.timeout({ deadline: timeoutMs }),
  })

  return {
    voidLabel: ({ shipment }) =>
      clearly(async () => {
        const { refund_status: state } = await refundOf(client, shipment)
        if (state === 'submitted' || state === 'refunded') return { reference: shipment, state }
        throw new ShippingRefused(
          refusals[state ?? ''] ?? 'The shipping provider has not requested the refund.',
        )
      }),

    labelRefund: (shipment) =>
      clearly(async () => {
        const { refund_status: state } = await client.Shipment.retrieve(shipment)
        if (state === 'submitted' || state === 'refunded') return state
        if (state !== null && Object.hasOwn(refusals, state)) return 'rejected'
        throw new ShippingRefused('The shipping provider knows no request for the refund of this label.')
      }),

    trackingPage: ({ number, carrier }) =>
      clearly(async () => {
        const tracker = await client.Tracker.create({
          tracking_code: number.trim(),
          carrier: carrierName(carrier),
        })
        return tracker.public_url || undefined
      }),
  }
}

/** The states of a refund in which no money comes back. */
const refusals: Readonly<Record<string, string>> = {
  rejected: 'The carrier rejected the refund of this label.',
  not_applicable: 'The carrier bills a label when it is scanned: there is nothing to refund.',
}

/** Requests a refund. If an earlier attempt has done so, EasyPost refuses; the shipment then shows the refund. */
async function refundOf(
  client: InstanceType<typeof EasyPost>,
  shipment: string,
): Promise<{ refund_status: string | null }> {
  try {
    return await client.Shipment.refund(shipment)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const found = await client.Shipment.retrieve(shipment)
    const state: string | null = found.refund_status
    if (state === 'submitted' || state === 'refunded') return found
    throw error
  }
}

/** The fields that are read from the client's errors. */
interface ApiError extends Error {
  statusCode: number
  code?: string
}

// `errors` distinguishes it from an unreadable response, which has a status too.
const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && 'errors' in error && 'statusCode' in error && typeof error.statusCode === 'number'

/**
 * A definite refusal. Not 401: an earlier attempt may have succeeded, and a retry with the right key will find it. Not 408, 409,
 * 429: a retry may succeed.
 */
const isRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && [400, 402, 403, 404, 405, 422].includes(error.statusCode)

/** Throws ShippingRefused for a definite refusal, and an error for an unknown outcome. Drops the client's errors: they may hold the key. */
async function clearly<T>(calls: () => Promise<T>): Promise<T> {
  try {
    return await calls()
  } catch (error) {
    if (error instanceof ShippingRefused) throw error
    if (isRefusal(error)) throw new ShippingRefused(inWords(error))
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
