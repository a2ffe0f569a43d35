import type { Transaction } from './transactions.ts'

/** The facts about a transaction that buttons and refusals depend on. */
type Facts = Pick<Transaction, 'shipping_status' | 'dispute_id' | 'dispute_status'>

/** The actions that a transaction's state allows: the console hides a button by it, the server refuses by it. */
export const transactionCan = {
  /** TXN-23 */
  markDelivered: (txn: Facts) => txn.shipping_status !== 1,
  /** TXN-24 */
  openDispute: (txn: Facts) => !txn.dispute_id,
  /** TXN-25 */
  resolveDispute: (txn: Facts) => Boolean(txn.dispute_id) && txn.dispute_status === 2,
}

/** Fields of a transaction that staff may edit (D-063); the three states need transactions.override. */
export const editableFields = [
  'status',
  'shipping_status',
  'payout_status',
  'product_title',
  'tracking_number',
  'tracking_url',
  'dispute_buyer_comms_url',
  'dispute_seller_comms_url',
] as const
export const overrideFields = ['status', 'shipping_status', 'payout_status'] as const
