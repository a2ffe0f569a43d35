import { randomBytes } from 'node:crypto'
import type { Fields } from './form.ts'
import type { StripeBook, StripeEntry, StripeRefund } from './stripe-book.ts'
import { currencyOf, inSteps } from './stripe-currencies.ts'
import {
  badParameter,
  chargeOf,
  noSuch,
  paymentObject,
  refundObject,
  reversalObject,
  StripeRefusal,
  shown,
  transferObject,
} from './stripe-objects.ts'

/** The changes and the answer of a changing call, before they happen. */
export interface Plan {
  entry: StripeEntry
  body: object
  /** The types of the events about the body. */
  types?: string[]
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
export const now = () => Math.floor(Date.now() / 1000)

/** The test cards of Stripe that these payments know. */
const cards = ['pm_card_visa', 'pm_card_chargeDeclined']

/** POST /v1/payment_intents: a buyer pays with a card at once. */
export function planPayment(fields: Fields): Plan {
  only(fields, ['amount', 'currency', 'payment_method', 'payment_method_types', 'confirm'])
  const amount = required(fields, 'amount', whole)
  const currency = currencyOf(required(fields, 'currency', text), amount)
  const card = required(fields, 'payment_method', text)
  if (!cards.includes(card)) throw noSuch('PaymentMethod', card, 'payment_method', 400)
  if (text(fields, 'confirm') !== 'true')
    throw badParameter('confirm', 'parameter_missing', 'The sandbox has only payments with confirm=true.')
  if (card === 'pm_card_chargeDeclined')
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'generic_decline',
      message: 'Your card was declined.',
    })
  const payment = { id: newId('pi'), amount, currency, created: now() }
  return { entry: { payment }, body: paymentObject(payment) }
}

/** POST /v1/refunds */
export function planRefund(book: StripeBook, fields: Fields): Plan {
  only(fields, ['payment_intent', 'amount', 'metadata', 'reason'])
  const id = text(fields, 'payment_intent')
  if (id === undefined)
    throw badParameter(
      'payment_intent',
      'parameter_missing',
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const wanted = whole(fields, 'amount')
  const metadata = metadataOf(fields)
  const reason = text(fields, 'reason') ?? null
  if (reason !== null && !['duplicate', 'fraudulent', 'requested_by_customer'].includes(reason))
    throw badParameter(
      'reason',
      'parameter_invalid_enum',
      'Invalid reason: must be one of duplicate, fraudulent, or requested_by_customer',
    )
  const refund = refundOf(book, id, wanted, { metadata, reason })
  return { entry: { refund }, body: refundObject(refund), types: ['refund.created', 'refund.updated'] }
}

/** A refund that the rules allow. @param wanted cents; undefined means all that is left */
export function refundOf(
  book: StripeBook,
  id: string,
  wanted: number | undefined,
  more: Pick<StripeRefund, 'metadata' | 'reason'>,
): StripeRefund {
  const payment = book.payments.get(id)
  if (!payment) throw noSuch('payment_intent', id, 'payment_intent')
  if (payment.amount === 0)
    throw new StripeRefusal(400, {
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    })
  // A bank that has only inquired has taken nothing; one that lost has given it back.
  if (book.disputes.of(id).some(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status)))
    throw new StripeRefusal(400, {
      code: 'charge_disputed',
      message: `Charge ${chargeOf(id)} has been charged back; cannot issue a refund.`,
    })
  const left = payment.amount - book.refunded(id)
  if (left <= 0)
    throw new StripeRefusal(400, {
      code: 'charge_already_refunded',
      message: `Charge ${chargeOf(id)} has already been refunded.`,
    })
  const amount = wanted ?? left
  const { currency } = payment
  inSteps(amount, currency)
  if (amount > left)
    throw new StripeRefusal(400, {
      code: 'amount_too_large',
      message:
        left === payment.amount
          ? `Refund amount (${shown(amount, currency)}) is greater than charge amount (${shown(left, currency)})`
          : `Refund amount (${shown(amount, currency)}) is greater than unrefunded amount on charge (${shown(left, currency)})`,
      param: 'amount',
    })
  const refund = { id: newId('re'), payment_intent: id, amount, created: now(), ...more }
  return { ...refund, ...(currency && { currency }), status: 'succeeded' }
}

/** POST /v1/transfers */
export function planTransfer(book: StripeBook, fields: Fields): Plan {
  only(fields, ['amount', 'currency', 'destination', 'transfer_group', 'metadata', 'description'])
  const amount = required(fields, 'amount', whole)
  const currency = currencyOf(required(fields, 'currency', text), amount)
  const destination = required(fields, 'destination', text)
  const metadata = metadataOf(fields)
  if (!/^acct_[\w-]+$/.test(destination)) throw noSuch('destination', destination, 'destination', 400)
  const transfer_group = text(fields, 'transfer_group') ?? null
  const transfer = {
    id: newId('tr'),
    amount,
    currency,
    destination,
    transfer_group,
    metadata,
    created: now(),
  }
  return { entry: { transfer }, body: transferObject(transfer, book) }
}

/** POST /v1/transfers/{id}/reversals */
export function planReversal(book: StripeBook, fields: Fields, id: string): Plan {
  only(fields, ['amount', 'metadata', 'description', 'refund_application_fee'])
  const wanted = whole(fields, 'amount')
  const metadata = metadataOf(fields)
  const transfer = book.transfers.get(id)
  if (!transfer) throw noSuch('transfer', id, 'id')
  const left = transfer.amount - book.takenBack(id)
  if (left <= 0) throw new StripeRefusal(400, { message: `The transfer ${id} is already fully reversed.` })
  const amount = wanted ?? left
  const { currency } = transfer
  inSteps(amount, currency)
  if (amount > left)
    throw new StripeRefusal(400, {
      message: `Reversal amount (${shown(amount, currency)}) is greater than unreversed amount on transfer (${shown(left, currency)})`,
      param: 'amount',
    })
  const reversal = {
    ...{ id: newId('trr'), transfer: id, amount, metadata, created: now() },
    ...(currency && { currency }),
  }
  return { entry: { reversal }, body: reversalObject(reversal) }
}

/** One page of a list, newest first, by Stripe's cursors. @param things oldest first */
export function page<Thing extends { id: string }>(
  url: string,
  query: Fields,
  things: Thing[],
  show: (thing: Thing) => unknown,
) {
  const limit = whole(query, 'limit') ?? 10
  if (limit > 100)
    throw badParameter(
      'limit',
      'parameter_invalid_integer',
      `This value must be less than or equal to 100 (it currently is '${limit}').`,
    )
  const newest = things.toReversed()
  const after = text(query, 'starting_after')
  const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && from === 0) throw noSuch('object', after, 'starting_after', 400)
  const rows = newest.slice(from, from + limit)
  return { object: 'list', data: rows.map(show), has_more: from + limit < newest.length, url }
}

/** A text parameter, or undefined. */
export function text(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw badParameter(name, 'parameter_invalid_string', 'Invalid string')
  if (value === '')
    throw badParameter(
      name,
      'parameter_invalid_empty',
      `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`,
    )
  return value
}

function whole(fields: Fields, name: string): number | undefined {
  const value = text(fields, name)
  if (value === undefined) return undefined
  const code = 'parameter_invalid_integer'
  if (!/^-?\d{1,12}$/.test(value)) throw badParameter(name, code, `Invalid integer: ${value}`)
  if (Number(value) < 1) throw badParameter(name, code, 'This value must be greater than or equal to 1.')
  return Number(value)
}

function required<T>(fields: Fields, name: string, read: (fields: Fields, name: string) => T | undefined): T {
  const value = read(fields, name)
  if (value === undefined) throw badParameter(name, 'parameter_missing', `Missing required param: ${name}.`)
  return value
}

function metadataOf(fields: Fields): Record<string, string> {
  const { metadata = {} } = fields
  const pairs = Object.entries(metadata)
  const fine = pairs.every(
    ([key, value]) => key.length <= 40 && typeof value === 'string' && value.length <= 500,
  )
  if (typeof metadata === 'string' || !fine || pairs.length > 50)
    throw badParameter(
      'metadata',
      'parameter_invalid',
      'Invalid metadata: at most 50 keys of 40 characters with values of 500.',
    )
  return Object.fromEntries(pairs) as Record<string, string>
}

/** Stripe refuses parameters that it does not know. */
export function only(fields: Fields, known: string[]) {
  const unknown = Object.keys(fields).find((name) => !known.includes(name) && name !== 'expand')
  if (unknown !== undefined)
    throw badParameter(unknown, 'parameter_unknown', `Received unknown parameter: ${unknown}`)
}
