import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { SourceVersion } from '@portreeve/contract/marketplace/ingest'
import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import type { Item } from './item.ts'

/** A `source_version` as a number: of a time the milliseconds since 1970, with the digits that a Date would drop. */
export function versionOf(given: unknown): string | undefined {
  const checked = SourceVersion.safeParse(given)
  if (!checked.success) return undefined
  if (typeof checked.data === 'number') return String(checked.data)
  const beyond = /\.\d{3}(\d+)/.exec(checked.data)?.[1]
  return `${Date.parse(checked.data)}${beyond ? `.${beyond}` : ''}`
}

/**
 * Notes the versions of rows, in the transaction that writes them. A transaction that has another version of the same record
 * comes before or after, never at the same time.
 * @returns the items that are too late: their record has this or a higher version
 */
export async function claimVersions(db: Db, { name }: ImportEntity, items: Item[]): Promise<Set<Item>> {
  const versioned = items.filter(({ version }) => version !== undefined)
  if (versioned.length === 0) return new Set()
  const given = versioned.map(({ id, version }) => ({ key: id, version }))
  const { rows } = await db.execute<{ key: string }>(sql`
    insert into ingest_versions as known (entity, key, version)
    select ${name}, key, version from json_to_recordset(${JSON.stringify(given)}::json) as given(key text, version numeric)
    order by key
    on conflict (entity, key) do update set version = excluded.version where known.version < excluded.version
    returning key`)
  const claimed = new Set(rows.map(({ key }) => key))
  return new Set(versioned.filter(({ id }) => !claimed.has(id)))
}
