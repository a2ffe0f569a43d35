// Group: shipping. Its records are `ship_labels` on the wire; staff read "Shipping labels".

import { Cents, Id, post, Time, text } from '../base/endpoint.ts'
import { personal } from '../base/personal.ts'
import { z } from '../base/zod.ts'

/** The words of a label's `status` (SHP-13, SHP-14, SHP-15). */
export const shipLabelStatus: Readonly<Record<number, string>> = {
  1: 'Paid and ready to use',
  2: 'Not paid',
  3: 'Cancelled and refunded',
}

/** A carrier answers a request for the refund of a label within some weeks. */
export const LabelRefund = z.enum(['waiting', 'refunded', 'rejected'])
export type LabelRefund = z.infer<typeof LabelRefund>

/** Its words, which are not part of the spec. */
export const labelRefundWords: Readonly<Record<LabelRefund, string>> = {
  waiting: 'Waits for the carrier',
  refunded: 'Refunded by the carrier',
  rejected: 'Rejected by the carrier',
}

/** A shipping label of a transaction (spec: Ship label). */
export const ShipLabel = z.object({
  id: Id.describe('The label.'),
  key: text(200).nullable().describe("The label's second name at the source."),
  transaction_id: Id.optional().describe('The transaction it ships.'),
  created_at: Time.describe('When it was made.'),
  label_image_url: text(2000).nullable().describe('Where its picture lies.'),
  tracking_number: text(200).nullable().describe('The number to follow it by.'),
  ep_shipment_id: text(200).nullable().describe("The shipping provider's shipment."),
  purchase_date: Time.nullable().describe('When it was bought.'),
  payment_intent_id: personal('payment', text(200))
    .nullable()
    .describe("The payment provider's payment for it."),
  status: z
    .int()
    .min(-32768)
    .max(32767)
    .describe('1 paid and ready to use, 2 not paid, 3 cancelled and refunded.'),
  refund_state: LabelRefund.nullable()
    .optional()
    .describe(
      "The carrier's answer to the refund that staff requested last: waiting for it, refunded or rejected.",
    ),
})
export type ShipLabel = z.infer<typeof ShipLabel>

export const shipping = {
  cancelLabel: post('/v1/admin/shipping/labels/{id}/cancel', {
    may: 'shipping.cancel',
    deed: { subject: 'transaction' },
    about:
      'Voids a shipping label and requests its refund. Its cost comes back when the carrier has refunded it. Refuses with conflict a label that is not paid or already cancelled.',
    data: z.object({
      state: z.enum(['done', 'pending']),
      cents: Cents.nullable(),
      refund: LabelRefund.optional().describe('How far the refund is at the carrier.'),
    }),
  }),
}
