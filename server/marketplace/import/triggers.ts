import { fileURLToPath } from 'node:url'
import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { imports } from '@portreeve/contract/marketplace/imports'
import { getTableColumns } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { type Target, targets } from './targets.ts'

/** The arguments of an entity's trigger: entity, columns of the key, and each decided field with its column (`portreeve_decided`). */
function triggerArguments(entity: ImportEntity): string[] {
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

/** The statement that makes an entity's trigger. */
function statement(entity: ImportEntity): string {
  const [name, key, ...pairs] = triggerArguments(entity)
  const columns = pairs.map((pair) => pair.split('=')[1]).join(', ')
  return `create or replace trigger portreeve_decided
  after insert or delete${columns ? ` or update of ${columns}` : ''} on ${triggerTable(entity)}
  for each row when (current_setting('portreeve.decides', true) is distinct from 'off')
  execute function portreeve_decided(${[name, key, ...pairs].map((one) => `'${one}'`).join(', ')});\n`
}

/** The text of server/marketplace/program/record-triggers.sql. */
export const triggersFile = (): string =>
  [
    '-- Generated: npx tsx server/marketplace/import/triggers.ts > server/marketplace/program/record-triggers.sql\n',
    ...decidedEntities.map(statement),
  ].join('\n')

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(triggersFile())
