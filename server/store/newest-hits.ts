import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'

/** What is looked for, and where. All SQL is written with plain column names of the one table. */
export interface Wanted {
  table: string
  /** What the conditions in `walked` need. */
  searched: string
  /** The columns of the order, and which of them is the answer. */
  ordered: string
  id: string
  /**
   * The time of the order, where the index of the trigrams has its weeks as well (`portreeve_weeks`). Hits of such a table carry
   * their `ctid` along: within one statement a row is read again by it in half the time that its key takes.
   */
  time?: string
  /** Who may be found at all, as the index of the order has it. */
  among: SQL
  /** The newest first, as an index gives them, and in the names of the columns that are found. */
  newest: { of: SQL; found: SQL }
  /** The condition as the trigrams serve it. */
  indexed: SQL
  /** The same in words that no index serves and that the planner takes for likely (`has`). */
  walked: SQL
  /** How many are wanted at most. */
  most: number
}

/** Whether a text has a part, in words for `Wanted.walked`: with LIKE the planner would take the trigrams here as well. */
export const has = (column: string, part: string): SQL => sql`strpos(${raw(column)}, ${part}) > 0`

/**
 * The same in words that the trigrams serve.
 * @param part encoded (search-text.ts)
 * @param pattern its own (trigrams.ts)
 * @param hidden from the planner, so that its plan serves any part: then every part that has a pattern is written alike
 */
export const hasIndexed = (column: string, part: string, pattern: string, hidden = false): SQL => {
  if (pattern === '') return has(column, part)
  const fits = sql`${raw(column)} like ${hidden ? sql`(select ${pattern})` : pattern}`
  return pattern === `%${part}%` && !hidden ? fits : sql`(${fits} and ${has(column, part)})`
}

/** The newest rows that are looked at first. */
const sample = 1000
/** Bytes of a row, about, and how often reading one by the trigrams takes as long as walking past one. */
const [rowBytes, dearer] = [500, 4]
/** How many times the rows that a walk should need it may go through. */
const patience = 4
/** The same of a look at some weeks. */
const wide = 2
/** Hits in the sample with which a look at some weeks is worth it: with fewer there may be none, with more a walk is done sooner. */
const [fewest, soonDone] = [2, 40]

const raw = (text: string | number): SQL => sql.raw(String(text))

/** The ids of a first look: hits among the newest rows, or where these are rare, all hits. */
export interface Seen {
  early: string[]
  rare: string[]
}

/**
 * The newest rows with a part in their text. A common part is found by walking the newest rows, which ends soon; by the
 * trigrams it would be found thousands of times, and all of these sorted. A rare part, and any part in a small table, is
 * found by the trigrams; the walk would read everything. What is neither is found by the trigrams among the rows of the last
 * weeks. The planner cannot tell them apart: its guess is off by a hundred times either way. So the newest rows tell, and a
 * walk goes only as far as it should need to.
 */
export async function newestHits(db: Db, wanted: Wanted, read?: ReadHits): Promise<string[]> {
  const { rows } = await db.execute<Hit>(sql`with ${firstLook(wanted, 'look')} select id, rare from look`)
  return furtherHits(db, wanted, seenOf(rows), read)
}

/**
 * Answers the ids of a statement whose rows have one each, in `id` (and ctid, as in `firstLook`); it may take more of these rows
 * along.
 */
type ReadHits = (ids: SQL) => Promise<string[]>

/** A row of a first look. */
export type Hit = { id: string; rare: boolean }

export function seenOf(hits: Hit[]): Seen {
  const ids = (rare: boolean) => hits.filter((hit) => hit.rare === rare).map((hit) => hit.id)
  return { early: ids(false), rare: ids(true) }
}

/**
 * The look at the newest rows for a statement that does more: common table expressions, of which `name` has id, rare, last (that
 * nothing more will be looked for) and, with `time`, ctid. With n hits in the sample a walk goes past most × sample / n rows, and
 * the trigrams give n / sample of the whole table.
 */
export function firstLook(wanted: Wanted, name: string, only: SQL = sql`true`): SQL {
  const { table, id, time, newest, most } = wanted
  const place = raw(placeOf(wanted))
  const early = raw(`${name}_early`)
  const way = raw(`${name}_way`)
  const recent = raw(`${name}_recent`)
  const enough = raw(`${name}_enough`)
  const all = raw(`${name}_all`)
  const hits = (when: SQL) => everywhere(wanted, sql`${only} and ${when}`)
  const ofWeeks = time && hits(sql`portreeve_weeks(${raw(time)}) && (select weeks from ${way})`)
  return sql`${early} as materialized (${walk(wanted, sample, plain(carried(wanted)), only)}),
    ${way} as materialized (
      select weeks, weeks is null and n < ${raw(most)} and n * n * size < ${raw((most * sample * sample) / dearer)} as few from (
        select n, size, ${weeksOf(wanted)} as weeks
        from (select count(*) as n, ${raw(`pg_relation_size('${table.split(' ')[0]}') / ${rowBytes}`)} as size from ${early}) as seen
        offset 0
      ) as ways
    ),
    ${recent} as materialized (
      select * from ${early} where (select weeks is not null from ${way}) ${ofWeeks && sql`union ${ofWeeks}`}
    ),
    ${enough} as materialized (select count(*) >= ${raw(most)} as yes from ${recent}),
    ${all} as materialized (
      ${hits(sql`(select few or weeks is not null and (select not yes from ${enough}) from ${way})`)}
    ),
    ${raw(name)} as materialized (
      select ${raw(id)} as id${place}, false as rare, (select count(*) >= ${raw(most)} from ${early}) as last
      from ${early} where not ${isRare(name)}
      union all (
        select ${raw(id)}${place}, true, true from (
          select * from ${recent} where (select yes from ${enough}) union all select * from ${all}
        ) as hits order by ${newest.found} limit ${raw(most)})
    )`
}

/**
 * The weeks that should have all that is wanted, as the sample went by, for n hits in it; null where they would be half of the
 * table, and where a walk is done sooner. What is newer than these weeks is in the sample, even if a time is yet to come.
 */
function weeksOf({ table, time, among, newest, most }: Wanted): SQL {
  if (!time) return sql`null::int[]`
  const nth = (n: number) =>
    sql`(select ${raw(time)} from ${raw(table)} where ${among} order by ${newest.of} offset ${raw(n - 1)} limit 1)`
  const [first, last] = [sample / 10, sample]
  const rows = sql`${raw(wide * most * sample)}.0 / nullif(n, 0)`
  const secondsOfRow = sql`extract(epoch from ${nth(first)} - ${nth(last)}) / ${raw(last - first)}`
  return sql`case when n >= ${raw(fewest)} and n < ${raw(soonDone)} and ${rows} < size / 2
    then portreeve_weeks(${nth(last)}, (${rows} - ${raw(last)}) * ${secondsOfRow}) end`
}

/** That a first look found few enough to be sure of the newest of all. */
export const isRare = (name: string): SQL => sql`(select few or weeks is not null from ${raw(`${name}_way`)})`

/** All that is wanted, after a first look. */
export async function furtherHits(
  db: Db,
  wanted: Wanted,
  { early, rare }: Seen,
  read: ReadHits = (ids) => idsOf(db, ids),
): Promise<string[]> {
  const { id, newest, most } = wanted
  if (early.length >= most) return early
  if (early.length === 0) return rare
  // Rounded up to a power of two, so that it makes few statements.
  const rows = 2 ** Math.ceil(Math.log2((patience * sample * most) / early.length))
  const further = await read(walk(wanted, rows, `${id} as id${placeOf(wanted)}`))
  if (further.length >= most) return further
  return read(
    sql`with hits as materialized (${everywhere(wanted, sql`true`)})
      select ${raw(`${id} as id${placeOf(wanted)}`)} from hits order by ${newest.found} limit ${raw(most)}`,
  )
}

/** All hits, by the trigrams. Of one table no other index is asked, too: it would give nearly everything. */
const everywhere = (wanted: Wanted, only: SQL): SQL => {
  const { table, ordered, time, among, indexed } = wanted
  return time
    ? sql`select ${raw(carried(wanted))} from (select *, ctid from ${raw(table)} where ${indexed} and ${only} offset 0) as ${raw(table)} where ${among}`
    : sql`select ${raw(ordered)} from ${raw(table)} where ${among} and ${indexed} and ${only}`
}

/** Columns without the names of their tables, as they are called once they are found. */
const plain = (columns: string) => columns.replaceAll(/\w+\./g, '')

const placeOf = ({ time }: Wanted) => (time ? ', ctid' : '')
const carried = (wanted: Wanted) => `${wanted.ordered}${placeOf(wanted)}`

const walk = (wanted: Wanted, rows: number, columns: string, only?: SQL): SQL => {
  const { table, searched, among, newest, walked, most } = wanted
  return sql`select ${raw(columns)} from (
      select ${raw(`${carried(wanted)}, ${searched}`)} from ${raw(table)} where ${among} ${only && sql`and ${only}`}
      order by ${newest.of} limit ${raw(rows)}
    ) as newest where ${walked} order by ${newest.found} limit ${raw(most)}`
}

async function idsOf(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query)
  return rows.map((row) => row.id)
}
