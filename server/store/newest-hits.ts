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
export const has = (column: string, part: string): SQL => sql`strpos(${sql.raw(column)}, ${part}) > 0`

/** The newest rows that are looked at first. */
const sample = 1000
/** Bytes of a row, about, and how often reading one by the trigrams takes as long as walking past one. */
const [rowBytes, dearer] = [500, 4]
/** How many times the rows that a walk should need it may go through. */
const patience = 4

/** The ids of a first look: hits among the newest rows, or where these are rare, all hits. */
export interface Seen {
  early: string[]
  rare: string[]
}

/**
 * The newest rows with a part in their text. A common part is found by walking the newest rows, which ends soon; by the
 * trigrams it would be found thousands of times, and all of these sorted. A rare part, and any part in a small table, is
 * found by the trigrams; the walk would read everything. The planner cannot tell the two apart: its guess is off by a hundred
 * times either way. So the newest rows tell, and a walk goes only as far as it should need to.
 */
export async function newestHits(db: Db, wanted: Wanted): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; rare: boolean }>(
    sql`with ${firstLook(wanted, 'look')} select id, rare from look`,
  )
  const ids = (rare: boolean) => rows.filter((row) => row.rare === rare).map((row) => row.id)
  return furtherHits(db, wanted, { early: ids(false), rare: ids(true) })
}

/**
 * The look at the newest rows for a statement that does more: common table expressions, of which `name` has id and rare. With
 * n hits in the sample a walk goes past most × sample / n rows, and the trigrams give n / sample of the whole table.
 */
export function firstLook(wanted: Wanted, name: string, only: SQL = sql`true`): SQL {
  const { table, ordered, id, among, newest, indexed, most } = wanted
  const [early, few, hits, look] = [`${name}_early`, `${name}_few`, `${name}_hits`, name].map((one) =>
    sql.raw(one),
  )
  const size = sql.raw(`pg_relation_size('${table.split(' ')[0]}') / ${rowBytes}`)
  return sql`${early} as materialized (${walk(wanted, sample, only)}),
    ${few} as materialized (
      select count(*) < ${sql.raw(String(most))} and
        count(*) * count(*) * (${size}) < ${sql.raw(String((most * sample * sample) / dearer))} as rare from ${early}
    ),
    ${hits} as materialized (
      select ${sql.raw(ordered)} from ${sql.raw(table)} where ${among} and ${indexed} and ${only}
        and ${isRare(name)}
    ),
    ${look} as materialized (
      select id, false as rare from ${early} where not ${isRare(name)}
      union all (select ${sql.raw(id)}, true from ${hits} order by ${newest.found} limit ${sql.raw(String(most))})
    )`
}

/** That a first look found so few among the newest that it looked everywhere. */
export const isRare = (name: string): SQL => sql`(select rare from ${sql.raw(`${name}_few`)})`

/**
 * All that is wanted, after a first look.
 * @param read answers the ids of a statement whose rows have one each, in `id`; it may take more of these rows along
 */
export async function furtherHits(
  db: Db,
  wanted: Wanted,
  { early, rare }: Seen,
  read: (ids: SQL) => Promise<string[]> = (ids) => idsOf(db, ids),
): Promise<string[]> {
  const { table, ordered, id, among, newest, indexed, most } = wanted
  if (early.length >= most) return early
  if (early.length === 0) return rare
  const further = await read(walk(wanted, Math.ceil((patience * sample * most) / early.length)))
  if (further.length >= most) return further
  return read(
    sql`with hits as materialized (select ${sql.raw(ordered)} from ${sql.raw(table)} where ${among} and ${indexed})
      select ${sql.raw(id)} as id from hits order by ${newest.found} limit ${sql.raw(String(most))}`,
  )
}

const walk = (
  { table, searched, ordered, id, among, newest, walked, most }: Wanted,
  rows: number,
  only?: SQL,
): SQL =>
  sql`select ${sql.raw(id)} as id from (
      select ${sql.raw(`${ordered}, ${searched}`)} from ${sql.raw(table)} where ${among} ${only && sql`and ${only}`}
      order by ${newest.of} limit ${sql.raw(String(rows))}
    ) as newest where ${walked} order by ${newest.found} limit ${sql.raw(String(most))}`

async function idsOf(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query)
  return rows.map((row) => row.id)
}
