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
  searched: string
  /** How many are wanted at most. */
  max: number
}

/** Whether an encoded column (search-text.ts) has a part, compared row by row. */
export const has = (column: string, part: string): SQL => sql`strpos(${sql.raw(column)}, ${part}) > 0`

/**
 * The same by the index of trigrams. The planner does not see the pattern: it would estimate a common one as most of the
 * table and read it whole, although `newestHits` uses this only for parts that are rare enough.
 */
export const fits = (column: string, part: string): SQL =>
  sql`${sql.raw(column)} like (select ${`%${part}%`})`

/** The newest rows that are scanned first. */
const sample = 1000
/** Bytes of a row, about. */
const rowBytes = 500
/** Cost ratio: a row fetched by the index of trigrams takes as long as scanning this many rows in order. */
const costRatio = 4
/** A scan ends at this many times the rows that it is expected to need. */
const scanFactor = 4

/**
 * The ids of the newest rows that have a part in their text, newest first. Scanning from the newest row on finds a common
 * part soon, but reads the whole table for a rare one. The index of trigrams finds a rare part soon, but must fetch and sort
 * every hit of a common one. The planner's selectivity estimate for LIKE is off by a factor of 100 either way, so the newest
 * rows are the sample that decides.
 */
export async function newestHits(db: Db, wanted: Wanted): Promise<string[]> {
  const { table, max } = wanted
  const early = await scan(db, wanted, sample)
  if (early.length >= max) return early
  const { rows } = await db.execute<{ size: number }>(
    sql`select (pg_relation_size(${table}::regclass) / ${sql.raw(String(rowBytes))})::float8 as size`,
  )
  const scanned = (max * sample) / Math.max(early.length, 0.5)
  const fetched = ((rows[0]?.size ?? 0) * early.length) / sample
  if (scanned < fetched * costRatio) {
    const further = await scan(db, wanted, Math.ceil(scanned * scanFactor))
    if (further.length >= max) return further
  }
  return allHits(db, wanted)
}

/** Hits among the newest rows. */
const scan = (db: Db, wanted: Wanted, rows: number) => {
  const { table, id, time, searched, among, newest, scanned, max } = wanted
  return idsOf(
    db,
    sql`select ${sql.raw(id)} as id from (
        select ${sql.raw(`${id}, ${time}, ${searched}`)} from ${sql.raw(table)} where ${among} order by ${newest} limit ${rows}
      ) as newest where ${scanned} order by ${newest} limit ${max}`,
  )
}

/** All hits by the index of trigrams, sorted. The subquery keeps the planner from combining it with another index. */
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
