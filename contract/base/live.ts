import type { Permission } from './rights.ts'

/** The topics that a page can subscribe to, each with the permission that it needs. `live-payloads.ts` has the payloads. */
export const liveTopics = {
  /** Reviewers looking at a case; cases decided, undone or deleted. */
  review: 'posts.read',
  /** Refunds that wait for a second person, and their decisions. */
  approvals: 'transactions.read',
  /** A transaction or its money has changed: by a call, by the worker or by the payment provider. */
  transactions: 'transactions.read',
  /** A check of the ledger was requested, has begun or has ended. A settled difference is a change of its transaction. */
  reconciliation: 'transactions.read',
  /** A person's account, or the reports about them or their listings, have changed. */
  users: 'users.read',
  /** A record has a new staff note. */
  notes: 'staff',
  macros: 'macros.read',
  questions: 'questions.read',
  /** A collection or its listings have changed. */
  collections: 'collections.read',
  keywords: 'keywords.read',
  emailTemplates: 'emailTemplates.read',
  emailVariables: 'emailTemplates.read',
  moderatingMessages: 'moderatingMessages.read',
  /** New messages and other changes of the caller's own conversations. Only the caller's own uid. */
  'conversationUpdates/{uid}': 'conversations.write',
  /** Conversations of the team inbox: new messages, changes, and staff who read or write in one. */
  inbox: 'inbox.read',
  /** A case of the desk came, changed or left. Triggers publish it, with every change of its source. */
  desk: 'staff',
  /** How far a bulk job is, at most twice a second, and each change of its state. Only for the roles that may see the job. */
  bulk: 'staff',
  /** The caller has a new notification, or has read some. Triggers publish it. Only the caller's own uid. */
  'notifications/{uid}': 'staff',
  /** The caller's own role or state has changed: the page refetches the session. Only the caller's own uid. */
  'staff/{uid}': 'staff',
} as const satisfies Record<string, Permission | 'staff'>

/** A topic as in the contract, with its parameters in braces. Endpoints declare these in `deed` and `tells`. */
export type TopicPattern = keyof typeof liveTopics

/**
 * The topics whose events say only which record has changed, with its kind. Their payload is a `RecordChange`, but that of people and
 * transactions.
 */
export interface RecordTopics {
  users: 'user'
  transactions: 'transaction'
  questions: 'question'
  collections: 'collection'
  keywords: 'keyword'
  macros: 'macro'
  emailTemplates: 'email_template'
  emailVariables: 'email_variable'
}

/** A topic without parameters. */
export type PlainTopic = Exclude<TopicPattern, `${string}{${string}`>

/** The topics of a pattern: its parameters filled in. */
export type TopicOf<Pattern extends string> = Pattern extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${TopicOf<After>}`
  : Pattern

/** A topic that a page subscribes to. */
export type LiveTopic = TopicOf<TopicPattern>
