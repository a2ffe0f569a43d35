import { createHash } from 'node:crypto'
import { type GetColumnData, getTableName, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core'
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
const dialect = new PgDialect()
/** Values of a form whose plan is kept. */
const mostKept = 60

const written = new WeakMap<Columns, Written>()

/**
 * Rows of a table for a call that answers many or is made often: drizzle writes down and reads every single column anew each
 * time, which takes longer than the database. The columns are written once here, so give the same object each time.
 * @param rest what follows the columns: from, where, order, limit
 * @param more what is selected beside the columns, with a comma in front
 * @param form put together anew for each call, but in few forms: each connection plans each form once, for all values
 */
export async function rowsOf<C extends Columns, More = unknown>(
  db: Db,
  columns: C,
  rest: SQL,
  more = sql``,
  form = false,
): Promise<(RowOf<C> & More)[]> {
  const { list, read } = write(columns)
  const statement = sql`select ${list}${more} ${rest}`
  const { rows } = form ? await askForm(db, statement) : await db.execute<Row>(statement)
  return readEach(rows, read) as (RowOf<C> & More)[]
}

async function askForm(db: Db, statement: SQL): Promise<{ rows: Row[] }> {
  const query = dialect.sqlToQuery(statement)
  // A plan takes memory in each connection: unusual forms are not kept.
  const name = query.params.length > mostKept ? undefined : createHash('sha1').update(query.sql).digest('hex')
  return (await db._.session.prepareQuery(query, undefined, name, false).execute()) as { rows: Row[] }
}

/**
 * The same for a statement whose planning takes longer than its work and whose best plan is the same for all values: it is
 * written once, and planned once by each connection of PostgreSQL.
 * @param name of this statement alone
 * @param rest with `sql.placeholder` for each value. Where the planner would be misled by the first values, hide them from it:
 *   `(select value)`.
 */
export function plannedRows<C extends Columns, More = unknown>(
  name: string,
  columns: C,
  rest: SQL,
  more = sql``,
): (db: Db, values: Record<string, unknown>) => Promise<(RowOf<C> & More)[]> {
  const { list, read } = write(columns)
  const ask = planned<Row>(name, sql`select ${list}${more} ${rest}`)
  return async (db, values) => readEach(await ask(db, values), read) as (RowOf<C> & More)[]
}

/** The same for a whole statement, whose values come as node-postgres reads them. */
export function planned<Found extends object>(
  name: string,
  statement: SQL,
): (db: Db, values: Record<string, unknown>) => Promise<Found[]> {
  const query = dialect.sqlToQuery(statement)
  return async (db, values) => {
    const ask = db._.session.prepareQuery(query, undefined, name, false)
    const { rows } = (await ask.execute(values)) as { rows: Found[] }
    return rows
  }
}

type Row = Record<string, unknown>

function readEach(rows: Row[], read: Written['read']): Row[] {
  for (const row of rows)
    for (const [key, column] of read) if (row[key] !== null) row[key] = column.mapFromDriverValue(row[key])
  return rows
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
