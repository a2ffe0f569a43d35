import { expect, test } from 'vitest'
import { monthOf } from './periods.ts'

test('a month is from its first to its last day, also across a year', () => {
  const now = new Date(2026, 0, 31, 12)
  expect(monthOf(now, 0)).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(monthOf(now, 1)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(monthOf(new Date(2028, 1, 29), 0)).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})
