import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

/** A search in one table. The SQL names its columns without the table. */
export interface Wanted {
  table: string
  /** The column that identifies a hit. */
  id: string
  /** The column of the time, by which an index orders the table. */
  time: string
  /** The rows that may be found, in the words of the indexes' own condition. */
  among: SQL
  /** The order of that index: newest first. */
  newest: SQL
  /** The searched condition in the form that the trigram index serves (`fits`). */
  indexed: SQL
  /** The same condition in the form for a scan (`has`), and the columns that it reads. */
  scanned: SQL
  searched: string[]
  /** The maximum number of hits. */
  max: number
}

/** Whether an encoded column (search-text.ts) has a part, compared row by row. */
export const has = (column: string, part: string): SQL => sql`strpos(${sql.raw(column)}, ${part}) > 0`

/** The same condition for the trigram index. An encoded part contains no wildcard of LIKE. */
export const fits = (column: string, part: string): SQL => sql`${sql.raw(column)} like ${`%${part}%`}`

/** The number of newest rows in the first scan, and the maximum number in a later one. */
const sample = 1000
const maxScanned = 10_000
/** Rows that are searched in one step, as a multiple of those that should hold enough hits. */
const margin = 2
/** Cost ratio: entries of the order's index that are read in the time of fetching one row by the trigram index. */
const entriesPerRow = 50

/**
 * The ids of the newest rows that have a part in their text, newest first. Scanning from the newest row on finds a common part
 * soon, but reads the whole table for a rare one. The index of trigrams finds a rare part soon, but fetches and sorts every
 * hit of a common one. For a part between the two, PostgreSQL intersects both indexes (BitmapAnd) for the newest rows only. Its
 * selectivity estimate for LIKE is off by a factor of 100 either way, so the newest rows are the sample that decides.
 */
export async function newestHits(db: Db, wanted: Wanted): Promise<string[]> {
  const { max } = wanted
  const first = await scan(db, wanted, sample)
  if (first.ids.length >= max || first.read < sample) return first.ids
  const share = first.ids.length / sample
  const rows = Math.ceil((margin * max) / share)
  if (rows <= maxScanned) {
    const { ids } = await scan(db, wanted, rows)
    if (ids.length >= max) return ids
  } else if (share > 0) {
    const { size, oldest } = await newestPart(db, wanted, rows)
    if (oldest && margin * max + rows / entriesPerRow < share * size) {
      const ids = await hitsAmongNewest(db, wanted, oldest)
      if (ids.length >= max) return ids
    }
  }
  return allHits(db, wanted)
}

/**
 * The size of a table and the time after which about so many rows follow, by PostgreSQL's statistics: counting them would take
 * longer than the search. Without statistics there is no time.
 */
async function newestPart(db: Db, { table, time }: Wanted, rows: number) {
  const found = await db.execute<{ size: number; oldest: string | null }>(sql`
    select reltuples::float8 as size, (select bounds[greatest(1, floor(array_length(bounds, 1) * (1 - ${rows} / reltuples))::int)]::text
      from (select histogram_bounds::text::timestamptz[] as bounds from pg_stats
        where schemaname = 'public' and tablename = ${table} and attname = ${time}) as stats) as oldest
    from pg_class where oid = ${table}::regclass and reltuples > 0`)
  return found.rows[0] ?? { size: 0, oldest: null }
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

/** Hits after a time by both indexes. The planner sees the time, from which it knows that these rows are few. */
const hitsAmongNewest = (db: Db, { table, id, time, among, newest, indexed, max }: Wanted, oldest: string) =>
  idsOf(
    db,
    sql`select ${sql.raw(id)} as id from ${sql.raw(table)}
      where ${indexed} and ${among} and ${sql.raw(time)} > ${oldest}::timestamptz order by ${newest} limit ${max}`,
  )

/** All hits by the index of trigrams, sorted. The subquery keeps the planner from reading the index of the order instead. */
const allHits = (db: Db, { table, id, among, newest, indexed, max }: Wanted) =>
  idsOf(
    db,
    sql`select ${sql.raw(id)} as id from (select * from ${sql.raw(table)} where ${indexed} and ${among} offset 0) as hits
      order by ${newest} limit ${max}`,
  )

async function idsOf(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query)
  return rows.map((row) => row.id)
}
