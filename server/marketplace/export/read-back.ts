import { fieldsOf, type ImportEntity } from '@portreeve/contract/base/import-entity'
import { neverReadBack } from '@portreeve/contract/marketplace/ingest'
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import type { Stored } from '../../search/upsert.ts'
import { type Target, targets } from '../import/targets.ts'
import { ingestVersions } from '../ingest-tables.ts'
import { readColumns } from './records.ts'

/**
 * A record as a program would write it now. A program reads only what it wrote itself: a key of the same name has written a
 * version of the record. Refuses with not_found all others, deleted ones too.
 * @param id the parts of the key, joined as ingest joins them
 * @param key the id of the program's key
 */
export async function readBack(
  db: Db,
  entity: ImportEntity,
  parts: readonly string[],
  { id, key }: { id: string; key: string },
): Promise<Stored> {
  if (neverReadBack.includes(entity.name))
    refuse('refused', 'Not read back', `A record of ${entity.name} is not read back.`)
  const { table } = targets[entity.name as keyof typeof targets] as Target<unknown>
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table)
  const keys = entity.key.map((field) => columns[field] ?? refuseUnknown())
  const matches = keys.map((column, at) => eq(column, parts[at] ?? ''))
  const own = sql`any(select 'key ' || id from machine_keys where name = (select name from machine_keys where id = ${key}))`
  const before = keys.map((column, at) => sql`h.${sql.identifier(column.name)} = ${parts[at] ?? ''}`)
  const written = sql`(history_by = ${own} or exists (select from history.${table} h
    where ${and(...before)} and h.history_by = ${own}))`
  const [row] = await db
    .select({
      ...readColumns(entity, fieldsOf(entity.row)),
      source_version: sql<number | null>`(select version::float8 from ${ingestVersions}
        where ${ingestVersions.entity} = ${entity.name} and ${ingestVersions.key} = ${id})`,
    })
    .from(table)
    .where(and(...matches, columns.deleted_at && isNull(columns.deleted_at), written))
  return row ?? refuseUnknown()
}

const refuseUnknown = () =>
  refuse('not_found', 'No such record', 'No key of this name has written such a record, or it is deleted.')
