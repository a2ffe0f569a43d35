import { expect, test } from 'vitest'
import { gotWorse } from './got-worse.ts'

test('a rule is worse when its newest fifty clearly end badly less often than those before', () => {
  const ended = (bad: number, good: number) => [
    { outcome: 'refunded', n: bad, cents: 0, currency: 'USD' },
    { outcome: 'good', n: good, cents: 0, currency: 'USD' },
  ]
  expect(gotWorse(ended(10, 40), ended(80, 20))).toBe(true)
  expect(gotWorse(ended(40, 10), ended(80, 20))).toBe(false)
  expect(gotWorse(ended(3, 10), ended(80, 20))).toBe(false)
})
