import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { ingestEntities } from '@portreeve/contract/marketplace/ingest-entities'
import { fieldsOf, keyOf, ownersOf } from './docs.ts'
import { intro } from './ingest-docs-intro.ts'

/** The file that `ingestGuide` generates. */
export const ingestGuidePath = fileURLToPath(new URL('../../../docs/ingest.md', import.meta.url))

/** docs/ingest.md, generated from contract/marketplace/imports.ts so that the two always agree. */
export const ingestGuide = (): string => `${[intro, ...ingestEntities.map(section)].join('\n\n')}\n`

/** Entities whose deleted records stay under their key, hidden. */
const hidden = ['users', 'listings']

function section(entity: ImportEntity): string {
  const { name, about, key, deletable } = entity
  const joined = key.length > 1 ? ` In results and addresses the key is \`${key.join(',')}\`.` : ''
  const deleting = !deletable
    ? 'Never deleted: send its new state.'
    : hidden.includes(name)
      ? 'A deleted one is hidden; its key stays taken.'
      : 'May be deleted.'
  return [
    `### ${name}`,
    [
      `${about} One row per ${keyOf(entity)}.${joined} Scope \`ingest.${name}\`. ${deleting}`,
      ...ownersOf(entity),
    ].join(' '),
    [
      '| field | type | meaning | must be in |',
      '|---|---|---|---|',
      ...fieldsOf(entity, entity.row).map(
        (field) => `| ${field.name} | ${field.type} | ${field.meaning} | ${field.to.join(' or ')} |`,
      ),
    ].join('\n'),
  ].join('\n\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--write')) await writeFile(ingestGuidePath, ingestGuide())
  else process.exitCode = (await readFile(ingestGuidePath, 'utf8')) === ingestGuide() ? 0 : 1
}
