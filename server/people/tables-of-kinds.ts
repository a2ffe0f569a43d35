import type { RecordKind } from '@portreeve/contract/base/record-kinds'
import { imports } from '@portreeve/contract/marketplace/imports'
import { appealEntity } from '@portreeve/contract/marketplace/ingest-entities'

/** Columns with the kind and the key of the record that a row is about, and the tables of the kinds. */
export interface About {
  kind: string
  key: string
  tables: readonly (readonly [kind: string, table: string])[]
}

/** The table of a `subject_id`, by the kind of record; null for records that are about no person of the marketplace. */
const tablesOfKinds: Readonly<Record<RecordKind, string | null>> = {
  user: 'users',
  transaction: 'transactions',
  order: 'orders',
  listing: 'posts',
  promotion: 'promoted_posts',
  conversation: 'conversations',
  question: 'questions',
  collection: null,
  keyword: null,
  macro: null,
  email_template: null,
  email_variable: null,
  moderating_messages: null,
  staff: null,
  machine_key: null,
  ingest: null,
  webhook_endpoint: null,
  audit: null,
  policy: null,
  value_list: null,
  rule: null,
  extension: null,
  extension_field: null,
}

/** The kinds of records that are about a person, each with its table. */
export const subjects: readonly (readonly [kind: string, table: string])[] = Object.entries(
  tablesOfKinds,
).flatMap(([kind, table]) => (table === null ? [] : [[kind, table] as const]))

/** The entities of the marketplace's records whose table has another name. */
const tablesOfEntities: Readonly<Record<string, string>> = {
  listings: 'posts',
  content_reports: 'listing_reports',
}

/** How a table refers to records of several kinds: by subject, or by entity and key (`decided_fields`). */
export function aboutOf(names: string[]): About | undefined {
  const kind = ['subject_kind', 'kind'].find((column) => names.includes(column))
  if (kind && names.includes('subject_id')) return { kind, key: 'subject_id', tables: subjects }
  if (!names.includes('entity') || !names.includes('key')) return undefined
  return {
    kind: 'entity',
    key: 'key',
    tables: [...imports, appealEntity].map(({ name }) => [name, tablesOfEntities[name] ?? name] as const),
  }
}
