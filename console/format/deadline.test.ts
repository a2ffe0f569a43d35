import { expect, test } from 'vitest'
import { ageWords, deadlineWords, nearness } from './deadline.ts'

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
