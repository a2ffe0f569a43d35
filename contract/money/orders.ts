import { get, Id, post, Time, text } from '../base/endpoint.ts'
import { personal } from '../base/personal.ts'
import { z } from '../base/zod.ts'
import { Reason } from '../people/users.ts'
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
})
export type Order = z.infer<typeof Order>

export const orders = {
  get: get('/v1/admin/orders/{id}', {
    may: 'transactions.read',
    about: 'One order with its transactions.',
    data: z.object({ order: Order, txns: z.array(Transaction) }),
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
    }),
    remembered: false,
  }),
}
