import { expect, test } from 'vitest'
import { ageWords, deadlineWords, nearness, shortSpan } from './deadline.ts'

const now = new Date('2026-11-24T12:00:00Z')

test('a deadline says how far away it is, and which side of it we are on', () => {
  expect(deadlineWords('2026-11-27T13:00:00Z', now)).toBe('due in 3 days')
  expect(deadlineWords('2026-11-25T21:00:00Z', now)).toBe('due in 33 hours')
  expect(deadlineWords('2026-11-24T21:30:00Z', now)).toBe('due in 9 hours')
  expect(deadlineWords('2026-11-24T12:01:00Z', now)).toBe('due in 1 minute')
  expect(deadlineWords('2026-11-22T11:00:00Z', now)).toBe('2 days late')
  expect(deadlineWords('2017-02-01T00:00:00Z', now)).toBe('9 years late')
  expect(deadlineWords('soon', now)).toBeNull()
})

test('a deadline is near within two days', () => {
  expect(nearness('2026-11-26T12:00:00Z', now)).toBe('far')
  expect(nearness('2026-11-26T11:59:00Z', now)).toBe('near')
  expect(nearness('2026-11-24T11:59:59Z', now)).toBe('late')
  expect(nearness(null, now)).toBeNull()
})

test('an age in its largest unit; a time in the future has none', () => {
  expect(ageWords('2026-11-18T12:00:00Z', now)).toBe('6 days')
  expect(ageWords('2026-11-25T12:00:00Z', now)).toBe('0 minutes')
  expect(ageWords(null, now)).toBeNull()
})

test('a short span has at most two units', () => {
  const minute = 60_000
  expect([0, 45, 60, 190, 1500, 2880, 3000, 4320].map((minutes) => shortSpan(minutes * minute))).toEqual([
    ...['0 min', '45 min', '1 h', '3 h 10 min', '25 h', '2 d', '2 d 2 h', '3 d'],
  ])
})
