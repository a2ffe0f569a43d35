import { Currency } from '../base/currency.ts'
import { Cents, Cursor, get, Id, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { Reason } from '../people/users.ts'
import { Payout } from './money.ts'
import { Totals } from './refunds.ts'

/** The states of a payout: due, held by something, on its way, sent, failed. */
export const payoutStates = ['due', 'held', 'sending', 'sent', 'failed'] as const

/** A payout to a seller. */
export const PayoutRow = z.object({
  id: Id,
  transaction_id: Id,
  title: text(1000).nullable(),
  public_id: text(200).nullable(),
  seller: z.object({ uid: Id, name: text(1000).nullable(), blocked: z.boolean() }),
  amount: Cents.nullable().describe('Cents; for a payout that is not sent yet, what the seller has now.'),
  currency: Currency.optional().describe('The currency of its amount (ISO 4217).'),
  state: z.enum(payoutStates),
  /** What holds it, each a phrase. */
  held_by: z.array(z.string()),
  /** Whether staff hold it, so that it can be released. */
  held_by_hand: z.boolean(),
  /** Whether it failed and is the last of its transaction, so that it can be sent again. */
  can_retry: z.boolean(),
  provider: text(100).nullable(),
  reference: text(1000).nullable(),
  failure: text(1000).nullable(),
  created_at: Time,
  due_at: Time,
  settled_at: Time.nullable(),
})
export type PayoutRow = z.infer<typeof PayoutRow>

const filter = {
  state: z.enum(payoutStates).optional(),
  /** The seller: a uid, a name or an email address. */
  seller: text(500).optional(),
  /** The payouts of one transaction. */
  transaction: Id.optional(),
  currency: Currency.optional(),
  from: Time.optional(),
  to: Time.optional(),
}
export const PayoutFilter = z.strictObject(filter)
export type PayoutFilter = z.infer<typeof PayoutFilter>

export const payouts = {
  list: get('/v1/admin/payouts', {
    may: 'transactions.read',
    about:
      'Payouts to sellers, newest first, 100 at a time. The seller is looked for as in the search of orders. Not part of the spec.',
    query: z.strictObject({ ...filter, cursor: Cursor }),
    data: z.array(PayoutRow),
  }),
  totals: get('/v1/admin/payouts/totals', {
    may: 'transactions.read',
    about: 'Number and sum of the payouts that a filter finds. Not part of the spec.',
    query: PayoutFilter,
    data: Totals,
  }),
  export: get('/v1/admin/payouts/export', {
    may: 'money.export',
    deed: {},
    about:
      'Payouts as CSV, up to 5,000 rows at a time; the first page has a header line. Each export is audited. Not part of the spec.',
    query: z.strictObject({ ...filter, cursor: Cursor }),
    data: z.object({ csv: z.string(), rows: z.int() }),
  }),
  hold: post('/v1/admin/transactions/{id}/payout/hold', {
    may: 'money.hold',
    deed: { subject: 'transaction', event: 'payout.held', topic: 'transactions' },
    about:
      'Holds the payout of a transaction, also one that is not scheduled yet. Refuses with conflict when it is held by hand already, is being sent or was sent. Not part of the spec.',
    body: z.strictObject({
      reason: Reason,
      /** The policy whose words the seller reads. Without a policy the seller gets no message. The reason is for colleagues. */
      policy_id: Id.nullable().optional(),
    }),
    data: Payout,
  }),
  release: post('/v1/admin/transactions/{id}/payout/release', {
    may: 'money.hold',
    deed: { subject: 'transaction', event: 'payout.released', topic: 'transactions' },
    about:
      "Releases a payout that staff hold; other holds stay. A payout that failed and is not held is scheduled again, for the seller's account as it is now. Refuses with conflict when there is neither, with refused when the seller has no account. Not part of the spec.",
    body: z.strictObject({ reason: Reason }),
    data: Payout,
  }),
}
