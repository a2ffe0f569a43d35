import type { RecordKind } from '@portreeve/contract/base/record-kinds'

/** The labels of the record kinds. */
export const kinds: Readonly<Record<string, string>> = {
  user: 'Person',
  listing: 'Listing',
  promotion: 'Promotion',
  transaction: 'Transaction',
  order: 'Order',
  conversation: 'Conversation',
  collection: 'Collection',
  question: 'Community post',
  keyword: 'Keyword',
  macro: 'Macro',
  email_template: 'Email template',
  email_variable: 'Email variable',
  moderating_messages: 'Standard messages',
  staff: 'Staff member',
  machine_key: 'Machine key',
  ingest: 'Difference with the marketplace',
  audit: 'Audit log',
  webhook_endpoint: 'Webhook',
  policy: 'Policy',
  value_list: 'List',
  rule: 'Rule',
  extension: 'Extension',
  extension_field: 'Field',
} satisfies Record<RecordKind, string>
