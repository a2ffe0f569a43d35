import type { TopicPattern } from '@portreeve/contract/base/live'
import type { ReviewCase } from '@portreeve/contract/listings/review'
import type { LiveEventOf, TransactionChange } from '@portreeve/contract/live-payloads'
import type { ImportName } from '@portreeve/contract/marketplace/imports'
import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { publishAll } from '../../core/live/live.ts'

type Row = Record<string, unknown>
type Event = LiveEventOf<TopicPattern>

/**
 * The most events of one transaction. In a bulk load the pages of single records stay as they are until their next reading, so
 * that they do not read a thousand times a second.
 */
const maxEvents = 50

const text = (row: Row, field: string) => String(row[field] ?? '')
const deletedFlag = (what: 'written' | 'deleted') => (what === 'deleted' ? { deleted: true as const } : {})

const reviewEvent = (about: ReviewCase, what: 'written' | 'deleted'): Event => [
  'review',
  { what: what === 'deleted' ? 'gone' : 'arrived', case: about },
]

/** The event of a changed row, by entity. Conversations and messages have their own (write.ts). */
const eventsOf: Partial<Record<string, (row: Row, what: 'written' | 'deleted') => Event[]>> = {
  users: (row, what) => [['users', { uid: text(row, 'uid'), ...deletedFlag(what) }]],
  ban_reasons: (row) => [['users', { uid: text(row, 'uid') }]],
  devices: (row) => [['users', { uid: text(row, 'uid') }]],
  verification_codes: (row) => [['users', { uid: text(row, 'uid') }]],
  user_reports: (row) => [['users', { uid: text(row, 'reporting_uid') }]],
  appeals: (row) => [['users', { uid: text(row, 'uid') }]],
  listings: (row, what) => [
    ['users', { uid: text(row, 'creatorUID') }],
    reviewEvent({ kind: 'listing', id: text(row, 'key') }, what),
  ],
  promoted_posts: (row, what) => [reviewEvent({ kind: 'promotion', id: text(row, 'id') }, what)],
  collections: (row, what) => [['collections', { id: text(row, 'id'), ...deletedFlag(what) }]],
  collection_items: (row) => [['collections', { id: text(row, 'collection_id') }]],
  questions: (row, what) => [['questions', { id: text(row, 'id'), ...deletedFlag(what) }]],
  similar_content_keywords: (row, what) => [['keywords', { id: text(row, 'id'), ...deletedFlag(what) }]],
  moderating_messages: (row) => [['moderatingMessages', { keys: [text(row, 'key')] }]],
  macros: (row, what) => [['macros', { id: text(row, 'id'), ...deletedFlag(what) }]],
  email_templates: (row, what) => [
    ['emailTemplates', { id: text(row, 'TemplateName'), ...deletedFlag(what) }],
  ],
}

/** The column by which a row finds its transactions. */
const transactionBy: Partial<Record<string, { field: string; column: 'id' | 'order_id' }>> = {
  orders: { field: 'id', column: 'order_id' },
  transactions: { field: 'id', column: 'id' },
  disputes: { field: 'transaction_id', column: 'id' },
  ship_labels: { field: 'transaction_id', column: 'id' },
}

/** Publishes to the open pages that rows of the marketplace were written or deleted, in the transaction that does so. */
export async function publishRows(
  db: Db,
  entity: ImportName | string,
  rows: Row[],
  what: 'written' | 'deleted' = 'written',
): Promise<void> {
  const some = rows.slice(0, maxEvents)
  if (some.length === 0) return
  const money = transactionBy[entity]
  const events =
    entity === 'content_reports'
      ? await ofReports(db, some)
      : money
        ? await ofTransactions(db, some, money)
        : some.flatMap((row) => eventsOf[entity]?.(row, what) ?? [])
  const different = new Map(events.map((event) => [JSON.stringify(event), event]))
  await publishAll(db, [...different.values()])
}

async function ofReports(db: Db, rows: Row[]): Promise<Event[]> {
  const keys = rows.map((row) => text(row, 'post_key'))
  const { rows: found } = await db.execute<{ uid: string }>(sql`
    select distinct creator_uid as uid from posts where key = any(${sql.param(keys)})`)
  return found.map(({ uid }) => ['users', { uid }] as const)
}

async function ofTransactions(
  db: Db,
  rows: Row[],
  { field, column }: { field: string; column: 'id' | 'order_id' },
): Promise<Event[]> {
  const ids = rows.map((row) => text(row, field))
  const { rows: found } = await db.execute<Omit<TransactionChange, 'cancelled_label'>>(sql`
    select id, order_id, purchaser_uid, seller_uid from transactions where ${sql.identifier(column)} = any(${sql.param(ids)})`)
  return found.map((transaction) => ['transactions', transaction] as const)
}
