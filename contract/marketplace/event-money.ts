import { Currency } from '../base/currency.ts'
import { Cents, Id, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { chargebackStates } from '../money/chargebacks.ts'
import { DisputeType, disputeCase } from '../money/disputes.ts'
import { ShipTo } from '../money/orders.ts'
import { Transaction } from '../money/transactions.ts'
import { changed, reason, shape } from './event-shapes.ts'

const transaction = {
  transaction_id: Id,
  order_id: Id.nullable(),
  purchaser_uid: Id,
  seller_uid: Id,
  currency: Currency.optional().describe('The currency of all amounts of the transaction (ISO 4217).'),
}
const example = {
  ...{ transaction_id: 'txn-1', order_id: 'order-1', purchaser_uid: 'ben', seller_uid: 'ana' },
  currency: 'USD',
}
const shipping = Transaction.pick({ shipping_status: true }).strict()
const status = Transaction.pick({ status: true }).strict()
const fields = Transaction.omit({ id: true, ship_labels: true, version: true }).partial().strict()
const failure = text(10_000).nullable().describe("The payment provider's words.")
const reference = text(200).nullable().describe("The payment provider's id of it.")
const refund = {
  ...transaction,
  cents: Cents,
  kind: z
    .enum(['refund', 'cancel', 'dispute', 'provider'])
    .describe("What it belongs to; `provider`: it was made in the payment provider's dashboard."),
}
const refundExample = { ...example, cents: 1840, kind: 'refund' } as const
const chargeback = z.strictObject({ state: z.enum(chargebackStates), withdrawn: Cents, fee: Cents })

/** The events about transactions and their money. */
export const moneyEvents = {
  'order.address_corrected': shape(
    { order_id: Id, buyer_uid: Id, reason, ...changed(ShipTo.partial().strict()) },
    {
      ...{ order_id: 'order-1', buyer_uid: 'ben', reason: 'The buyer wrote the wrong number' },
      ...{ before: { ship_to_line1: '12 Main Stret' }, after: { ship_to_line1: '12 Main Street' } },
    },
  ),
  'transaction.updated': shape(
    { ...transaction, ...changed(fields) },
    { ...example, before: { tracking_number: null }, after: { tracking_number: '1Z999' } },
  ),
  'transaction.delivered': shape(
    { ...transaction, ...changed(shipping) },
    { ...example, before: { shipping_status: 2 }, after: { shipping_status: 1 } },
  ),
  'transaction.not_shipped': shape(
    { ...transaction, ...changed(shipping) },
    { ...example, before: { shipping_status: 2 }, after: { shipping_status: 3 } },
  ),
  'transaction.cancelled': shape(
    {
      ...transaction,
      reason,
      seller_charged: Cents.describe('What the seller was charged.'),
      shown_in_reviews: z.boolean().describe("Whether it is shown in the seller's reviews."),
      ...changed(status),
    },
    {
      ...{ ...example, reason: 'Out of stock', seller_charged: 0, shown_in_reviews: true },
      ...{ before: { status: 2 }, after: { status: 3 } },
    },
  ),
  'refund.sent': shape(
    { ...refund, reason, reference },
    { ...refundExample, reason: 'Arrived broken', reference: 're_1' },
  ),
  'refund.failed': shape(
    { ...refund, failure, reference },
    { ...refundExample, failure: 'The card is closed.', reference: null },
  ),
  'refund.moved': shape(
    { ...transaction, reference, ...changed(z.strictObject({ cents: Cents })) },
    { ...example, reference: 're_1', before: { cents: 1840 }, after: { cents: 900 } },
  ),
  'dispute.opened': shape(
    { ...transaction, dispute_id: Id, dispute_type: DisputeType },
    { ...example, dispute_id: 'dp_1', dispute_type: 1 },
  ),
  'dispute.updated': shape(
    { ...transaction, dispute_id: Id, ...changed(z.strictObject(disputeCase).partial()) },
    {
      ...{ ...example, dispute_id: 'dp_1', before: { deadline_at: '2026-05-03T09:00:00.000Z' } },
      after: { deadline_at: '2026-05-10T09:00:00.000Z' },
    },
  ),
  'dispute.resolved': shape(
    {
      ...transaction,
      dispute_id: Id,
      outcome: z.enum(['seller', 'buyer']),
      refunded_cents: Cents.nullable(),
      reason,
    },
    { ...example, dispute_id: 'dp_1', outcome: 'buyer', refunded_cents: 1840, reason: 'Arrived broken' },
  ),
  'chargeback.changed': shape(
    {
      ...transaction,
      chargeback_id: Id,
      reason: text(200).describe("The bank's reason, as the payment provider names it."),
      before: chargeback.nullable().describe('null: it is new.'),
      after: chargeback,
    },
    {
      ...{ ...example, chargeback_id: 'du_1', reason: 'product_not_received', before: null },
      after: { state: 'needs_response', withdrawn: 1840, fee: 1500 },
    },
  ),
  'chargeback.answered': shape(
    { ...transaction, chargeback_id: Id, reference },
    { ...example, chargeback_id: 'du_1', reference: 'du_1' },
  ),
  'label.void_requested': shape({ ...transaction, label_id: Id }, { ...example, label_id: 'label-1' }),
  'label.void_rejected': shape({ ...transaction, label_id: Id }, { ...example, label_id: 'label-1' }),
  'label.voided': shape(
    { ...transaction, label_id: Id, cents: Cents.describe('What its provider gives back.') },
    { ...example, label_id: 'label-1', cents: 740 },
  ),
  'payout.held': shape({ ...transaction, reason }, { ...example, reason: 'The seller is new' }),
  'payout.released': shape({ ...transaction, reason }, { ...example, reason: 'Checked' }),
  'payout.sent': shape(
    { ...transaction, cents: Cents, reference },
    { ...example, cents: 9200, reference: 'tr_1' },
  ),
  'payout.failed': shape(
    { ...transaction, cents: Cents.nullable(), failure },
    { ...example, cents: 9200, failure: 'The account is closed.' },
  ),
} as const
