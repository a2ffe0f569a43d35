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
  } else if (margin * max + rows / entriesPerRow < share * first.size) {
    const ids = await hitsAmongNewest(db, wanted, since(first, rows / sample))
    if (ids.length >= max) return ids
  }
  return allHits(db, wanted)
}

interface Scanned extends Record<string, unknown> {
  ids: string[]
  /** The number of rows that were scanned, and their newest and oldest time in milliseconds, unless none has a time. */
  read: number
  latest: number | null
  earliest: number | null
  /** The rows of the table, by its statistics: counting them would take longer than the search. */
  size: number
}

/** Hits among the newest rows. */
async function scan(db: Db, wanted: Wanted, limit: number): Promise<Scanned> {
  const { table, id, time, searched, among, newest, scanned, max } = wanted
  const columns = sql.raw([...new Set([id, time, ...searched])].join(', '))
  const ms = (at: 'min' | 'max') => sql`extract(epoch from ${sql.raw(at)}(${sql.raw(time)}))::float8 * 1000`
  const { rows } = await db.execute<Scanned>(sql`
    with newest as materialized (
      select ${columns} from ${sql.raw(table)} where ${among} order by ${newest} limit ${limit}
    )
    select count(*)::int as read, ${ms('min')} as earliest, ${ms('max')} as latest,
      (select reltuples::float8 from pg_class where oid = ${table}::regclass) as size,
      array(select ${sql.raw(id)} from newest where ${scanned} order by ${newest} limit ${max}) as ids
    from newest`)
  const [row] = rows
  if (!row) throw new Error('A statement of sums has returned no row')
  return row
}

/**
 * The time after which some multiple of the scanned rows lie, if they are as dense as these. A histogram of the whole table would not
 * do: the rows of a narrow filter spread over more time.
 */
function since({ latest, earliest }: Scanned, times: number): Date {
  const at = (latest ?? 0) - ((latest ?? 0) - (earliest ?? 0)) * times
  return new Date(Number.isFinite(at) ? Math.max(0, at) : 0)
}

/** Hits after a time by both indexes. The planner sees the time, from which it knows that these rows are few. */
const hitsAmongNewest = (db: Db, { table, id, time, among, newest, indexed, max }: Wanted, oldest: Date) =>
  idsOf(
    db,
    sql`select ${sql.raw(id)} as id from ${sql.raw(table)}
      where ${indexed} and ${among} and ${sql.raw(time)} > ${oldest.toISOString()}::timestamptz order by ${newest} limit ${max}`,
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
