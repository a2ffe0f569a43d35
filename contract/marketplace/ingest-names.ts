/**
 * The names of the entities that programs may write. Staff are invited: a program that could add staff could approve its own
 * refunds. Their fields are in imports.ts, which no page loads at its start.
 */
export const ingestNames = [
  'users',
  'ban_reasons',
  'devices',
  'verification_codes',
  'gift_cards',
  'listings',
  'content_reports',
  'user_reports',
  'orders',
  'transactions',
  'disputes',
  'ship_labels',
  'conversations',
  'messages',
  'promoted_posts',
  'collections',
  'collection_items',
  'questions',
  'similar_content_keywords',
  'moderating_messages',
  'macros',
  'email_templates',
  'appeals',
] as const
export type IngestName = (typeof ingestNames)[number]
