import { Conversation } from '@portreeve/contract/conversations/conversations'
import { Post } from '@portreeve/contract/listings/posts'
import { Order, ShipTo } from '@portreeve/contract/money/orders'
import { Transaction } from '@portreeve/contract/money/transactions'
import { User } from '@portreeve/contract/people/users'
import type { HistoryKind } from '@portreeve/contract/staff/history'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { conversations } from '../conversations/conversation-tables.ts'
import { posts } from '../listings/listing-tables.ts'
import { orders, transactions } from '../money/money-tables.ts'
import { users } from '../people/people-tables.ts'

/** The columns of a record that its page shows, by their names on the wire. */
const record = (table: PgTable, shape: object, key: AnyPgColumn, deleted?: AnyPgColumn) => ({
  ...{ table, key, deleted },
  columns: Object.entries(getTableColumns(table)).filter(
    ([name]) => name !== 'version' && Object.hasOwn(shape, name),
  ),
})

// Each read of messages is audited, so no version of a conversation shows the newest one.
const { lastMessage: _message, ...conversation } = Conversation.shape
const records = {
  user: record(users, User.shape, users.uid, users.deleted_at),
  listing: record(posts, Post.shape, posts.key, posts.deleted_at),
  transaction: record(transactions, Transaction.shape, transactions.id),
  order: record(orders, { ...Order.shape, ...ShipTo.shape }, orders.id),
  conversation: record(conversations, conversation, conversations.id),
} satisfies Record<HistoryKind, ReturnType<typeof record>>

/** The fields that versions of a kind have. */
export const fieldsOf = (kind: HistoryKind) => records[kind].columns.map(([name]) => name)

/** The values of a version, by field. */
export type Values = Record<string, unknown>

/**
 * A query of the versions of some records: `id`, `since`, `until` (null of the present one), `by`, `gone_by` (who
 * deleted the row after it), `shown` (their values as on the wire, jsonb), and `gone`: whether it is a deleted record that can be
 * restored.
 */
export function selectVersions(kind: HistoryKind, ids: readonly string[]): SQL {
  const { table, key, deleted, columns } = records[kind]
  const name = (column: AnyPgColumn) => sql.identifier(column.name)
  const shown = columns.map(([field, column]) => {
    const isTime = column.getSQLType().startsWith('timestamp')
    const value = isTime
      ? sql`to_char(${name(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
      : name(column)
    return sql`${sql.raw(`'${field}'`)}, ${value}`
  })
  const from = (source: SQL, until: SQL, goneBy: SQL) => sql`
    select ${name(key)} as id, history_since as since, ${until} as until, history_by as by, ${goneBy} as gone_by,
      jsonb_build_object(${sql.join(shown, sql`, `)}) as shown, ${deleted ? sql`${name(deleted)} is not null` : sql`false`} as gone
    from ${source} where ${name(key)} = any(${sql.param(ids)}::text[])`
  const twin = sql`history.${table}`
  return sql`${from(sql`${table}`, sql`null::timestamptz`, sql`null`)}
    union all ${from(twin, sql`history_until`, sql`history_gone_by`)}`
}
