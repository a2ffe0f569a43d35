import { sql } from 'drizzle-orm'
import type { Database, Db } from '../core/database/db.ts'
import type { Task } from '../core/operations/schedule.ts'
import { searchRebuilds as progress } from '../db/search-tables.ts'
import {
  memberSearchColumns,
  messageSearchColumns,
  postSearchColumns,
  searchColumns,
  searchRule,
  transactionSearchColumns,
} from './search-text.ts'

/** A table with search columns. A deleted person has none. */
interface Searched {
  table: string
  key: readonly string[]
  /** What the search columns are made of, in SQL. */
  reads: string
  among?: string
  write: (row: never) => Readonly<Record<string, string>>
}

const searched: readonly Searched[] = [
  {
    table: 'users',
    key: ['uid'],
    reads: 'display_name as "displayName", email, phone_number, one_signal_id as "oneSignalId", last_ip',
    among: 'deleted_at is null',
    write: searchColumns,
  },
  { table: 'posts', key: ['key'], reads: 'title, description', write: postSearchColumns },
  { table: 'transactions', key: ['id'], reads: 'product_title', write: transactionSearchColumns },
  { table: 'messages', key: ['id'], reads: 'text', write: messageSearchColumns },
  {
    table: 'conversation_members',
    key: ['conversation_id', 'uid'],
    reads: 'name',
    write: memberSearchColumns,
  },
]

/** Rows of one transaction: few enough to stay well below the query time-out. */
const batch = 500

/**
 * Writes the search columns of the next rows of a table by the present rule (search-text.ts), in one transaction. Its progress row
 * lets several servers take turns, and a restart continue.
 * @returns whether there is more to do
 */
async function writeNext(
  { db }: Database,
  { table, key, reads, among = 'true', write }: Searched,
): Promise<boolean> {
  await db.insert(progress).values({ table_name: table, rule: 0 }).onConflictDoNothing()
  return db.transaction(async (tx) => {
    const { rows: place } = await tx.execute<{ rule: number; after: string[] | null }>(
      sql`select rule, after from search_rebuilds where table_name = ${table} for update`,
    )
    const isBegun = place[0]?.rule === searchRule
    const after = place[0]?.after
    if (isBegun && !after) return false
    const keys = key.join(', ')
    const from = isBegun
      ? sql`(${sql.raw(keys)}) > (${sql.join(
          (after ?? []).map((part) => sql`${part}`),
          sql`, `,
        )})`
      : sql`true`
    const { rows } = await tx.execute<Record<string, string>>(
      sql`select ${sql.raw(`${keys}, ${reads}`)} from ${sql.raw(table)} where ${from} and ${sql.raw(among)}
        order by ${sql.raw(keys)} limit ${batch} for no key update`,
    )
    const written = rows.map((row) => ({
      ...Object.fromEntries(key.map((name) => [name, row[name]])),
      ...write(row as never),
    }))
    const [first] = written
    const last = rows.at(-1)
    if (first) {
      const names = Object.keys(first)
      const columns = names.filter((name) => !key.includes(name))
      const list = (prefix: string) => columns.map((name) => `${prefix}.${name}`).join(', ')
      await tx.execute(
        sql`${sql.raw(`update ${table} as old set ${columns.map((name) => `${name} = new.${name}`).join(', ')}
        from json_to_recordset(`)}${JSON.stringify(written)}${sql.raw(`::json) as new(${names.map((name) => `${name} text`).join(', ')})
        where ${key.map((name) => `old.${name} = new.${name}`).join(' and ')} and (${list('old')}) is distinct from (${list('new')})`)}`,
      )
    }
    const next = rows.length < batch || !last ? null : key.map((name) => last[name] ?? '')
    await tx.execute(
      sql`update search_rebuilds set rule = ${searchRule}, after = ${next && sql.param(next)} where table_name = ${table}`,
    )
    return next !== null
  })
}

/** Says that all rows are written by the present rule: the database was empty before them. */
export const markWritten = (db: Db) =>
  db
    .insert(progress)
    .values(searched.map(({ table }) => ({ table_name: table, rule: searchRule })))
    .onConflictDoNothing()

/** Writes the search columns of rows that an earlier release has written by another rule. Does nothing when all are of the present one. */
export const rebuildSearch: Task = {
  name: 'search columns of an earlier release',
  every: 3_600_000,
  run: async ({ database }, stop) => {
    for (const one of searched) while (!stop.aborted && (await writeNext(database, one)));
  },
}
