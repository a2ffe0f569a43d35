import { expect, test } from 'vitest'
import { circles } from './circles.ts'
import { foundIn } from './tree.ts'

test('a circle of imports is found, through types, exports, packages and what is loaded later', () => {
  expect(
    foundIn(circles, {
      'server/core/a.ts': "import type {\n  B,\n} from './b.ts'",
      'server/core/b.ts': "export { c } from '../money/c.ts'",
      'server/money/c.ts': "import { a } from '../core/a.ts'",
    }),
  ).toEqual([
    'A circle of imports: server/core/a.ts → server/core/b.ts → server/money/c.ts → server/core/a.ts',
  ])
  expect(
    foundIn(circles, {
      'contract/a.ts': "import '@portreeve/contract/b'",
      'contract/b.ts': "import { a } from './a.ts'",
    }),
  ).toHaveLength(1)
  expect(
    foundIn(circles, {
      'console/a.ts': "export const later = () => import('./b.ts')",
      'console/b.ts': "export type C = import('./c.ts').C",
      'console/c.ts': "import type { A } from './a.ts'",
    }),
  ).toHaveLength(1)
})

test('two paths to one file, and a package are no circle', () => {
  expect(
    foundIn(circles, {
      'console/main.tsx': "import { a } from './a.ts'\nimport { b } from './b.ts'\nimport { z } from 'zod'",
      'console/a.ts': "import { b } from './b.ts'",
      'console/b.ts': '',
    }),
  ).toEqual([])
})
