import { type GetColumnData, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'

/** Columns of one table by the names that their values get. */
type Columns = Record<string, PgColumn>

type RowOf<C extends Columns> = { [K in keyof C]: GetColumnData<C[K]> }

/** Types whose values node-postgres gives as they are wanted; the others' columns say how to read them. */
const plain = new Set([
  'PgText',
  'PgBoolean',
  'PgInteger',
  'PgSmallInt',
  'PgDoublePrecision',
  'PgJson',
  'PgJsonb',
])

interface Written {
  list: SQL
  read: [string, PgColumn][]
}
const written = new WeakMap<Columns, Written>()

/**
 * Rows of a table for a call that answers many or is made often: drizzle writes down and reads every single column anew each
 * time, which takes longer than the database. The columns are written once here, so give the same object each time.
 * @param rest what follows the columns: from, where, order, limit
 * @param more what is selected beside the columns, with a comma in front
 */
export async function rowsOf<C extends Columns, More = unknown>(
  db: Db,
  columns: C,
  rest: SQL,
  more = sql``,
): Promise<(RowOf<C> & More)[]> {
  const { list, read } = write(columns)
  const { rows } = await db.execute<Record<string, unknown>>(sql`select ${list}${more} ${rest}`)
  for (const row of rows)
    for (const [key, column] of read) if (row[key] !== null) row[key] = column.mapFromDriverValue(row[key])
  return rows as (RowOf<C> & More)[]
}

function write(columns: Columns): Written {
  const before = written.get(columns)
  if (before) return before
  const all = Object.entries(columns)
  const now = {
    list: sql.raw(
      all.map(([key, { table, name }]) => `"${getTableName(table)}"."${name}" as "${key}"`).join(', '),
    ),
    read: all.filter(([, { columnType }]) => !plain.has(columnType)),
  }
  written.set(columns, now)
  return now
}
