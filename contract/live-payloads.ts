import type { RecordTopics, TopicOf, TopicPattern } from './base/live.ts'
import type { ConversationUpdate } from './conversations/conversations.ts'
import type { InboxEvent } from './conversations/inbox.ts'
import type { BulkEvent } from './desk/bulk.ts'
import type { DeskEvent } from './desk/desk.ts'
import type { ReviewEvent } from './listings/review.ts'
import type { ApprovalEvent } from './money/approvals.ts'
import type { LedgerCheck } from './money/reconciliation.ts'
import type { Transaction } from './money/transactions.ts'
import type { NotificationEvent } from './staff/notifications.ts'
import type { TimelineKind } from './staff/timeline.ts'

/** A changed record's id or name. A page refetches the record. */
export interface RecordChange {
  id: string
  deleted?: true
}

/** A changed transaction, with the ids of other pages that show it. */
export interface TransactionChange
  extends Pick<Transaction, 'id' | 'order_id' | 'purchaser_uid' | 'seller_uid' | 'currency'> {
  /** Only this label was cancelled: pages do not refetch (SHP-12). */
  cancelled_label?: string
}

/** The part of a transaction that every event for the marketplace has. */
export const partiesOf = ({ id, order_id, purchaser_uid, seller_uid, currency }: TransactionChange) => ({
  transaction_id: id,
  order_id,
  purchaser_uid,
  seller_uid,
  ...(currency !== undefined && { currency }),
})

interface Payloads extends Record<Exclude<keyof RecordTopics, 'users' | 'transactions'>, RecordChange> {
  review: ReviewEvent
  approvals: ApprovalEvent
  transactions: TransactionChange
  /** `found`: differences were found meanwhile. */
  reconciliation: Pick<LedgerCheck, 'day' | 'state'> & { found?: true }
  users: { uid: string; deleted?: true }
  notes: { kind: TimelineKind; id: string }
  /** The keys of the canned messages that were written or deleted. */
  moderatingMessages: { keys: string[] }
  'conversationUpdates/{uid}': ConversationUpdate
  inbox: InboxEvent
  desk: DeskEvent
  bulk: BulkEvent
  'notifications/{uid}': NotificationEvent
  'staff/{uid}': Record<string, never>
}

/** The payload of a topic's events. */
export type LivePayload<Pattern extends TopicPattern> = Payloads[Pattern]

/**
 * The arguments of `publish` for an event of one of the topics: topic, payload, and the seconds for which a page that
 * connects later still receives it. Null keeps it until it is removed.
 */
export type LiveEventOf<Pattern extends TopicPattern> = Pattern extends TopicPattern
  ? [topic: TopicOf<Pattern>, payload: LivePayload<Pattern>, seconds?: number | null]
  : never
