import { Currency } from '../base/currency.ts'
import { Cents, Cursor, get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'
import { Reason } from '../people/users.ts'
import { Outcome } from './money.ts'

/** A check of the ledger on one day: against itself and, payment by payment, against the payment provider. */
export const LedgerCheck = z.object({
  day: z.iso.date(),
  /** `failed` and `stopped` ones go on where they ended: the first by itself, both on request. */
  state: z.enum(['requested', 'running', 'stopped', 'done', 'failed']),
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
  /** The transactions that were checked, and those that the check has in all. */
  checked: z.int(),
  total: z.int(),
  /** Differences that it found, and those of them that are open now. */
  found: z.int(),
  open: z.int(),
  failure: text(1000).nullable(),
})
export type LedgerCheck = z.infer<typeof LedgerCheck>

/** The kinds of difference. Those with an account can be settled by a correction. */
export const differenceKinds = [
  'unbalanced',
  'captured',
  'over_refunded',
  'no_transaction',
  'no_provider',
  'payout',
  'refund',
  'refund_booked_twice',
  'chargeback',
  'unreadable_payment',
  'no_payment',
  'currency',
  'uncovered',
  'waiting',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** The kinds that a correction settles, with the account that it corrects. */
export const correctable = {
  payout: 'paid_out',
  refund: 'refunded',
  chargeback: 'charged_back',
} as const satisfies Partial<Record<DifferenceKind, string>>

/** A difference between the ledger and the provider, or within the ledger. */
export const LedgerDifference = z.object({
  id: Id,
  kind: z.enum(differenceKinds),
  /** The transaction, or the first of the payment. */
  transaction_id: Id.nullable(),
  /** The payment or the refund at the provider. */
  reference: text(1000).nullable(),
  /** The currency of both sides (ISO 4217); the environment's when missing. */
  currency: Currency.optional(),
  /** Both sides, cents; null where a side has no figure. */
  ledger_cents: Cents.nullable(),
  provider_cents: Cents.nullable(),
  /** The difference as a sentence. */
  words: text(2000),
  first_day: z.iso.date(),
  last_day: z.iso.date(),
  /** `gone`: a later check did not find it any more. `asked`: its correction waits for a second person. Only `open` ones can be settled. */
  state: z.enum(['open', 'asked', 'settled', 'gone']),
  settled_by: z.object({ uid: Id, name: text(1000).nullable() }).nullable(),
  settled_at: Time.nullable(),
  reason: text(1000).nullable(),
})
export type LedgerDifference = z.infer<typeof LedgerDifference>

/** Whether the events of a payment provider arrive here. */
export const ProviderEndpoint = z.object({
  provider: text(200),
  /** What keeps them from arriving, as sentences; none when all is well. */
  problems: z.array(text(2000)),
  /** When its settings were read. */
  at: Time,
})

export const reconciliation = {
  endpoints: get('/v1/admin/reconciliation/endpoints', {
    noPast: noPast.now,
    may: 'transactions.read',
    about:
      'Whether the webhooks of the payment providers have what they need, as of the start of the server or the last day. Not part of the spec.',
    data: z.array(ProviderEndpoint),
  }),
  days: get('/v1/admin/reconciliation', {
    noPast: noPast.figures,
    may: 'transactions.read',
    about: 'The checks of the ledger by day, newest first: at most 100. Not part of the spec.',
    data: z.array(LedgerCheck),
  }),
  differences: get('/v1/admin/reconciliation/differences', {
    may: 'transactions.read',
    about: 'Differences, newest first, 100 at a time. Not part of the spec.',
    query: z.strictObject({
      state: z.enum(['open', 'asked', 'settled', 'gone']).optional(),
      /** Those that the check of this day found. */
      day: z.iso.date().optional(),
      /** A single one. */
      id: Id.optional(),
      cursor: Cursor,
    }),
    data: z.array(LedgerDifference),
  }),
  run: post('/v1/admin/reconciliation/run', {
    may: 'money.correct',
    deed: { topic: 'reconciliation' },
    about:
      "Asks for today's check again; it begins within seconds. One that failed or was stopped goes on where it ended. Not part of the spec.",
    data: LedgerCheck,
  }),
  stop: post('/v1/admin/reconciliation/stop', {
    may: 'money.correct',
    deed: { topic: 'reconciliation' },
    about:
      'Stops the check that is under way; what it has found stays. Refuses with conflict when none is. Not part of the spec.',
    data: LedgerCheck,
  }),
  settle: post('/v1/admin/reconciliation/differences/{id}/settle', {
    may: 'money.correct',
    deed: { subject: 'transaction', topic: 'transactions' },
    tells: ['approvals'],
    about:
      "Settles a difference by a correction that brings the ledger to the provider's figure, against the marketplace's share or the seller's unsent money. Refuses with second_person, after storing a request, a correction above what the caller may refund alone; with refused a kind that no correction settles. Not part of the spec.",
    body: z.strictObject({ against: z.enum(['fee', 'pending', 'held']), reason: Reason }),
    data: Outcome,
  }),
}
