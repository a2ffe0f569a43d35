import { expect, test } from 'vitest'
import { circles } from './circles.ts'
import { foundIn } from './tree.ts'

test('a circle of imports is found, through types, exports and packages too', () => {
  expect(
    foundIn(circles, {
      'server/core/a.ts': "import type {\n  B,\n} from './b.ts'",
      'server/core/b.ts': "export { c } from '../store/c.ts'",
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
})

test('two paths to one file, a lazily loaded file, and a package are no circle', () => {
  expect(
    foundIn(circles, {
      'console/main.tsx': "import { a } from './a.ts'\nimport { b } from './b.ts'\nimport { z } from 'zod'",
      'console/a.ts': "import { b } from './b.ts'",
      'console/b.ts': "export const later = () => import('./main.tsx')",
    }),
  ).toEqual([])
})
