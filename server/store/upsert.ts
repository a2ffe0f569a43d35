import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../core/db.ts'

/** A row as its table has it, by the names on the wire. */
export type Stored = Record<string, unknown>

/** An inserted or changed row: the first field of its key, and whether it is new. */
export interface Written {
  id: string
  added: boolean
}

export interface Upsert {
  table: PgTable
  /** The names of the primary key's fields on the wire. */
  key: readonly string[]
  /** Columns that change only while they hold this value. */
  keep?: Readonly<Record<string, Value>>
  /** Fields whose change restarts a row: a kept column that is given with its initial value then changes after all. */
  anew?: readonly string[]
}

type Value = string | number | boolean | null

const literal = (value: Value) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Writes rows in one statement: inserts new rows, updates changed rows (their version counts up), and leaves equal
 * rows untouched. All rows must have the same fields and different keys.
 */
export async function upsert(
  db: Db,
  { table, key, keep = {}, anew = [] }: Upsert,
  rows: Stored[],
): Promise<Written[]> {
  const [first] = rows
  if (!first) return []
  const columns = getTableColumns(table)
  const fields = Object.keys(first).map((field) => {
    const column = columns[field]
    if (!column) throw new Error(`The table has no column for ${field}`)
    return { field, name: quoted(column.name), type: column.getSQLType() }
  })
  const name = quoted(getTableConfig(table).name)
  const ids = fields.filter(({ field }) => key.includes(field))
  const others = fields.filter(({ field }) => !key.includes(field))
  const tuple = (of: string) =>
    fields
      .filter(({ field }) => anew.includes(field))
      .map(({ name }) => `${of}.${name}`)
      .join(', ')
  const begins = anew.length > 0 ? `(${tuple('old')}) is distinct from (${tuple('excluded')})` : 'false'
  const given = ({ field, name }: (typeof fields)[number]) => {
    if (!(field in keep)) return `excluded.${name}`
    const first = literal(keep[field] ?? null)
    return `case when old.${name} is distinct from ${first}
      and not (${begins} and excluded.${name} is not distinct from ${first}) then old.${name} else excluded.${name} end`
  }
  const version =
    (columns.version ? ', version = old.version + 1' : '') +
    (columns.changed_at ? ', changed_at = now()' : '')
  const change =
    others.length === 0
      ? 'do nothing'
      : `do update set ${others.map((one) => `${one.name} = ${given(one)}`).join(', ')}${version}
         where (${others.map((one) => `old.${one.name}`).join(', ')})
           is distinct from (${others.map(given).join(', ')})`
  // One JSON parameter: PGlite has no COPY, and a parameter per value soon reaches the limit of 65,535.
  const statement: SQL = sql`${sql.raw(`insert into ${name} as old (${fields.map((one) => one.name).join(', ')})
    select ${fields.map((one) => quoted(one.field)).join(', ')} from json_to_recordset(`)}${JSON.stringify(rows)}${sql.raw(
    `::json) as given(${fields.map((one) => `${quoted(one.field)} ${one.type}`).join(', ')})
    on conflict (${ids.map((one) => one.name).join(', ')}) ${change}
    returning ${ids[0]?.name}::text as id, xmax = 0 as added`,
  )}`
  return (await db.execute<{ id: string; added: boolean }>(statement)).rows
}
