import { revealable, type User } from '@portreeve/contract/people/users'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { messageSearchColumns, partsOf, postSearchColumns } from '../search/search-text.ts'
import { type PersonRows, rememberedTables, tableNamed } from './person-rows.ts'

/** Values that identify a person in any text, and the pattern that finds them in other people's texts. */
export interface Identifiers {
  values: string[]
  pattern: RegExp
}

/** Shorter values are words and numbers that others use in another sense. */
const shortest = 6

const inPlace = '[erased]'

/** A name is not an identifier: other people have it too. */
export function identifiersOf(person: User, payments: string[]): Identifiers {
  const values = [
    person.uid,
    // An address is a network's: other people have it as well.
    ...revealable.filter((field) => field !== 'last_ip').map((field) => person[field]),
    person.phone_number?.replace(/\D/g, ''),
    ...payments,
  ].filter((value): value is string => typeof value === 'string' && value.length >= shortest)
  const all = [...new Set([person.uid, ...values])]
  // Not within a longer word: 'anna' is not 'anna-2'. But 'anna_ben' names both, as ids of conversations do.
  const words = all.map((value) => value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return { values: all, pattern: new RegExp(`(?<![A-Za-z0-9-])(${words})(?![A-Za-z0-9-])`, 'gi') }
}

export const mentions = ({ pattern }: Identifiers, text: string): boolean => text.search(pattern) >= 0

const replaced = ({ pattern }: Identifiers, text: string): string => text.replace(pattern, inPlace)

/** Columns in which people write about others, by table. A table with a search has an index that finds a word. `as`: lists of texts, or JSON that may be a text. */
const texts: { table: string; columns: string[]; indexed?: true; as?: 'arrays' | 'json' }[] = [
  {
    table: 'messages',
    columns: ['text', 'post_title', 'media_url', 'post_thumbnail_image_path'],
    indexed: true,
  },
  { table: 'posts', columns: ['title', 'description'], indexed: true },
  { table: 'posts', columns: ['review_message'] },
  { table: 'promoted_posts', columns: ['post_title'] },
  { table: 'conversations', columns: ['last_message'] },
  { table: 'inbox_drafts', columns: ['text'] },
  { table: 'conversation_states', columns: ['tags'], as: 'arrays' },
  { table: 'questions', columns: ['title', 'body'] },
  { table: 'ban_reasons', columns: ['reason'] },
  { table: 'measures', columns: ['reason', 'grounds'] },
  { table: 'appeals', columns: ['text', 'attachments', 'answer'] },
  { table: 'proposals', columns: ['reason', 'note', 'params', 'body', 'effect'] },
  { table: 'appeal_rounds', columns: ['text', 'attachments'] },
  { table: 'policies', columns: ['words'] },
  { table: 'value_lists', columns: ['about'] },
  { table: 'extension_fields', columns: ['words'] },
  { table: 'users', columns: ['extra'] },
  { table: 'posts', columns: ['extra'] },
  { table: 'transactions', columns: ['extra'] },
  { table: 'value_list_items', columns: ['reason'] },
  { table: 'user_reports', columns: ['input'] },
  { table: 'review_decisions', columns: ['message', 'snapshot', 'was'] },
  { table: 'second_looks', columns: ['review_message', 'message'] },
  { table: 'held_actions', columns: ['title', 'reason'] },
  { table: 'bulk_jobs', columns: ['input'] },
  { table: 'incidents', columns: ['name'] },
  { table: 'bulk_rows', columns: ['words'] },
  { table: 'undo_plans', columns: ['whose', 'reason'] },
  { table: 'approvals', columns: ['reason', 'note'] },
  { table: 'disputes', columns: ['buyer_statement', 'seller_statement', 'decision_reason'] },
  { table: 'payout_holds', columns: ['reason'] },
  { table: 'chargebacks', columns: ['draft', 'submitted'] },
  { table: 'ledger_differences', columns: ['words', 'reason'] },
  { table: 'decided_fields', columns: ['ours', 'theirs'], as: 'json' },
  { table: 'stored_files', columns: ['name'] },
  { table: 'events', columns: ['data'] },
  { table: 'webhook_deliveries', columns: ['response'] },
  { table: 'operations', columns: ['details', 'reference', 'failure'] },
]

/**
 * Removes a person's uid, addresses and numbers from texts that others wrote, and deletes the live events and stored replays
 * that mention the person.
 */
export async function eraseMentions(db: Db, known: Identifiers, rows: PersonRows): Promise<void> {
  await db.execute(sql`delete from held_actions where subject_kind = 'question' and id in
    (select held_id from deleted_records t where ${mentioning(sql`t::text`, known, known.values)})`)
  for (const table of ['live_events', 'idempotency_keys', 'deleted_records'] as const)
    await forget(db, table, known, rows)
  // A view that finds an erased person finds nothing, and two views with a changed name could have the same one.
  await db.execute(
    sql`delete from saved_views where ${mentioning(sql`concat_ws(' ', name, search)`, known, known.values)}`,
  )
  const remembered = await rememberedTables(db)
  const all = texts.flatMap((one) =>
    remembered.has(one.table) ? [one, { ...one, table: `history.${one.table}` }] : [one],
  )
  // An indexed table is queried for one value at a time, by its words.
  for (const { table, columns, indexed, as } of all)
    for (const values of indexed ? known.values.map((value) => [value]) : [known.values]) {
      const where = sql.join(
        [filled(columns), mentioning(joined(columns), known, values), ...(indexed ? words(values) : [])],
        sql` and `,
      )
      await rewrite(db, table, columns, where, known, as)
    }
}

/** Few rows have some of these texts: without this condition a scan joins and lowers the texts of every row. */
const filled = (columns: readonly string[]) =>
  sql`(${sql.join(
    columns.map((column) => sql`${sql.identifier(column)} is not null`),
    sql` or `,
  )})`

const joined = (columns: readonly string[]) =>
  sql`concat_ws(' ', ${sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )})`

/** Whether a text mentions any of the values. The cheap comparison goes first: it rejects nearly all texts. */
export const mentioning = (text: SQL, { pattern }: Identifiers, values: readonly string[]): SQL =>
  sql`((${sql.join(
    values.map((value) => sql`strpos(lower(${text}), ${value.toLowerCase()}) > 0`),
    sql` or `,
  )}) and ${text} ~* ${pattern.source})`

const words = (values: readonly string[]) =>
  values.flatMap(partsOf).map((part) => sql`search like ${`%${part}%`}`)

async function rewrite(
  db: Db,
  table: string,
  columns: string[],
  where: SQL,
  known: Identifiers,
  as?: 'arrays' | 'json',
) {
  const found = await db.execute<{ at: string; row: Record<string, unknown> }>(
    sql`select ctid::text as at, to_jsonb(t) as row from ${tableNamed(table)} t where ${where}`,
  )
  for (const { at, row } of found.rows) {
    const next = Object.fromEntries(
      columns
        .filter((column) => row[column] !== null)
        .map((column) => [column, rewritten(known, row[column])]),
    )
    const search = searched(table, { ...row, ...next })
    const sets = Object.entries({ ...next, ...search }).map(
      ([column, value]) =>
        sql`${sql.identifier(column)} = ${typeof value === 'string' && as !== 'json' ? value : as === 'arrays' ? sql.param(value) : JSON.stringify(value)}`,
    )
    await db.execute(sql`update ${tableNamed(table)} set ${sql.join(sets, sql`, `)} where ctid = ${at}::tid`)
  }
}

const rewritten = (known: Identifiers, value: unknown): unknown =>
  typeof value === 'string' ? replaced(known, value) : JSON.parse(replaced(known, JSON.stringify(value)))

/** The search columns of a row whose words have changed. */
function searched(table: string, row: Record<string, unknown>): Record<string, string> {
  const text = (column: string) => (typeof row[column] === 'string' ? row[column] : null)
  if (/^(history\.)?messages$/.test(table)) return messageSearchColumns({ text: text('text') })
  if (/^(history\.)?posts$/.test(table))
    return postSearchColumns({ title: text('title'), description: text('description') })
  return {}
}

/** Rows that live for a month at most: delete those that mention the person or a record of theirs. */
async function forget(
  db: Db,
  table: 'live_events' | 'idempotency_keys' | 'deleted_records',
  known: Identifiers,
  rows: PersonRows,
) {
  const records = Object.values(rows)
    .flatMap((list) => list.map((row) => row.id ?? row.key))
    .filter((id) => typeof id === 'string')
  await db.execute(sql`delete from ${sql.identifier(table)} t where ${mentioning(sql`t::text`, known, known.values)}
    or exists (select from regexp_split_to_table(t::text, '[^A-Za-z0-9_-]+') word where word = any(${sql.param(records)}))`)
}
