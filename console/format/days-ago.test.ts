import { afterEach, expect, it } from 'vitest'
import { daysAgo } from './days-ago.ts'

const now = new Date('2024-03-01T00:30:00Z')

afterEach(() => {
  process.env.TZ = 'UTC'
})

it.each([
  ['2024-03-01T00:30:00Z', 'today'],
  ['2024-03-01T00:00:00Z', 'today'],
  // Half an hour ago, but on the previous day.
  ['2024-02-29T23:59:59.999Z', 'yesterday'],
  ['2024-02-29T00:00:00Z', 'yesterday'],
  ['2024-02-28T23:59:59Z', '2 days ago'],
  ['2024-02-25T12:00:00Z', '5 days ago'],
  ['2023-03-01T00:00:00Z', '366 days ago'],
  ['2024-02-29T22:00:00-05:00', 'today'],
])('[URP-13] %s is %s', (time, words) => {
  expect(daysAgo(time, now)).toBe(words)
})

it.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  '[URP-13] counts days in UTC, also in the time zone %s (D-019)',
  (zone) => {
    process.env.TZ = zone
    expect(daysAgo('2024-02-29T23:59:00Z', now)).toBe('yesterday')
    expect(daysAgo('2024-03-01T00:01:00Z', now)).toBe('today')
  },
)

it('[URP-13] a future time is today (D-019)', () => {
  expect(daysAgo('2024-03-01T00:31:00Z', now)).toBe('today')
  expect(daysAgo('2024-03-04T00:00:00Z', now)).toBe('today')
})

it('a text that is no date is shown as it is', () => {
  expect(daysAgo('last spring', now)).toBe('last spring')
  expect(daysAgo(null, now)).toBe('null')
})
