import { Cents, Cursor, get, Id, post, Time, text } from './endpoint.ts'
import type { Permission } from './rights.ts'
import { Outcome } from './transactions.ts'
import { z } from './zod.ts'

/** The movements that may wait for a second person, and the permission that both people need. */
export const approvalRights = {
  refund: 'money.refund',
  cancel: 'money.cancel',
} as const satisfies Record<string, Permission>
export type ApprovalKind = keyof typeof approvalRights

/** The states of a request. Only an `asked` request can still be decided. */
export const approvalStates = ['asked', 'approved', 'declined', 'withdrawn', 'expired'] as const

/** A refund above the amount that one person may send alone, and its state (decision 11). */
export const Approval = z.object({
  id: Id,
  kind: z.enum(['refund', 'cancel']),
  transaction_id: Id,
  /** The buyer's refund, cents. */
  cents: Cents,
  /** The refundable amount at the time of the request, cents: with any other amount it cannot be approved. */
  left_seen: Cents,
  /** For a cancellation; null for a refund. */
  charge_seller: z.boolean().nullable(),
  show_in_reviews: z.boolean().nullable(),
  asked_by: Id,
  asked_by_name: text(1000),
  asked_at: Time,
  /** The time at which the request stops waiting. */
  expires_at: Time,
  state: z.enum(approvalStates),
  decided_by: Id.nullable(),
  decided_by_name: text(1000).nullable(),
  decided_at: Time.nullable(),
  /** The reason for declining. */
  reason: text(1000).nullable(),
})
export type Approval = z.infer<typeof Approval>

/** The event on the topic `approvals` when a request is made or decided. */
export const ApprovalEvent = z.object({
  id: Id,
  transaction_id: Id,
  state: z.enum(approvalStates),
})
export type ApprovalEvent = z.infer<typeof ApprovalEvent>

export const approvals = {
  list: get('/v1/admin/approvals', {
    may: 'transactions.read',
    about:
      'Refunds and cancellations that wait, or waited, for a second person, newest first, 200 at a time.',
    query: z.strictObject({
      state: z.enum(approvalStates).optional(),
      /** Only those of one transaction. */
      transaction: Id.optional(),
      cursor: Cursor,
    }),
    data: z.array(Approval),
  }),
  approve: post('/v1/admin/approvals/{id}/approve', {
    may: 'money.approve',
    tells: ['approvals', 'transactions'],
    about:
      "Approves a colleague's request and starts it. Refuses with forbidden for the requester and without the permission for the refund itself; with conflict when it is decided already, or when money has moved since.",
    data: Outcome,
  }),
  decline: post('/v1/admin/approvals/{id}/decline', {
    may: 'money.approve',
    tells: ['approvals', 'transactions'],
    about: "Declines a colleague's request with a reason. Refuses with conflict when it is decided.",
    body: z.strictObject({ reason: text(1000).refine((words) => words.trim() !== '', 'is empty') }),
    data: Approval,
  }),
  withdraw: post('/v1/admin/approvals/{id}/withdraw', {
    may: 'transactions.read',
    tells: ['approvals', 'transactions'],
    about: "Withdraws the caller's own request. Refuses with conflict when it is decided.",
    data: Approval,
  }),
}
