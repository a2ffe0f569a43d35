import { fileURLToPath } from 'node:url'
import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { imports } from '@portreeve/contract/marketplace/imports'
import { getTableColumns } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { type Target, targets } from './targets.ts'

/** The arguments of an entity's trigger: entity, columns of the key, and each decided field with its column (`portreeve_decided`). */
export function triggerArguments(entity: ImportEntity): string[] {
  const columns = getTableColumns(targetOf(entity).table)
  const columnOf = (field: string) => {
    const column = columns[field === 'deleted' ? 'deleted_at' : field]
    if (!column) throw new Error(`${entity.name}.${field} has no column: name it in notDecided`)
    return column.name
  }
  const fields = entity.decidedHere.filter((field) => field !== 'deleted' || columns.deleted_at)
  return [
    entity.name,
    entity.key.map(columnOf).join(','),
    ...fields.map((field) => `${field}=${columnOf(field)}`),
  ]
}

/** The table of the trigger. */
export const triggerTable = (entity: ImportEntity): string => getTableConfig(targetOf(entity).table).name

const targetOf = ({ name }: ImportEntity) => targets[name as keyof typeof targets] as Target<unknown>

/** Entities whose fields are decided one by one. */
export const decidedEntities: readonly ImportEntity[] = (imports as readonly ImportEntity[]).filter(
  ({ byStaff }) => byStaff === undefined,
)

/** The statements of a migration that brings an entity's trigger up to date. */
function statements(entity: ImportEntity): string {
  const [name, key, ...pairs] = triggerArguments(entity)
  const table = triggerTable(entity)
  const of = pairs.map((pair) => `"${pair.split('=')[1]}"`).join(', ')
  return [
    `DROP TRIGGER IF EXISTS "portreeve_decided" ON "${table}";`,
    `DROP TRIGGER IF EXISTS "portreeve_decided_deletion" ON "${table}";`,
    `CREATE TRIGGER "portreeve_decided" AFTER INSERT OR DELETE${of ? ` OR UPDATE OF ${of}` : ''} ON "${table}"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided(${[name, key, ...pairs].map((one) => `'${one}'`).join(', ')});`,
  ].join('--> statement-breakpoint\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${decidedEntities.map(statements).join('--> statement-breakpoint\n')}\n`)
