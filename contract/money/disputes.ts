import { Currency } from '../base/currency.ts'
import { Cents, Cursor, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'
import { FileIds, StoredFile } from '../staff/files.ts'
import { Outcome } from './money.ts'
import { reasonFields } from './money-settings.ts'

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

const Files = z.array(text(2000)).max(50)

/** What both sides say about a dispute. Not part of the spec. */
export const disputeCase = {
  deadline_at: Time.describe('By when staff decide it.'),
  buyer_statement: text(20_000).nullable().describe('What the buyer says.'),
  seller_statement: text(20_000).nullable().describe('What the seller says.'),
  buyer_files: Files.describe("The paths of the buyer's files."),
  seller_files: Files.describe("The paths of the seller's files."),
}

const attached = z.array(StoredFile).optional()

/** A dispute as staff decide it. Not part of the spec. */
export const DisputeCase = z.object({
  ...Dispute.shape,
  ...disputeCase,
  /** The files that staff attached to a statement; missing without any. */
  buyer_attached: attached,
  seller_attached: attached,
  creator_name: text(1000).nullable(),
  assignee: z.object({ uid: Id, name: text(1000) }).nullable(),
  /** The outcome; null while it is open, and for a dispute that was resolved before. */
  outcome: z.enum(['seller', 'buyer']).nullable(),
  refunded_cents: Cents.nullable().describe("What the decision refunded, cents; null unless the buyer's."),
  decided_by: z.object({ uid: Id, name: text(1000) }).nullable(),
  decision_reason: text(2000).nullable(),
  /** The transaction's title, public id and price with shipping in cents. */
  title: text(1000).nullable(),
  public_id: text(200).nullable(),
  amount: Cents,
  /** The transaction's currency. */
  currency: Currency.optional(),
  buyer: z.object({ uid: Id, name: text(1000).nullable() }),
  seller: z.object({ uid: Id, name: text(1000).nullable() }),
})
export type DisputeCase = z.infer<typeof DisputeCase>

export const disputeScopes = ['open', 'mine', 'unassigned', 'overdue', 'resolved'] as const

export const disputes = {
  open: post('/v1/admin/transactions/{id}/disputes', {
    may: 'disputes.write',
    deed: { subject: 'transaction', event: 'dispute.opened', topic: 'transactions' },
    about:
      "Opens a dispute and freezes the seller's unsent money. Refuses with conflict when the transaction already has a dispute, with refused when the body names another buyer or transaction.",
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
    deed: { subject: 'transaction', event: 'dispute.resolved', topic: 'transactions' },
    about: "Resolves the open dispute: the seller's earnings are sent within 2 hours. Cannot be undone.",
    data: Dispute,
  }),
  list: get('/v1/admin/disputes', {
    may: 'transactions.read',
    about:
      'Disputes, nearest deadline first, 50 at a time; resolved ones by their opening, newest first. Not part of the spec.',
    query: z.strictObject({
      /** 'open' when missing. */
      scope: z.enum(disputeScopes).optional(),
      type: z.enum(['1', '2', '3']).optional(),
      currency: Currency.optional(),
      cursor: Cursor,
    }),
    data: z.array(DisputeCase),
  }),
  get: get('/v1/admin/disputes/{disputeId}', {
    may: 'transactions.read',
    about: 'One dispute with the statements and files of both sides. Not part of the spec.',
    data: DisputeCase,
  }),
  assignees: get('/v1/admin/dispute_assignees', {
    noPast: noPast.staff,
    may: 'disputes.write',
    about:
      'The staff members who may decide disputes, by name, at most 500: those to whom a dispute can be assigned. Not part of the spec.',
    data: z.array(z.object({ uid: Id, name: text(1000) })),
  }),
  assign: post('/v1/admin/disputes/{disputeId}/assign', {
    may: 'disputes.write',
    deed: { subject: 'transaction', topic: 'transactions' },
    about:
      'Assigns an open dispute to a staff member who may decide it, or to no one. Refuses with conflict a resolved dispute. Not part of the spec.',
    body: z.strictObject({ uid: Id.nullable() }),
    data: DisputeCase,
  }),
  record: patch('/v1/admin/disputes/{disputeId}', {
    may: 'disputes.write',
    deed: { subject: 'transaction', event: 'dispute.updated', topic: 'transactions' },
    about:
      "Changes an open dispute's deadline, statements or files. Attached files are the caller's own, or those that the statement has. Refuses with conflict a resolved dispute, with refused a file of another record. Not part of the spec.",
    body: z.strictObject({
      ...z.object(disputeCase).partial().shape,
      /** The ids of all attached files of a statement: those that it names no more are removed. */
      buyer_attached: FileIds,
      seller_attached: FileIds,
    }),
    data: DisputeCase,
  }),
  decide: post('/v1/admin/transactions/{id}/disputes/{disputeId}/decision', {
    may: 'disputes.write',
    deed: { subject: 'transaction', event: 'dispute.resolved', topic: 'transactions' },
    tells: ['approvals'],
    about:
      "Decides the open dispute with a reason. For the seller: as resolving. For the buyer: refunds the amount, or all that is left, and resolves the dispute in one operation; the rest is the seller's and sent within 2 hours. For the buyer, refuses with second_person, after storing a request, an amount above what the caller may refund alone, and any amount of a caller who may request refunds only. Refuses with refused an amount that is not refundable and a decision without a reason, with conflict a dispute that is resolved or being decided. Not part of the spec.",
    body: z.strictObject({
      outcome: z.enum(['seller', 'buyer']),
      /** Cents; all that is left when missing. Only for the buyer. */
      refund_cents: z.int().min(1, 'is below 1').optional(),
      /** The refundable amount that the caller saw, cents. */
      left_seen: z.int().optional(),
      /** One of them is required. */
      ...reasonFields,
    }),
    data: Outcome,
  }),
}
