import { Id, patch, post, Time } from './endpoint.ts'
import { z } from './zod.ts'

/** The dispute types: the words of the dropdown 'Reason for Dispute*' (TXN-39). */
export const disputeTypes: Readonly<Record<number, string>> = {
  1: 'Item Received Not As Described',
  2: 'Item Not Received',
  3: 'Other',
}
/** `dispute_type`, `1`, `2` or `3`. */
export const DisputeType = z.union([z.literal(1), z.literal(2), z.literal(3)])
/** The words of a dispute's status. */
export const disputeStatus: Readonly<Record<number, string>> = { 1: 'Resolved', 2: 'Active' }

/** A dispute about a transaction (spec: Dispute). */
export const Dispute = z.object({
  id: Id.describe('The dispute.'),
  transaction_id: Id.describe('The transaction it is about.'),
  creator_uid: Id.describe('Who opened it.'),
  dispute_type: DisputeType.describe('1 item not as described, 2 item not received, 3 other.'),
  status: z.union([z.literal(1), z.literal(2)]).describe('1 resolved, 2 active.'),
  created_at: Time.describe('When it was opened.'),
  resolved_at: Time.nullable().describe('When it was resolved.'),
})
export type Dispute = z.infer<typeof Dispute>

export const disputes = {
  open: post('/v1/admin/transactions/{id}/disputes', {
    may: 'disputes.write',
    tells: ['transactions'],
    about:
      "Opens a dispute: the seller's money that was not sent yet is frozen. Refuses with conflict when there is one already, with refused when the buyer or the transaction named is another.",
    body: z.strictObject({
      dispute_type: DisputeType,
      /** The purchaser. */
      creator_uid: Id,
      /** The transaction's id. */
      purchase_transaction: Id,
    }),
    data: Dispute,
  }),
  resolve: patch('/v1/admin/transactions/{id}/disputes/{disputeId}', {
    may: 'disputes.write',
    tells: ['transactions'],
    about: "Resolves the open dispute: the seller's earnings are sent within 2 hours. Cannot be undone.",
    data: Dispute,
  }),
}
