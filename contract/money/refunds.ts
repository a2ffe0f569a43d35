import { Currency } from '../base/currency.ts'
import { Cents, Cursor, get, Id, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

const Person = z.object({ uid: Id, name: text(1000).nullable() })

/** The kinds of movement of a transaction's money. */
export const movementKinds = [
  'refund',
  'cancel',
  'dispute_refund',
  'payout',
  'seller_charge',
  'label',
  'correction',
  'chargeback',
  'chargeback_fee',
] as const

/**
 * The states of a movement: it waits for a second person, is on its way, done, or failed. `due` and `held`: a
 * payout that is not sent yet, and one that something holds;
 * `declined`, `withdrawn` and `expired`: a request that ended.
 */
export const movementStates = [
  'asked',
  'pending',
  'due',
  'held',
  'done',
  'failed',
  'declined',
  'withdrawn',
  'expired',
] as const

/** One movement of a transaction's money. */
export const Movement = z.object({
  id: Id,
  kind: z.enum(movementKinds),
  transaction_id: Id,
  amount: Cents.nullable().describe('Cents; null for a payout whose amount is not fixed yet.'),
  currency: Currency.optional().describe('The currency of its amount (ISO 4217).'),
  state: z.enum(movementStates),
  /** The words of the reason; 'not given' without one; null where none is needed. */
  reason: text(3000).nullable(),
  requested_by: Person.nullable().describe('Null: the provider, or the server itself.'),
  approved_by: Person.nullable(),
  provider: text(100).nullable(),
  /** The provider's id. */
  reference: text(1000).nullable(),
  failure: text(1000).nullable(),
  created_at: Time,
  settled_at: Time.nullable(),
})
export type Movement = z.infer<typeof Movement>

/** A refund in the list, with what a row of the list shows. */
export const RefundRow = Movement.extend({
  title: text(1000).nullable(),
  public_id: text(200).nullable(),
  buyer: Person,
})
export type RefundRow = z.infer<typeof RefundRow>

const filter = {
  state: z.enum(['pending', 'done', 'failed']).optional(),
  kind: z.enum(['refund', 'cancel', 'dispute_refund']).optional(),
  reason_id: Id.optional(),
  currency: Currency.optional(),
  /** The staff member who requested it: a uid, an email address or a part of the name. */
  by: text(500).optional(),
  /** The buyer: a uid, a name or an email address. */
  buyer: text(500).optional(),
  /** Begun at this time or later. */
  from: Time.optional(),
  /** Begun before this time. */
  to: Time.optional(),
}
export const RefundFilter = z.strictObject(filter)
export type RefundFilter = z.infer<typeof RefundFilter>

const Sum = z.object({
  count: z.int(),
  cents: Cents,
  by_state: z.array(z.object({ state: z.string(), count: z.int(), cents: Cents })),
})
/** Number and sum in the environment's currency, and the same for each other currency: a sum never mixes them. */
export const Totals = Sum.extend({
  currency: Currency.optional(),
  others: z.array(Sum.extend({ currency: Currency })).optional(),
})
export type Totals = z.infer<typeof Totals>

export const refunds = {
  list: get('/v1/admin/refunds', {
    may: 'transactions.read',
    about:
      "Refunds and cancellations, newest first, 100 at a time, with those that were made in the provider's dashboard. The buyer is looked for as in the search of orders. Not part of the spec.",
    query: z.strictObject({ ...filter, cursor: Cursor }),
    data: z.array(RefundRow),
  }),
  totals: get('/v1/admin/refunds/totals', {
    may: 'transactions.read',
    about: 'Number and sum of the refunds that a filter finds. Not part of the spec.',
    query: RefundFilter,
    data: Totals,
  }),
  export: get('/v1/admin/refunds/export', {
    may: 'money.export',
    deed: {},
    about:
      'Refunds as CSV, up to 5,000 rows at a time; the first page has a header line. Each export is audited. Not part of the spec.',
    query: z.strictObject({ ...filter, cursor: Cursor }),
    data: z.object({ csv: z.string(), rows: z.int() }),
  }),
  movements: get('/v1/admin/transactions/{id}/movements', {
    may: 'transactions.read',
    about:
      "Every movement of a transaction's money, newest first: refunds, cancellations, payouts, charges of the seller, labels, corrections and chargebacks. Not part of the spec.",
    data: z.array(Movement),
  }),
}
