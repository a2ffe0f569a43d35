import type { Permission } from './rights.ts'

/** What pages can be told of while they are open, by topic, and the permission that it needs. */
export const liveTopics = {
  /** Who looks at which case, what was decided, taken back or deleted: `ReviewEvent`. */
  review: 'listings.read',
  /** Refunds that wait for a second person, and what becomes of them: `ApprovalEvent`. */
  approvals: 'transactions.read',
  /** New messages and what else becomes of one's own conversations: `ConversationUpdate`. One's own alone. */
  'conversationUpdates/{uid}': 'conversations.write',
  /** One's own role or state has changed: who one is must be asked again. */
  'staff/{uid}': 'staff',
} as const satisfies Record<string, Permission | 'staff'>

/** A topic that a page reads: a pattern of `liveTopics` with its braces filled. */
export type LiveTopic = Filled<keyof typeof liveTopics>

type Filled<Topic extends string> = Topic extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Topic
