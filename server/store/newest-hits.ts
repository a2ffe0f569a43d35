import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'

/** A search: its table, columns and conditions. All SQL uses the plain column names of one table. */
export interface Wanted {
  table: string
  /** The column that identifies a hit. */
  id: string
  /** The time column, by which an index orders the table. */
  time: string
  /** The condition on all rows that may be found, as in that index. */
  among: SQL
  /** The order, newest first, as in that index. */
  newest: SQL
  /** The condition in a form that the trigram index serves (`fits`). */
  indexed: SQL
  /** The same in a form that no index serves (`has`), and the columns that it needs. */
  scanned: SQL
  searched: string
  /** Maximum hits. */
  max: number
}

/** Whether an encoded column (search-text.ts) contains a part, compared row by row. */
export const has = (column: string, part: string): SQL => sql`strpos(${sql.raw(column)}, ${part}) > 0`

/**
 * The same by the trigram index. The planner does not see the pattern: it would overestimate a common pattern and read the
 * whole table, although `newestHits` uses this only for parts that are rare enough.
 */
export const fits = (column: string, part: string): SQL =>
  sql`${sql.raw(column)} like (select ${`%${part}%`})`

/** The newest rows that are scanned first. */
const sample = 1000
/** Approximate bytes of a row. */
const rowBytes = 500
/** Cost ratio: rows scanned in order per row fetched by the trigram index. */
const costRatio = 4
/** A scan stops at this many times the expected rows. */
const scanFactor = 4

/**
 * The ids of the newest rows that contain a part, newest first. A scan from the newest row finds a common part
 * soon, but reads the whole table for a rare part. The trigram index finds a rare part soon, but fetches and sorts
 * every hit of a common part. The planner's selectivity estimate for LIKE is off by a factor of 100 either way, so a sample
 * of the newest rows decides.
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

/** All hits by the trigram index, sorted. The subquery keeps the planner from combining it with another index. */
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
