// Group: transactions. The console's address is `txns`; staff read "Orders" on the tab.

import { Currency } from '../base/currency.ts'
import { Cents, Cursor, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { Money, Outcome } from './money.ts'
import { reasonFields } from './money-settings.ts'
import { ShipLabel } from './shipping.ts'
import { TransactionFilter } from './transaction-filter.ts'

type Words = Readonly<Record<number, string>>

/** The words of `status` (TXN-62 to TXN-67; D-054). Any other value shows as 'null'. */
export const transactionStatus: Words = {
  1: 'Complete',
  2: 'Pending',
  3: 'Seller cancelled',
  4: 'Failed to ship',
  5: 'Disputed and refunded',
}
/** The words of `shipping_status`. */
export const shippingStatus: Words = { 1: 'Delivered', 2: 'En route', 3: 'Not shipped' }
/** The words of `payout_status`. */
export const payoutStatus: Words = { 1: 'Paid (sent)', 2: 'Not paid (not sent)' }

const Status = z.int().min(-32768).max(32767).nullable()
const Switch = z.enum(['true', 'false', '1', '0', '']).optional()
const filled = (max: number) => text(max).min(1, 'is empty')

/** One purchase of one listing (spec: Transaction). */
export const Transaction = z.object({
  id: Id.describe('The transaction.'),
  public_id: text(200).nullable().describe('The number that buyer and seller see.'),
  product_id: text(200).nullable().describe('The listing bought. Not checked: it may be long gone.'),
  product_title: text(1000).nullable().describe("The listing's title at that time."),
  product_thumbnail_path: text(2000).nullable().describe("The listing's small picture at that time."),
  seller_uid: Id.describe('Who sold.'),
  purchaser_uid: Id.describe('Who bought.'),
  seller_display_name: text(1000).nullable().describe("The seller's name at that time."),
  purchaser_display_name: text(1000).nullable().describe("The buyer's name at that time."),
  order_id: Id.nullable().describe('The order it belongs to.'),
  price: Cents.describe('The price in cents.'),
  shipping_cost: Cents.nullable().describe('Shipping cost in cents.'),
  currency: Currency.optional().describe('The currency of its amounts (ISO 4217).'),
  status: Status.describe(
    '1 complete, 2 pending, 3 seller cancelled, 4 failed to ship, 5 disputed and refunded.',
  ),
  shipping_status: Status.describe('1 delivered, 2 en route, 3 not shipped.'),
  payout_status: Status.describe('1 paid (sent), 2 not paid (not sent).'),
  purchase_date: Time.describe('When it was bought.'),
  delivered_at: Time.nullable().describe('When it arrived.'),
  tracking_number: text(200).nullable().describe('The number to follow the parcel by.'),
  carrier: text(100).nullable().describe('Who carries the parcel.'),
  tracking_url: text(2000).nullable().describe('Where to follow the parcel.'),
  dispute_id: text(200).nullable().describe('Its dispute. Not checked: disputes come later.'),
  dispute_status: Status.describe('1 resolved, 2 active.'),
  dispute_buyer_comms_url: text(2000).nullable().describe('Where the buyer writes about the dispute.'),
  dispute_seller_comms_url: text(2000).nullable().describe('Where the seller writes about the dispute.'),
  ship_labels: z.array(ShipLabel).optional().describe('Its labels.'),
  /** Counts this record's changes; other servers may leave it out. */
  version: z.int().optional(),
})
export type Transaction = z.infer<typeof Transaction>

export const transactions = {
  list: get('/v1/admin/transactions', {
    may: 'transactions.read',
    about: 'All transactions, newest first, a page at a time.',
    query: TransactionFilter,
    data: z.array(Transaction),
  }),
  get: get('/v1/admin/transactions/{id}', {
    may: 'transactions.read',
    about: 'One transaction with its labels.',
    data: Transaction,
  }),
  money: get('/v1/admin/transactions/{id}/money', {
    may: 'transactions.read',
    about: "A transaction's money by account, from the ledger. Not part of the spec.",
    data: Money,
  }),
  save: patch('/v1/admin/transactions/{id}', {
    may: 'transactions.write',
    deed: { subject: 'transaction', event: 'transaction.updated', topic: 'transactions' },
    about:
      'Saves the editable fields of a full transaction. Refuses with refused a changed read-only field, naming it; with conflict a transaction that has changed since, naming the changes, and a changed payout_status while a payout is being sent. A payout_status of 1 set by hand holds the scheduled payout.',
    body: z.strictObject({ ...Transaction.shape }),
    wholeRecord: true,
    data: Transaction,
  }),
  delivered: patch('/v1/admin/transactions/{id}/delivered', {
    may: 'transactions.write',
    deed: { subject: 'transaction', event: 'transaction.delivered', topic: 'transactions' },
    about: 'Marks a transaction as delivered. Refuses with conflict when it already is.',
    data: Transaction,
  }),
  notShipped: patch('/v1/admin/transactions/{id}/not_shipped', {
    may: 'transactions.write',
    deed: { subject: 'transaction', event: 'transaction.not_shipped', topic: 'transactions' },
    about: 'Marks a transaction as not shipped. Refuses with conflict when it already is.',
    data: Transaction,
  }),
  cancel: patch('/v1/admin/transactions/{id}/cancel', {
    may: 'money.cancel',
    deed: { subject: 'transaction', topic: 'transactions' },
    tells: ['approvals'],
    about:
      'Cancels a transaction and refunds the remaining amount to the buyer. With charge_seller the refund is charged to the seller; otherwise the marketplace bears what the seller was already sent. Refuses with conflict, naming the reason, while another operation moves the same money; with second_person, after storing a request, when the amount is more than the caller may refund alone.',
    query: z.strictObject({
      /** true, 1 or bare presence (D-061). */
      charge_seller: Switch,
      show_cancellation_in_seller_reviews: Switch,
      ...reasonFields,
    }),
    data: Outcome,
  }),
  refund: post('/v1/admin/transactions/{id}/refunds', {
    may: 'money.refund',
    deed: { subject: 'transaction', topic: 'transactions' },
    tells: ['approvals'],
    about:
      'Refunds an amount to the buyer. Refuses with refused an amount that is not a positive whole number of cents or exceeds the refundable amount; with conflict while another operation moves the same money, or when a different amount is refundable than the caller saw; with second_person, after storing a request, when the amount is more than the caller may refund alone.',
    body: z.strictObject({
      amount: z.number().describe('Cents. The schema accepts any number; the server decides (D-064).'),
      left_seen: z.int().optional().describe('The refundable amount that the caller saw, cents.'),
      ...reasonFields,
    }),
    data: Outcome,
  }),
  tracking: post('/v1/admin/transactions/{id}/tracking', {
    may: 'transactions.write',
    deed: { subject: 'transaction', event: 'transaction.updated', topic: 'transactions' },
    about: 'Sets tracking number and carrier; a transaction that was not shipped becomes en route.',
    body: z.strictObject({ tracking_number: filled(200), carrier: filled(100) }),
    data: Transaction,
  }),
  ofUser: get('/v1/admin/users/{uid}/transactions', {
    may: 'transactions.read',
    about: "A person's purchases and sales in one list, newest first, 200 at a time.",
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(Transaction),
  }),
  between: get('/v1/admin/purchase_transactions', {
    may: 'transactions.read',
    about: 'The transactions between two people, newest first. At most 200.',
    query: z.strictObject({ party1: Id, party2: Id }),
    data: z.array(Transaction),
  }),
}
