import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { lookingUp } from './rooms.ts'

function house(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'rooms-'))
  for (const [file, text] of Object.entries({ 'server/main.ts': '', 'console/main.tsx': '', ...files })) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const found = lookingUp(root)
  rmSync(root, { recursive: true })
  return found
}

test('an arrow that looks up is found, one that looks down is not', () => {
  expect(house({ 'server/core/a.ts': "import { x } from '../store/b.ts'" })).toEqual([
    'server/core/a.ts imports ../store/b.ts: core may not see store',
  ])
  expect(
    house({
      'server/store/a.ts': "import { x } from '../core/b.ts'\nimport { y } from '@portreeve/contract/users'",
    }),
  ).toEqual([])
  expect(house({ 'console/ui/a.tsx': "import { x } from '../data/b.ts'" })).toHaveLength(1)
  expect(house({ 'server/api/a.ts': "import { x } from '@portreeve/sandbox/stripe'" })).toHaveLength(1)
})

test('neighbours of the same height do not see each other, and a new room must be named', () => {
  expect(house({ 'server/seed/a.ts': "import { x } from '../import/b.ts'" })).toHaveLength(1)
  expect(house({ 'server/lib/a.ts': '' })).toEqual(["server/lib/a.ts: 'lib' is no room of server"])
})

test('the house itself has none', () => {
  expect(lookingUp(new URL('..', import.meta.url).pathname)).toEqual([])
})
