// Group: approvals. In the list of transactions the filter is `waiting`; staff read "waits for a second person".

import { Currency } from '../base/currency.ts'
import { Cents, Cursor, get, Id, post, Time, text } from '../base/endpoint.ts'
import type { Permission } from '../base/rights.ts'
import { z } from '../base/zod.ts'
import { Outcome } from './money.ts'
import { reasonFields, withReason } from './money-settings.ts'

/** The movements that may wait for a second person, and the permission that both people need. */
export const approvalRights = {
  refund: 'money.refund',
  cancel: 'money.cancel',
  /** A dispute decided for the buyer. */
  dispute: 'money.refund',
  /** A correction of the ledger. */
  correction: 'money.correct',
} as const satisfies Record<string, Permission>
export type ApprovalKind = keyof typeof approvalRights

/** A request for a sentence: 'a refund of $20.00'. */
export const requestWords: Readonly<Record<ApprovalKind, string>> = {
  refund: 'a refund',
  cancel: 'a cancellation',
  dispute: 'a refund by the decision of a dispute',
  correction: 'a correction',
}

/** The states of a request. Only an `asked` request can still be decided. */
export const approvalStates = ['asked', 'approved', 'declined', 'withdrawn', 'expired'] as const

/** A refund above the amount that one person may send alone, and its state (decision 11). */
export const Approval = z.object({
  id: Id,
  kind: z.enum(['refund', 'cancel', 'dispute', 'correction']),
  transaction_id: Id,
  /** The buyer's refund, cents. */
  cents: Cents,
  /** The transaction's currency. */
  currency: Currency.optional(),
  /** The refundable amount at the time of the request, cents. If it has changed since, the request cannot be approved. */
  left_seen: Cents,
  /** For a cancellation; null for a refund. */
  charge_seller: z.boolean().nullable(),
  show_in_reviews: z.boolean().nullable(),
  asked_by: Id,
  asked_by_name: text(1000),
  asked_at: Time,
  /** The time at which the request expires. */
  expires_at: Time,
  state: z.enum(approvalStates),
  decided_by: Id.nullable(),
  decided_by_name: text(1000).nullable(),
  decided_at: Time.nullable(),
  /** The reason for declining. */
  reason: text(1000).nullable(),
  /** For the decision of a dispute. */
  dispute_id: Id.nullable(),
  /** For a correction. */
  difference_id: Id.nullable(),
  /** Requested by a person who may not refund at all (money.request). */
  requested: z.boolean(),
  /** Why it is wanted; 'not given' without a reason. */
  why: text(2000),
  /** The requested amount if less was approved, cents. */
  asked_cents: Cents.nullable(),
  /** The refund of several items of an order that this is a part of: one decision is for all of them. */
  together: z
    .object({
      order_id: Id,
      /** The sum, cents. */
      cents: Cents,
      items: z.array(z.object({ transaction_id: Id, title: text(1000).nullable(), cents: Cents })),
    })
    .nullable(),
})
export type Approval = z.infer<typeof Approval>

/** The event on the topic `approvals` when a request is made or decided. */
export const ApprovalEvent = z.object({
  id: Id,
  transaction_id: Id,
  state: z.enum(approvalStates),
  /** The requester, whose console shows the decision, and the amounts if less was approved. */
  asked_by: Id.optional(),
  cents: Cents.optional(),
  currency: Currency.optional(),
  asked_cents: Cents.optional(),
})
export type ApprovalEvent = z.infer<typeof ApprovalEvent>

export const approvals = {
  list: get('/v1/admin/approvals', {
    may: 'transactions.read',
    about:
      'Refunds and cancellations that wait, or waited, for a second person, newest first, 200 at a time. A refund of several items of an order is one request; with `transaction` it is that of the transaction.',
    query: z.strictObject({
      state: z.enum(approvalStates).optional(),
      /** Only those of one transaction. */
      transaction: Id.optional(),
      /** Only those of one order. */
      order: Id.optional(),
      cursor: Cursor,
    }),
    data: z.array(Approval),
  }),
  approve: post('/v1/admin/approvals/{id}/approve', {
    may: 'money.approve',
    deed: { subject: 'transaction', topic: 'transactions' },
    tells: ['approvals', 'transactions'],
    about:
      "Approves a colleague's request and starts it; of a refund of several items, all of them or none. Refuses with forbidden the requester and a caller without the permission for the refund itself; with conflict a decided request, or one whose money has moved since.",
    data: Outcome,
  }),
  decline: post('/v1/admin/approvals/{id}/decline', {
    may: 'money.approve',
    deed: { subject: 'transaction', topic: 'transactions' },
    tells: ['approvals', 'transactions'],
    about: "Declines a colleague's request with a reason. Refuses with conflict a decided request.",
    body: z.strictObject({ reason: text(1000).refine((words) => words.trim() !== '', 'is empty') }),
    data: Approval,
  }),
  withdraw: post('/v1/admin/approvals/{id}/withdraw', {
    may: 'transactions.read',
    deed: { subject: 'transaction', topic: 'transactions' },
    tells: ['approvals', 'transactions'],
    about: "Withdraws the caller's own request. Refuses with conflict a decided request.",
    data: Approval,
  }),
  request: post('/v1/admin/transactions/{id}/refund_requests', {
    may: 'money.request',
    deed: { subject: 'transaction', topic: 'transactions' },
    tells: ['approvals'],
    about:
      'Requests a refund that another person decides. Refuses with refused an amount that is not refundable, with conflict while another request waits or another operation moves the same money. Not part of the spec.',
    body: withReason(
      z.strictObject({
        /** Cents. */
        amount: z.int().min(1, 'is below 1'),
        left_seen: z.int().optional(),
        ...reasonFields,
      }),
    ),
    data: Approval,
  }),
  approveLess: post('/v1/admin/approvals/{id}/approve_less', {
    may: 'money.approve',
    deed: { subject: 'transaction', topic: 'transactions' },
    tells: ['approvals', 'transactions'],
    about:
      "Approves a part of a colleague's requested refund, with a reason, and starts it. Refuses as approve does, and with refused an amount above the request or a request that is not the refund of one item. Not part of the spec.",
    body: z.strictObject({
      cents: z.int().min(1, 'is below 1'),
      reason: text(1000).refine((words) => words.trim() !== '', 'is empty'),
    }),
    data: Outcome,
  }),
}
