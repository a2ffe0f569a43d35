import type { EmailTemplate, EmailVariable } from '@portreeve/contract/conversations/email-templates'
import type { Macro } from '@portreeve/contract/conversations/macros'
import type { Collection } from '@portreeve/contract/listings/collections'
import type { Keyword } from '@portreeve/contract/listings/keywords'
import type { ListingReport } from '@portreeve/contract/listings/listing-reports'
import type { Post } from '@portreeve/contract/listings/posts'
import type { PromotedPost } from '@portreeve/contract/listings/promoted-posts'
import type { Question } from '@portreeve/contract/listings/questions'
import type { Dispute } from '@portreeve/contract/money/disputes'
import type { Order } from '@portreeve/contract/money/orders'
import type { ShipLabel } from '@portreeve/contract/money/shipping'
import type { Transaction } from '@portreeve/contract/money/transactions'
import type { Device } from '@portreeve/contract/people/devices'
import type { UserReport } from '@portreeve/contract/people/user-reports'
import type { User } from '@portreeve/contract/people/users'
import type { VerificationCode } from '@portreeve/contract/people/verification'
import type { Actor } from '../core/audit/audit.ts'
import type { AuditEntry } from '../core/call/context.ts'
import type { operations } from '../db/system-tables.ts'
import type { reviewDecisions } from '../listings/listing-tables.ts'
import type { payoutHolds } from '../money/money-desk-tables.ts'
import type { approvals } from '../money/money-tables.ts'
import type { chargebacks } from '../money/payment-tables.ts'

/** A person of the demo. */
export type Person = Omit<User, 'version'>

/** A listing of the demo, with its columns that are not on the wire. */
export type DemoPost = Required<Omit<Post, 'version'>>

/** A purchase of one listing. */
export type Purchase = Required<Omit<Transaction, 'version' | 'ship_labels' | 'currency'>> &
  Pick<Transaction, 'currency'>

export type DemoLabel = Required<Omit<ShipLabel, 'refund_state'>> & { transaction_id: string }

export type DemoDevice = Required<Device> & { uid: string }

/** A reason why a person is blocked. */
export interface BanReason {
  id: string
  uid: string
  reason: string | null
  created_at: string
  actor_uid: string | null
  actor: string | null
}

/** All records about money and parcels. */
export interface Money {
  orders: Order[]
  transactions: Purchase[]
  disputes: Dispute[]
  shipLabels: DemoLabel[]
}

/** Conversations, their members and messages. */
export interface Conversations {
  conversations: {
    id: string
    conversationsMessagesID: string
    product_id: string | null
    lastMessage: string | null
    date: string
  }[]
  members: { conversation_id: string; uid: string; name: string | null; read: boolean; position: number }[]
  messages: {
    id: string
    conversation_id: string
    senderID: string
    senderDisplayName: string | null
    type: 0 | 1 | 2
    text: string | null
    mediaURL: string | null
    postThumbnailImagePath: string | null
    postTitle: string | null
    date: string
  }[]
}

/** Devices, codes and gift cards of people. */
export interface Proofs {
  devices: DemoDevice[]
  codes: (VerificationCode & { uid: string })[]
  giftCards: {
    code: string
    cents: number
    created_at: string
    redeemed_by: string | null
    redeemed_at: string | null
  }[]
}

/** Reports about people and about listings. */
export interface Reports {
  userReports: Omit<UserReport, 'reporter'>[]
  listingReports: ListingReport[]
}

/** Content that staff curate, and people's posts other than listings. */
export interface Content {
  promotedPosts: (Omit<PromotedPost, 'charge' | 'version'> & { stripe_id: string | null })[]
  collections: Omit<Collection, 'version'>[]
  collectionItems: { collection_id: string; post_key: string; added_at: string }[]
  questions: Omit<Question, 'version'>[]
}

/** Texts that staff reuse. */
export interface Texts {
  moderatingMessages: { map: string; key: string; text: string }[]
  keywords: (Omit<Keyword, 'version'> & { created_at: string })[]
  macros: Omit<Macro, 'version'>[]
  emailTemplates: (Omit<EmailTemplate, 'version'> & { CreatedTimestamp: string })[]
  emailVariables: Omit<EmailVariable, 'version'>[]
}

/** All rows of a demo. */
export interface Rows extends Money, Conversations, Proofs, Reports, Content, Texts {
  users: Person[]
  banReasons: BanReason[]
  posts: DemoPost[]
}

/** A request for a second person's approval. */
export type DemoApproval = typeof approvals.$inferInsert
export type DemoChargeback = typeof chargebacks.$inferInsert
/** A refund, cancellation or payout. */
export type DemoOperation = typeof operations.$inferInsert & { created_at: string }

/** A decision about a listing or a promotion. */
export type DemoDecision = typeof reviewDecisions.$inferInsert

/** An audit row: what a staff member did, and when. */
export interface DemoAudit extends AuditEntry {
  at: string
  by: Actor
  action: string
}

/** What staff did before the demo began. */
export interface StaffWork {
  approvals: DemoApproval[]
  chargebacks: DemoChargeback[]
  operations: DemoOperation[]
  payoutHolds: (typeof payoutHolds.$inferInsert)[]
  decisions: DemoDecision[]
  audit: DemoAudit[]
}
