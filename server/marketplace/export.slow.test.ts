import { expect, test } from 'vitest'
import { seedFixtures } from '../seed/seed.ts'
import { expectSameAgain } from '../testing/export-harness.ts'
import { folderOf, fresh, run, useImports } from '../testing/import-harness.ts'

useImports()

test('the fixtures are the same after an export and an import', async () => {
  const source = await fresh()
  // The fixtures name the staff of the demo.
  const staff = ['support', 'moderator', 'finance', 'admin'].map((role) => ({
    uid: `staff-${role}`,
    email: `${role}@example.com`,
    role,
  }))
  expect((await run(await folderOf({ staff }), source)).code).toBe(0)
  await seedFixtures({ database: source })
  await expectSameAgain(source)
}, 120_000)
