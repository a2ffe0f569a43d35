import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'

/** The entities that programs write, as one record and as many. */
export const entityWords: Readonly<Record<IngestName, { one: string; many: string }>> = {
  users: { one: 'Person', many: 'people' },
  ban_reasons: { one: 'Reason of a block', many: 'reasons of blocks' },
  devices: { one: 'Device', many: 'devices' },
  verification_codes: { one: 'Verification code', many: 'verification codes' },
  gift_cards: { one: 'Gift card', many: 'gift cards' },
  user_reports: { one: 'Report about a person', many: 'reports about people' },
  listings: { one: 'Listing', many: 'listings' },
  content_reports: { one: 'Report about a listing', many: 'reports about listings' },
  promoted_posts: { one: 'Promotion', many: 'promotions' },
  appeals: { one: 'Appeal', many: 'appeals' },
  orders: { one: 'Order', many: 'orders' },
  transactions: { one: 'Transaction', many: 'transactions' },
  disputes: { one: 'Dispute', many: 'disputes' },
  ship_labels: { one: 'Shipping label', many: 'shipping labels' },
  conversations: { one: 'Conversation', many: 'conversations' },
  messages: { one: 'Message', many: 'messages' },
  collections: { one: 'Collection', many: 'collections' },
  collection_items: { one: 'Listing in a collection', many: 'listings in collections' },
  questions: { one: 'Community post', many: 'community posts' },
  similar_content_keywords: { one: 'Keyword', many: 'content keywords' },
  moderating_messages: { one: 'Standard message', many: 'standard messages' },
  macros: { one: 'Macro', many: 'macros' },
  email_templates: { one: 'Email template', many: 'email templates' },
}

/** Whether this console knows an entity. */
export const isEntity = (name: string): name is IngestName => Object.hasOwn(entityWords, name)
