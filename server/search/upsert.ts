import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../core/database/db.ts'

/** A row as its table has it, by the names on the wire. */
export type Stored = Record<string, unknown>

/** An inserted or changed row: its key, whose parts are separated by U+001F, and whether it is new. */
export interface Written {
  id: string
  added: boolean
}

/** Separates the parts of a key of several fields. */
export const keySeparator = '\u001f'

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Writes rows in one statement: inserts new rows, updates changed rows (their version counts up), and leaves equal
 * rows untouched. All rows must have the same fields and different keys.
 * @param target.key the names of the primary key's fields on the wire
 * @param target.once fields that only a new row takes
 */
export async function upsert(
  db: Db,
  { table, key, once = [] }: { table: PgTable; key: readonly string[]; once?: readonly string[] },
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
  const ids = key.flatMap((field) => fields.filter((one) => one.field === field))
  const others = fields.filter(({ field }) => !key.includes(field) && !once.includes(field))
  const version =
    (columns.version ? ', version = old.version + 1' : '') +
    (columns.changed_at ? ', changed_at = now()' : '')
  const change =
    others.length === 0
      ? 'do nothing'
      : `do update set ${others.map(({ name }) => `${name} = excluded.${name}`).join(', ')}${version}
         where (${others.map((one) => `old.${one.name}`).join(', ')})
           is distinct from (${others.map((one) => `excluded.${one.name}`).join(', ')})`
  // One JSON parameter: PGlite has no COPY, and a parameter per value soon reaches the limit of 65,535.
  const statement: SQL = sql`${sql.raw(`insert into ${name} as old (${fields.map((one) => one.name).join(', ')})
    select ${fields.map((one) => quoted(one.field)).join(', ')} from json_to_recordset(`)}${JSON.stringify(rows)}${sql.raw(
    `::json) as given(${fields.map((one) => `${quoted(one.field)} ${one.type}`).join(', ')})
    on conflict (${ids.map((one) => one.name).join(', ')}) ${change}
    returning concat_ws(E'\\x1f', ${ids.map((one) => one.name).join(', ')}) as id, xmax = 0 as added`,
  )}`
  return (await db.execute<{ id: string; added: boolean }>(statement)).rows
}
