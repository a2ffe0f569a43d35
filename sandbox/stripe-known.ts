import { createHash } from 'node:crypto'
import { readLines } from './ndjson.ts'
import type { StripeBook, StripeEntry, StripeRefund } from './stripe-book.ts'

/** A payment older than the stand-in, with its refunds and transfers. Cents. */
interface Known {
  payment_intent: string
  amount: number
  refunded: number
  transfers: { transfer_group: string; destination: string; amount: number }[]
}

const isCents = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function readKnown(line: Record<string, unknown>): Known | string {
  const { payment_intent, amount, refunded = 0, transfers = [] } = line
  if (!isText(payment_intent)) return 'payment_intent is missing'
  if (!isCents(amount)) return 'amount is no whole number of cents'
  if (!isCents(refunded) || refunded > amount) return 'refunded is no whole number of cents up to amount'
  if (!Array.isArray(transfers)) return 'transfers is no list'
  const read = transfers.map((one: Record<string, unknown> | null) => {
    const { transfer_group, destination, amount } = one ?? {}
    return isText(transfer_group) && isText(destination) && isCents(amount) && amount > 0
      ? { transfer_group, destination, amount }
      : undefined
  })
  if (read.includes(undefined)) return 'a transfer needs transfer_group, destination and amount in cents'
  return { payment_intent, amount, refunded, transfers: read.filter((one) => one !== undefined) }
}

// The same line gives the same ids, so it can be repeated.
const idFrom = (prefix: string, ...parts: (string | number)[]) =>
  `${prefix}_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)}`

/**
 * Adds NDJSON lines of payments to the book: all lines or none. A known payment stays as it is, with
 * all its later changes.
 */
export function takeKnown(
  book: StripeBook,
  text: string,
): { known: number; added: number } | { problems: string[] } {
  const { lines, problems } = readLines(text, readKnown)
  if (problems.length > 0) return { problems: problems.slice(0, 20) }
  const created = Math.floor(Date.now() / 1000)
  const fresh = lines.filter(({ payment_intent }) => !book.payments.get(payment_intent))
  const added = new Map(fresh.toReversed().map((line) => [line.payment_intent, line]))
  // The payment comes last: after a kill in between, the line is added again.
  book.write(
    ...[...added.values()].flatMap(({ payment_intent: id, amount, refunded, transfers }): StripeEntry[] => [
      ...(refunded > 0 ? [{ refund: earlierRefund(id, refunded, created) }] : []),
      ...transfers.map((transfer, at) => ({
        transfer: { id: idFrom('tr', id, at), ...transfer, metadata: {}, created },
      })),
      { payment: { id, amount, created } },
    ]),
  )
  return { known: lines.length, added: added.size }
}

const earlierRefund = (payment_intent: string, amount: number, created: number): StripeRefund => ({
  id: idFrom('re', payment_intent),
  payment_intent,
  amount,
  status: 'succeeded',
  reason: null,
  metadata: {},
  created,
})
