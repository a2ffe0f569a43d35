import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { questions } from '../listings/listing-tables.ts'
import { hold } from '../staff/held-actions.ts'
import type { deletedRecords } from '../staff/held-tables.ts'
import { withoutDeciding } from './decides.ts'

// A deletion moves the rows of its records into `deleted_records`, in its transaction, so that they can be put back as they were.

/** The rows of a kind of record. */
export interface Deletable {
  kind: (typeof deletedRecords.$inferSelect)['kind']
  /** Its name in `decided_fields`. */
  entity: string
  /** Its tables in the order in which their rows are put back, each with the column that has the record's key. None: it is only marked. */
  tables: readonly (readonly [table: PgTable, column: string])[]
}

/** A listing is only marked as deleted, because orders name it. */
export const deletableListing: Deletable = { kind: 'listing', entity: 'listings', tables: [] }

export const deletableQuestion: Deletable = {
  kind: 'question',
  entity: 'questions',
  tables: [[questions, 'id']],
}

/** Holds the deletion of locked records, its items, with their rows. The caller deletes them next. */
export async function holdDeletion(
  call: Parameters<typeof hold>[0],
  of: Deletable,
  done: Parameters<typeof hold>[1],
): Promise<void> {
  const held = await hold(call, done)
  if (held !== null) await keepDeleted(call.db, held, of, done.items)
}

async function keepDeleted(db: Db, held: string, of: Deletable, keys: readonly string[]) {
  const rowsOf = (table: string, where: SQL) => sql`${sql.raw(`'${table}'`)},
    coalesce((select jsonb_agg(to_jsonb(t)) from ${sql.identifier(table)} t where ${where}), '[]')`
  const rows = of.tables.map(([table, column]) =>
    rowsOf(getTableName(table), sql`t.${sql.identifier(column)} = given.key`),
  )
  if (rows.length > 0) rows.push(rowsOf('decided_fields', sql`t.entity = ${of.entity} and t.key = given.key`))
  await db.execute(sql`
    insert into deleted_records (held_id, kind, key, rows)
    select ${held}, ${of.kind}, given.key, jsonb_build_object(${sql.join(rows, sql`, `)})
    from jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb) as given(key)`)
}

/** The kept rows of a held action that can be put back now, as a condition. */
const kept = (held: string, { kind }: Deletable) => sql`d.held_id = ${held} and d.kind = ${kind}`

/** Refuses with conflict when none of a held action's records is left to restore. */
export function refuseNone(restored: readonly string[]): void {
  if (restored.length === 0)
    refuse(
      'conflict',
      'Nothing to restore',
      'It exists again, the marketplace has deleted it too, or it was erased with a person.',
    )
}

/**
 * Puts the kept rows of a held action back, and returns the keys of their records. A record that exists again stays as it is. The
 * rows are those of before the deletion: what the marketplace sends next changes them.
 */
export async function putBack(db: Db, held: string, of: Deletable): Promise<string[]> {
  const [main] = of.tables
  if (!main) throw new Error(`A ${of.kind} has no rows to put back`)
  // Restoring decides nothing: what was decided before is among the rows.
  await withoutDeciding(db)
  const { rows: found } = await db.execute<{ key: string }>(sql`
    select d.key from deleted_records d where ${kept(held, of)}
      and not exists (select from ${main[0]} t where t.${sql.identifier(main[1])} = d.key) order by d.key for update of d`)
  const keys = found.map(({ key }) => key)
  if (keys.length === 0) return []
  const those = sql`${kept(held, of)} and d.key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`
  for (const [table] of of.tables) await insertKept(db, table, those)
  await db.execute(sql`delete from decided_fields f using deleted_records d
    where ${those} and f.entity = ${of.entity} and f.key = d.key`)
  await insertKept(db, 'decided_fields', those)
  await db.execute(sql`delete from deleted_records d where ${those}`)
  return keys
}

/** Inserts the kept rows of a table. A column that is newer than they are gets its default. */
async function insertKept(db: Db, table: PgTable | 'decided_fields', those: SQL) {
  const name = typeof table === 'string' ? table : getTableName(table)
  const own =
    typeof table === 'string' ? undefined : Object.values(getTableColumns(table)).map((column) => column.name)
  const { rows } = await db.execute<{ column: string }>(sql`
    select distinct jsonb_object_keys(d.rows -> ${name}::text -> 0) as column from deleted_records d where ${those}`)
  const columns = rows
    .map(({ column }) => column)
    // The history sees a row that is put back as a new one.
    .filter((column) => own?.includes(column) ?? !column.startsWith('history_'))
  if (columns.length === 0) return
  const list = (of: SQL) =>
    sql.join(
      columns.map((column) => sql`${of}${sql.identifier(column)}`),
      sql`, `,
    )
  await db.execute(sql`
    insert into ${sql.identifier(name)} (${list(sql``)})
    select ${list(sql`r.`)} from deleted_records d, jsonb_populate_recordset(null::${sql.identifier(name)}, d.rows -> ${name}::text) r
    where ${those}`)
}

/** Makes a record's deletion final, because the marketplace has deleted it too. */
export const forgetDeleted = (db: Db, kind: Deletable['kind'], key: string) =>
  db.execute(sql`delete from deleted_records where kind = ${kind} and key = ${key}`)
