import { expect, test } from 'vitest'
import { tooLong } from './sizes.ts'
import { foundIn } from './tree.ts'

const lines = (count: number) => 'x\n'.repeat(count)

test('a source file has at most 250 lines, a test at most 400, a file that docs/a-refund.md names 150', () => {
  expect(
    foundIn(tooLong, {
      'docs/a-refund.md':
        '`server/api/named.ts`, then `server/core/short.ts`; `contract/gone.ts`, `server/testing/fits.ts`',
      'server/api/named.ts': lines(151),
      'server/core/short.ts': lines(150),
      'server/api/fits.ts': lines(250),
      'server/api/long.ts': lines(251),
      'console/ui/Long.tsx': lines(300),
      'server/testing/fits.ts': lines(400),
      'e2e/people/users/long.spec.ts': lines(401),
      'bench/data/long.ts': lines(260),
      'server/node_modules/other/index.js': lines(9000),
      'server/db/migrations/long.js': lines(9000),
    }).toSorted(),
  ).toEqual([
    'bench/data/long.ts has 260 lines, more than 250.',
    'console/ui/Long.tsx has 300 lines, more than 250.',
    'docs/a-refund.md names contract/gone.ts, which does not exist.',
    'e2e/people/users/long.spec.ts has 401 lines, more than 400.',
    'server/api/long.ts has 251 lines, more than 250.',
    'server/api/named.ts has 151 lines, more than 150.',
  ])
})
