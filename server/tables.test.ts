import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldsOf, type ImportEntity } from '@portreeve/contract/base/import-entity'
import { lineOf } from '@portreeve/contract/marketplace/import-lines'
import { imports } from '@portreeve/contract/marketplace/imports'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { leftOut } from './marketplace/export/left.ts'
import { targets } from './marketplace/import/targets.ts'
import { withoutPeople } from './testing/planting.ts'

// Each test names a decision that a new table needs.
const folder = new URL('.', import.meta.url).pathname
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => /^(?!node_modules).*-tables\.ts$/.test(name))
let tables: string[]
/** Tables with a reference to a person. */
let ofPeople: string[]
beforeAll(async () => {
  const modules = await Promise.all(files.map((name) => import(join(folder, name)) as Promise<object>))
  const all = modules.flatMap((module) => Object.values(module)).filter((one) => is(one, PgTable))
  tables = all.map((table) => getTableName(table))
  ofPeople = all
    .filter((table) =>
      getTableConfig(table).foreignKeys.some((key) => getTableName(key.reference().foreignTable) === 'users'),
    )
    .map((table) => getTableName(table))
})

test('no table with a reference to a person is left out of exporting and erasing', () => {
  expect(ofPeople.length).toBeGreaterThan(10)
  expect(ofPeople.filter((name) => withoutPeople.includes(name))).toEqual([])
})

/** Tables whose rows are in the file of another table, or follow from it. */
const inOthers = ['audit_head', 'conversation_members']

test('every table has a file of the import, or an export names it as left out', () => {
  const imported = imports.map(({ name }) => getTableName(targets[name].table))
  const left = leftOut.filter(({ columns }) => !columns).flatMap((one) => one.tables)
  expect([...imported, ...left, ...inOthers].toSorted()).toEqual(tables.toSorted())
})

/** Columns that count changes, or that a trigger or the program copies from others. */
const followed = /^(version|changed_at|.*_time|search.*)$/

test('every column of a file of the import is read, follows from others, or is named as left out', async () => {
  for (const entity of imports as readonly ImportEntity[]) {
    const { table, read = {} } = targets[entity.name as keyof typeof targets]
    const fields = fieldsOf(lineOf(entity))
    const left = leftOut.flatMap(({ tables: [name], columns }) =>
      name === getTableName(table) ? (columns ?? []) : [],
    )
    const unread = Object.entries(getTableColumns(table)).filter(
      ([field, { name }]) => !fields.includes(field) && !followed.test(name) && !left.includes(name),
    )
    expect([entity.name, unread.map(([field]) => field)]).toEqual([
      entity.name,
      Object.keys(read).includes('charge') ? ['stripe_id'] : [],
    ])
  }
})

test('docs/export.md names all that is left out', () => {
  const page = readFileSync(join(folder, '../docs/export.md'), 'utf8')
  expect(leftOut.filter(({ what }) => !page.includes(`\n- ${what}\n`)).map(({ what }) => what)).toEqual([])
})
