import { expect, test } from 'vitest'
import { lookingUp } from './rooms.ts'
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

test('this repository has no such import', () => {
  expect(lookingUp(new URL('..', import.meta.url).pathname)).toEqual([])
})
