import type { Permission } from './rights.ts'

/** What an open page can subscribe to, by topic, and the permission that it needs. `live-payloads.ts` says what an event holds. */
export const liveTopics = {
  /** Who looks at which case, what was decided, taken back or deleted. */
  review: 'listings.read',
  /** Refunds that wait for a second person, and what becomes of them. */
  approvals: 'transactions.read',
  /** A transaction or its money has changed: by a call, by the worker or by the payment provider. */
  transactions: 'transactions.read',
  macros: 'macros.read',
  questions: 'community.read',
  /** A collection or its listings have changed. */
  collections: 'collections.read',
  keywords: 'keywords.read',
  emailTemplates: 'templates.read',
  emailVariables: 'templates.read',
  moderatingMessages: 'moderating.read',
  /** New messages and other changes of one's own conversations. The caller's own uid only. */
  'conversationUpdates/{uid}': 'conversations.write',
  /** One's own role or state has changed: the page must read again who is signed in. The caller's own uid only. */
  'staff/{uid}': 'staff',
} as const satisfies Record<string, Permission | 'staff'>

/** A topic as the contract writes it, with its parameters in braces. Endpoints declare these in `tells`. */
export type TopicPattern = keyof typeof liveTopics

/** The topics of a pattern: its braces filled. */
export type TopicOf<Pattern extends string> = Pattern extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${TopicOf<After>}`
  : Pattern

/** A topic that a page subscribes to. */
export type LiveTopic = TopicOf<TopicPattern>
