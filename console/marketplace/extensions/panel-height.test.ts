import { expect, test } from 'vitest'
import { heightOf } from './panel-height.ts'

test.each([
  [{ height: 320 }, 320],
  [{ height: 320.6 }, 321],
  [{ height: -1 }, 60],
  [{ height: 1e9 }, 800],
  [{ height: Number.NaN }, null],
  [{ height: Number.POSITIVE_INFINITY }, null],
  [{ height: '320' }, null],
  [{ height: 320, more: 'x'.repeat(1_000_000) }, null],
  [{}, null],
  [[320], null],
  ['x'.repeat(1_000_000), null],
  [320, null],
  [null, null],
])('a message %j is the height %j', (message, height) => {
  expect(heightOf(message)).toBe(height)
})
