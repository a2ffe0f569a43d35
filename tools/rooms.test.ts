import { expect, test } from 'vitest'
import { lookingUp, subjectsInCore } from './rooms.ts'
import { foundIn } from './tree.ts'

const found = (files: Record<string, string>) =>
  foundIn(lookingUp, { 'server/main.ts': '', 'console/main.tsx': '', 'contract/index.ts': '', ...files })

test('an upward import is found, a downward one is not', () => {
  expect(found({ 'server/people/a.ts': "import { x } from '../money/b.ts'" })).toEqual([
    'server/people/a.ts imports ../money/b.ts: people may not see money',
  ])
  expect(
    found({
      'server/money/refunds/a.ts':
        "import { x } from '../../core/b.ts'\nimport { t } from '../../desk/desk-tables.ts'\nimport { y } from '@portreeve/contract/people/users'",
    }),
  ).toEqual([])
  expect(found({ 'console/ui/a.tsx': "import { x } from '../data/b.ts'" })).toHaveLength(1)
  expect(found({ 'server/money/a.ts': "import { x } from '@portreeve/sandbox/stripe'" })).toHaveLength(1)
  expect(found({ 'contract/a.ts': "import type { x } from '../server/core/b.ts'" })).toEqual([
    'contract/a.ts imports ../server/core/b.ts: main may not see server',
  ])
})

test('rooms of the same height do not import each other, and a new room must be listed', () => {
  expect(found({ 'server/desk/a.ts': "import { x } from '../marketplace/b.ts'" })).toHaveLength(1)
  expect(found({ 'server/lib/a.ts': '' })).toEqual(["server/lib/a.ts: 'lib' is no room of server"])
})

test('a table of a subject in a string of core is found; a comment, a test and the tables of core are not', () => {
  const tables = {
    'server/desk/desk-tables.ts': "export const cases = pgTable(\n  'desk_cases',\n  {},\n)",
    'server/money/orders/shipping-tables.ts': "export const labels = pgTable('labels', {})",
    'server/db/system-tables.ts': "export const operations = pgTable('operations', {})",
  }
  const core = (text: string, name = 'core/live/a.ts') =>
    foundIn(subjectsInCore, { ...tables, [`server/${name}`]: text })
  const about = (name: string) => [
    `server/core/live/a.ts names the table ${name}: core may not see a subject`,
  ]
  expect(core('pool.query(`delete from\n  desk_cases where x`)')).toEqual(about('desk_cases'))
  expect(core('sql`select from "labels" l`')).toEqual(about('labels'))
  expect(core("const tables = ['labels']")).toEqual(about('labels'))
  expect(core("// Core's own labels\nconst x = 'a\\'b'\n/** 'labels' */\nconst y = 'labels'")).toEqual(
    about('labels'),
  )
  expect(
    core("query('select from operations, other_desk_cases, labels_of')\nconst labels = 'labels.print'"),
  ).toEqual([])
  expect(core("'select from desk_cases'", 'core/live/a.test.ts')).toEqual([])
  expect(core("'select from desk_cases'", 'staff/a.ts')).toEqual([])
})

test('an import of the tables of a subject by core is found', () => {
  const core = (from: string) =>
    foundIn(subjectsInCore, {
      'server/desk/desk-tables.ts': "pgTable('desk_cases')",
      'server/core/live/a.ts': `import { x } from '${from}'`,
    })
  expect(core('../../desk/desk-tables.ts')).toEqual([
    'server/core/live/a.ts imports ../../desk/desk-tables.ts: core may not see a subject',
  ])
  expect(core('../../db/system-tables.ts')).toEqual([])
})

test('this repository has none of these', () => {
  const root = new URL('..', import.meta.url).pathname
  expect([...lookingUp(root), ...subjectsInCore(root)]).toEqual([])
})
