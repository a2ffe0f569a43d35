import { createHash } from 'node:crypto'
import { readLines } from './ndjson.ts'
import type { StripeBook, StripeDispute, StripeEntry, StripeRefund } from './stripe-book.ts'
import { disputeObject, withdraw } from './stripe-dispute-objects.ts'
import type { Webhooks } from './stripe-webhooks.ts'

/** A dispute that a buyer's bank opens for a payment. Cents, and times in Unix seconds. */
type KnownDispute = Pick<StripeDispute, 'id' | 'amount' | 'currency' | 'reason' | 'created' | 'due_by'>

/** A refund that has the provider's id already. */
type KnownRefund = Pick<StripeRefund, 'id' | 'amount' | 'currency' | 'created'>
/** A transfer; its id and time are made up when they are missing. */
interface KnownTransfer {
  transfer_group: string
  destination: string
  amount: number
  id?: string
  created?: number
}

/** A payment older than the sandbox, with its refunds, transfers and disputes. Cents. */
interface Known {
  payment_intent: string
  amount: number
  currency?: string
  refunded: number
  refunds: KnownRefund[]
  transfers: KnownTransfer[]
  disputes: KnownDispute[]
}

const isCents = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function readKnown(line: Record<string, unknown>): Known | string {
  const {
    payment_intent,
    amount,
    refunded = 0,
    refunds = [],
    transfers = [],
    disputes = [],
    currency = 'usd',
  } = line
  if (!isText(payment_intent)) return 'payment_intent is missing'
  if (!isCents(amount)) return 'amount is no whole number of cents'
  if (!isText(currency)) return 'currency is no text'
  if (!isCents(refunded) || refunded > amount) return 'refunded is no whole number of cents up to amount'
  const back = Array.isArray(refunds) ? refunds.filter(isRefund) : undefined
  if (!Array.isArray(refunds) || back?.length !== refunds.length)
    return 'a refund needs id, amount in cents, and created in Unix seconds'
  if (back.reduce((sum, one) => sum + one.amount, refunded) > amount) return 'more is refunded than paid'
  if (!Array.isArray(transfers)) return 'transfers is no list'
  const read = transfers.map((one: Record<string, unknown> | null) => {
    const { transfer_group, destination, amount, id, created } = one ?? {}
    return isText(transfer_group) && isText(destination) && isCents(amount) && amount > 0
      ? {
          transfer_group,
          destination,
          amount,
          ...(isText(id) && { id }),
          ...(isCents(created) && { created }),
        }
      : undefined
  })
  if (read.includes(undefined)) return 'a transfer needs transfer_group, destination and amount in cents'
  const opened = Array.isArray(disputes) ? disputes.filter(isDispute) : undefined
  if (!Array.isArray(disputes) || opened?.length !== disputes.length)
    return 'a dispute needs id, reason, amount in cents, and created and due_by in Unix seconds'
  return {
    ...{
      payment_intent,
      amount,
      currency: currency.toLowerCase(),
      refunded,
      refunds: back,
      disputes: opened,
    },
    transfers: read.filter((one) => one !== undefined),
  }
}

const isRefund = (one: Record<string, unknown> | null): one is Record<string, unknown> & KnownRefund =>
  isText(one?.id) && isCents(one.amount) && one.amount > 0 && isCents(one.created)

const isDispute = (one: Record<string, unknown> | null): one is Record<string, unknown> & KnownDispute =>
  isText(one?.id) &&
  isText(one.reason) &&
  isCents(one.amount) &&
  one.amount > 0 &&
  isCents(one.created) &&
  isCents(one.due_by)

// The same line gives the same ids, so it can be repeated.
const idFrom = (prefix: string, ...parts: (string | number)[]) =>
  `${prefix}_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)}`

/**
 * Adds NDJSON lines of payments to the book: all lines or none. A known payment stays as it is, with
 * all its later changes. The bank takes the money of a new payment's disputes, and the webhooks about it are sent.
 */
export function takeKnown(
  book: StripeBook,
  hooks: Webhooks,
  text: string,
): { known: number; added: number } | { problems: string[] } {
  const { lines, problems } = readLines(text, readKnown)
  if (problems.length > 0) return { problems: problems.slice(0, 20) }
  const created = Math.floor(Date.now() / 1000)
  const fresh = lines.filter(({ payment_intent }) => !book.payments.get(payment_intent))
  const added = new Map(fresh.toReversed().map((line) => [line.payment_intent, line]))
  const sent: Parameters<Webhooks['send']>[0] = []
  // The payment comes last: after a kill in between, the line is added again.
  book.write(
    ...[...added.values()].flatMap((line): StripeEntry[] => {
      const { payment_intent: id, amount, currency = 'usd', refunded, refunds, transfers } = line
      return [
        ...(refunded > 0
          ? [{ refund: earlierRefund(id, { id: idFrom('re', id), amount: refunded, currency, created }) }]
          : []),
        ...refunds.map((one) => ({ refund: earlierRefund(id, { ...one, currency }) })),
        ...transfers.map((transfer, at) => ({
          transfer: { id: idFrom('tr', id, at), created, currency, ...transfer, metadata: {} },
        })),
        ...line.disputes.map((one) => {
          const dispute = disputeOf(id, { ...one, currency })
          const events = hooks.events(disputeObject(dispute), [
            'charge.dispute.created',
            'charge.dispute.funds_withdrawn',
          ])
          sent.push(...events)
          return { dispute, events }
        }),
        { payment: { id, amount, currency, created } },
      ]
    }),
  )
  hooks.send(sent)
  return { known: lines.length, added: added.size }
}

const earlierRefund = (
  payment_intent: string,
  { id, amount, currency = 'usd', created }: KnownRefund,
): StripeRefund => ({
  ...{ id, payment_intent, amount, currency, created },
  status: 'succeeded',
  reason: null,
  metadata: {},
})

const disputeOf = (payment_intent: string, dispute: KnownDispute): StripeDispute =>
  withdraw({
    ...dispute,
    payment_intent,
    status: 'warning_needs_response',
    ...{ evidence: {}, submissions: 0, movements: [] },
  })
