import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { type ImportName, imports } from '@portreeve/contract/marketplace/imports'
import { getTableName, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import type { Item } from './item.ts'
import { targets } from './targets.ts'

/** The references in a field: a text, the texts of a list, or the keys of an object. */
function named(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  return typeof value === 'object' && value !== null ? Object.keys(value) : []
}

/** The lines of a batch whose references are in no table, with the reason. */
export async function danglingReferences(
  db: Db,
  entity: ImportEntity,
  items: Item[],
): Promise<Map<Item, string>> {
  const found = new Map<string, Set<string>>()
  for (const name of new Set(entity.references.flatMap(({ to }) => to))) {
    const fields = entity.references.filter(({ to }) => to.includes(name))
    const values = items.flatMap((item) => fields.flatMap(({ field }) => named(item.row[field])))
    const table = getTableName(targets[name as ImportName].table)
    const [key = 'id'] = imports.find((one) => one.name === name)?.key ?? []
    found.set(name, await existing(db, table, key, values))
  }
  const dangling = new Map<Item, string>()
  if (entity.name === 'staff') {
    // Roles have no file: admins make them here, or they move with the settings.
    const roles = await existing(
      db,
      'roles',
      'name',
      items.flatMap(({ row }) => named(row.role)),
    )
    for (const item of items.filter(({ row }) => !roles.has(String(row.role))))
      dangling.set(
        item,
        `there is no role ${JSON.stringify(item.row.role)} here. Make it on the page Roles, or import the settings of the other server, first`,
      )
  }
  for (const item of items)
    for (const { field, to } of entity.references)
      for (const value of named(item.row[field]))
        if (!dangling.has(item) && !to.some((name) => found.get(name)?.has(value)))
          dangling.set(item, `${field} names ${JSON.stringify(value)}, which is not in ${to.join(' or ')}`)
  return dangling
}

/** The keys of these that a table has. */
export async function existing(db: Db, table: string, key: string, values: string[], and = 'true') {
  if (values.length === 0) return new Set<string>()
  const { rows } = await db.execute<{ id: string }>(sql`
    select ${sql.identifier(key)} as id from ${sql.identifier(table)}
    where ${sql.identifier(key)} = any(array(select json_array_elements_text(${JSON.stringify([...new Set(values)])}::json)))
      and ${sql.raw(and)}`)
  return new Set(rows.map((row) => row.id))
}
