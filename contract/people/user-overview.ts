import { SumShape } from '../base/currency.ts'
import { Id, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { Notes } from '../staff/notes.ts'
import { linkKinds } from './linked-accounts.ts'
import { proposedKinds } from './policies.ts'

/** What staff should know about a person before they act: the band at the top of the person's page. */
export const UserOverview = z.object({
  /** The block in force; null for an account that is not blocked. Author and time are null where no reason was imported. */
  blocked: z
    .object({
      reason: text(10_000).nullable(),
      by: text(1000).nullable(),
      at: Time.nullable(),
      /** Unpaid sales, whose money waits for a plan; cents of their prices. */
      unpaid: z.object({ count: z.int(), ...SumShape }),
    })
    .nullable(),
  /** Open reports about the person and their listings, and the number of people who made them. */
  reports: z.object({ open: z.int(), reporters: z.int() }),
  /** Transactions with an open dispute, as buyer or seller. */
  disputes: z.int(),
  /** Open chargebacks of their purchases and sales. */
  chargebacks: z.int(),
  /** Refunds and cancellations on their way, and requests that wait for a second person. */
  refunds: z.object({ pending: z.int(), waiting: z.int() }),
  /** Accounts that share evidence with the person; `more`: at least as many, counting has stopped. */
  linked: z.object({ accounts: z.int(), blocked: z.int(), more: z.boolean() }),
  notes: Notes,
  /** Fields that staff decided and of which the marketplace says otherwise. */
  differs: z.array(text(100)),
  /** Unpaid sales whose payout is held by a dispute, a chargeback, a waiting request or by hand; cents of their prices. */
  held: z.object({ sales: z.int(), ...SumShape, by_hand: z.int() }),
  /** What the person may not do, and until when; a block is `blocked`. */
  restrictions: z.array(
    z.object({ kind: z.enum(['no_listing', 'no_messages', 'no_payouts']), until: Time.nullable() }),
  ),
  /** The strikes under each policy that counts some, and what they propose to staff. */
  strikes: z.array(
    z.object({
      policy: Id,
      name: text(200),
      count: z.int(),
      /** When the oldest one expires; null: none does. */
      expires_at: Time.nullable(),
      /** Null: nothing, or it was done since the newest strike. */
      proposed: z.object({ kind: z.enum(proposedKinds), days: z.int().nullable() }).nullable(),
    }),
  ),
})
export type UserOverview = z.infer<typeof UserOverview>

const Amount = z.object({ count: z.int(), ...SumShape })

/** What a block or the deletion of an account affects at this moment. */
export const UserEffect = z.object({
  /** Sales that are not paid out yet, and purchases whose seller is not; cents of their prices. */
  sales: Amount,
  purchases: Amount,
  /** The sales among them whose payout is held. */
  payouts: Amount,
  disputes: z.int(),
  /** Promotions that run, or wait for approval; cents that were paid for them. */
  promotions: Amount,
  conversations: z.int(),
  listings: z.int(),
  linked: z.object({
    accounts: z.int(),
    blocked: z.int(),
    /** The kinds of evidence that link them. */
    why: z.array(z.enum(linkKinds)),
  }),
  /** These figures as one text: the acting call sends it back as `seen`, and is refused if they have changed. */
  digest: text(2000),
})
export type UserEffect = z.infer<typeof UserEffect>

/** The `digest` of the effect that the caller saw. Not in the spec; without it the effect is not compared. */
export const SeenEffect = text(2000)
  .regex(/^\d+(,[\dA-Z.]*)*$/, 'is no digest of an effect')
  .optional()

/** A report about a person or one of their listings, with the record of its reporter. */
export const UserReportWithRecord = z.object({
  id: Id,
  /** The reported listing; null for a report about the person. */
  listing: z.object({ key: Id, title: text(1000).nullable() }).nullable(),
  reporter_uid: Id.nullable(),
  reporter: z
    .object({
      displayName: text(1000).nullable(),
      /** Reports that they have made; those that staff have handled, and those of them that were upheld: the person was blocked after the report, or the listing deleted or denied. */
      made: z.int(),
      handled: z.int(),
      upheld: z.int(),
    })
    .nullable(),
  report_reason_id: text(500).nullable(),
  /** What the reporter wrote; null for a report about a listing. */
  input: text(100_000).nullable(),
  status: z.enum(['open', 'resolved', 'ignored']),
  created_at: Time,
})
export type UserReportWithRecord = z.infer<typeof UserReportWithRecord>
