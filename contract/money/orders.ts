import { Currency, KnownCurrency } from '../base/currency.ts'
import { Cents, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { personal } from '../base/personal.ts'
import { z } from '../base/zod.ts'
import { Reason } from '../people/users.ts'
import { Money, Outcome } from './money.ts'
import { reasonFields, withReason } from './money-settings.ts'
import { maxMarks, OrderMarks, PartyCase } from './order-search.ts'
import { PayoutRow } from './payouts.ts'
import { Transaction } from './transactions.ts'

/** The words of an order's `status` (D-069). */
export const orderStatus: Readonly<Record<number, string>> = { 1: 'Complete (paid)', 2: 'Pending (unpaid)' }

/** A payment for one or more transactions (spec: Order). */
export const Order = z.object({
  id: Id.describe('The order.'),
  stripe_payment_intent_id: personal('payment', text(200))
    .nullable()
    .describe("The payment provider's payment."),
  buyer_uid: Id.describe('Who paid.'),
  status: z.int().min(-32768).max(32767).describe('1 complete (paid), 2 pending (unpaid).'),
  created_at: Time.describe('When it was made.'),
  currency: Currency.nullish().describe(
    'The currency of its payment (ISO 4217); that of its transactions when missing. Not part of the spec.',
  ),
})
export type Order = z.infer<typeof Order>

const addressLine = (max: number) => personal('address', text(max)).nullable()

/** Where an order is sent (not part of the spec). Staff's correction stays until the marketplace's row agrees with it. */
export const ShipTo = z.object({
  ship_to_name: addressLine(200).describe('Who receives the parcel.'),
  ship_to_line1: addressLine(200).describe('Street and number.'),
  ship_to_line2: addressLine(200).describe('Flat, floor or company.'),
  ship_to_city: addressLine(200).describe('The city.'),
  ship_to_region: text(100).nullable().describe('State or province.'),
  ship_to_postal_code: addressLine(100).describe('The postal code.'),
  ship_to_country: text(100).nullable().describe('The country, two letters, such as US.'),
})
export type ShipTo = z.infer<typeof ShipTo>

/** An order as it is imported. */
export const OrderRow = Order.partial({ stripe_payment_intent_id: true })
  .extend({
    provider: Id.optional().describe("The payment's provider; 'stripe' when missing."),
    currency: KnownCurrency.nullish().describe(
      'The currency of its payment (ISO 4217). Transactions without one take it.',
    ),
    ...ShipTo.partial().shape,
  })
  .strict()

/** One item of an order: who sells it, how it stands, and where its money is. */
export const OrderItem = OrderMarks.extend({
  money: Money,
  /** The newest payout to its seller; null when none is scheduled yet. */
  payout: PayoutRow.nullable(),
})
export type OrderItem = z.infer<typeof OrderItem>

export const OrderCase = z.object({
  buyer: PartyCase,
  ship_to: ShipTo,
  /** By the time of the purchase, newest first. */
  items: z.array(OrderItem),
  /** Whether the order has more items. */
  more: z.boolean(),
  /** The amount that the caller may still refund of this order today without a second person, cents. */
  alone: Cents,
})
export type OrderCase = z.infer<typeof OrderCase>

export const orders = {
  get: get('/v1/admin/orders/{id}', {
    may: 'transactions.read',
    about: 'One order with its transactions.',
    data: z.object({ order: Order, txns: z.array(Transaction) }),
  }),
  case: get('/v1/admin/orders/{id}/case', {
    may: 'transactions.read',
    about: `An order as a case: its buyer, and each item with its seller, its money by account and its payout; at most ${maxMarks} items. Not part of the spec.`,
    data: OrderCase,
  }),
  refund: post('/v1/admin/orders/{id}/refunds', {
    may: 'money.request',
    deed: { subject: 'order' },
    tells: ['approvals', 'transactions'],
    about:
      'Refunds several items of an order to the buyer: all of them or none. Refuses as transactions.refund does, naming the item; with second_person, after storing one request for all items, when their sum is more than the caller may refund of the order alone, or when the caller may only request refunds. Not part of the spec.',
    body: withReason(
      z.strictObject({
        items: z
          .array(
            z.strictObject({
              /** The transaction. */
              id: Id,
              /** Cents. */
              amount: z.int().min(1, 'is below 1'),
              /** The refundable amount that the caller saw, cents. */
              left_seen: z.int(),
            }),
          )
          .min(1, 'is empty')
          .max(maxMarks, `has more than ${maxMarks} items`),
        ...reasonFields,
      }),
    ),
    data: Outcome,
  }),
  correctAddress: patch('/v1/admin/orders/{id}/address', {
    may: 'transactions.write',
    deed: { subject: 'order', event: 'order.address_corrected' },
    tells: ['transactions'],
    about:
      'Corrects where an order is sent, with a reason. No row of the marketplace brings the old address back. With void_labels the paid labels of items that are not shipped are cancelled at the carrier, because a printed label keeps its address; the marketplace makes new ones. Refuses with conflict an address that has changed since the caller saw it, or a label whose money another operation moves; with refused an address that is the same. Not part of the spec.',
    body: z.strictObject({
      address: z.strictObject({ ...ShipTo.shape }),
      /** The address that the caller saw. */
      seen: z.strictObject({ ...ShipTo.shape }),
      void_labels: z.boolean(),
      reason: Reason,
    }),
    data: ShipTo,
  }),
  reveal: post('/v1/admin/orders/{id}/reveal', {
    may: 'personal.reveal',
    deed: { subject: 'order' },
    about:
      "Shows an order's payment and those of its labels in full to a caller who sees them masked. Audited with the reason; counts as users.reveal does. Not part of the spec.",
    body: z.strictObject({ reason: Reason }),
    data: z.object({
      stripe_payment_intent_id: text(200).nullable(),
      /** By the label's id. */
      labels: z.record(Id, text(200).nullable()),
      /** The address in full. */
      ship_to: z.record(text(100), text(200).nullable()).optional(),
    }),
    remembered: false,
  }),
}
