import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'

/** What is searched for, and where. All SQL has the plain column names of one table. */
export interface Wanted {
  table: string
  /** The column that identifies a hit. */
  id: string
  /** The column of the time, by which an index orders the table. */
  time: string
  /** Which rows may be found at all, as that index has it. */
  among: SQL
  /** The order, newest first, as that index has it. */
  newest: SQL
  /** The condition in a form that the index of trigrams serves (`fits`). */
  indexed: SQL
  /** The same in a form that no index serves (`has`), and the columns that it needs. */
  scanned: SQL
  searched: string[]
  /** How many are wanted at most. */
  max: number
}

/** Whether an encoded column (search-text.ts) has a part, compared row by row. */
export const has = (column: string, part: string): SQL => sql`strpos(${sql.raw(column)}, ${part}) > 0`

/** The same as the index of trigrams serves it. An encoded part has no character that LIKE would read as a pattern. */
export const fits = (column: string, part: string): SQL => sql`${sql.raw(column)} like ${`%${part}%`}`

/** The newest rows that are scanned first, and the most that are scanned at all. */
const sample = 1000
const maxScanned = 10_000
/** Bytes of a row, about. */
const rowBytes = 500
/** Rows that are searched in one step, as a multiple of those that should hold enough hits. */
const margin = 2
/** Cost ratio: reading so many entries of the index of the order takes as long as fetching one row by the index of trigrams. */
const entriesPerRow = 20

/**
 * The ids of the newest rows that have a part in their text, newest first. Scanning from the newest row on finds a common part
 * soon, but reads the whole table for a rare one. The index of trigrams finds a rare part soon, but fetches and sorts every
 * hit of a common one. For a part between the two, PostgreSQL intersects both indexes (BitmapAnd) for the newest rows only. Its
 * selectivity estimate for LIKE is off by a factor of 100 either way, so the newest rows are the sample that decides.
 */
export async function newestHits(db: Db, wanted: Wanted): Promise<string[]> {
  const { table, max } = wanted
  const first = await scan(db, wanted, sample)
  if (first.ids.length >= max || first.read < sample) return first.ids
  const share = first.ids.length / sample
  const rows = Math.ceil((margin * max) / share)
  if (rows <= maxScanned) {
    const { ids } = await scan(db, wanted, rows)
    if (ids.length >= max) return ids
  } else if (share > 0 && margin * max + rows / entriesPerRow < share * (await sizeOf(db, table))) {
    const ids = await hitsAmongNewest(db, wanted, rows)
    if (ids.length >= max) return ids
  }
  return allHits(db, wanted)
}

/** Rows of a table, about. */
async function sizeOf(db: Db, table: string): Promise<number> {
  const { rows } = await db.execute<{ size: number }>(
    sql`select (pg_relation_size(${table}::regclass) / ${sql.raw(String(rowBytes))})::float8 as size`,
  )
  return rows[0]?.size ?? 0
}

/** Hits among the newest rows, and how many rows there were. */
async function scan(db: Db, wanted: Wanted, limit: number): Promise<{ ids: string[]; read: number }> {
  const { table, id, time, searched, among, newest, scanned, max } = wanted
  const columns = sql.raw([...new Set([id, time, ...searched])].join(', '))
  const { rows } = await db.execute<{ ids: string[]; read: number }>(sql`
    with newest as materialized (
      select ${columns} from ${sql.raw(table)} where ${among} order by ${newest} limit ${limit}
    )
    select (select count(*)::int from newest) as read,
      array(select ${sql.raw(id)} from newest where ${scanned} order by ${newest} limit ${max}) as ids`)
  return rows[0] ?? { ids: [], read: 0 }
}

/** Hits among the newest rows by both indexes. The planner sees the time, from which it knows that these rows are few. */
async function hitsAmongNewest(db: Db, wanted: Wanted, rows: number): Promise<string[]> {
  const { table, id, time, among, newest, indexed, max } = wanted
  const [from, column] = [sql.raw(table), sql.raw(time)]
  const found = await db.execute<{ time: string | null }>(
    sql`select ${column}::text as time from ${from} where ${among} order by ${newest} offset ${rows} limit 1`,
  )
  const oldest = found.rows[0]?.time
  if (!oldest) return []
  return idsOf(
    db,
    sql`select ${sql.raw(id)} as id from ${from} where ${indexed} and ${among} and ${column} > ${oldest}::timestamptz
      order by ${newest} limit ${max}`,
  )
}

/** All hits by the index of trigrams, sorted. The subquery keeps the planner from reading the index of the order instead. */
const allHits = (db: Db, { table, id, among, newest, indexed, max }: Wanted) =>
  idsOf(
    db,
    sql`select ${sql.raw(id)} as id from (select * from ${sql.raw(table)} where ${indexed} offset 0) as ${sql.raw(table)}
      where ${among} order by ${newest} limit ${max}`,
  )

async function idsOf(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query)
  return rows.map((row) => row.id)
}
