import { expect, test } from 'vitest'
import { type WorkingHours, workingTime } from './working-time.ts'

const office: WorkingHours = {
  ...{ weekdays: [1, 2, 3, 4, 5], opens_at: '09:00', closes_at: '17:00', time_zone: 'Europe/Berlin' },
}
const hours = (from: string, to: string, more: Partial<WorkingHours> = {}) =>
  workingTime({ ...office, ...more }, Date.parse(from), Date.parse(to)) / 3_600_000

test('only the hours of working days count', () => {
  // Friday 16:00 to Monday 10:00 in Berlin
  expect(hours('2026-01-09T15:00Z', '2026-01-12T09:00Z')).toBe(2)
  expect(hours('2026-01-10T00:00Z', '2026-01-11T23:00Z')).toBe(0)
  expect(hours('2026-01-05T08:30Z', '2026-01-05T08:45Z')).toBe(0.25)
  expect(hours('2026-01-05T09:00Z', '2026-01-05T08:00Z')).toBe(0)
  expect(hours('2026-01-05T00:00Z', '2026-01-12T00:00Z')).toBe(40)
})

test('working hours follow daylight saving', () => {
  // 29 March 2026: Berlin goes from UTC+1 to UTC+2; 25 October 2026: back.
  expect(hours('2026-03-27T15:59Z', '2026-03-30T07:01Z')).toBeCloseTo(2 / 60)
  expect(hours('2026-10-23T14:59Z', '2026-10-26T08:01Z')).toBeCloseTo(2 / 60)
  const night = { weekdays: [7], opens_at: '00:00', closes_at: '06:00' }
  expect(hours('2026-03-28T12:00Z', '2026-03-29T12:00Z', night)).toBe(5)
  expect(hours('2026-10-24T12:00Z', '2026-10-25T12:00Z', night)).toBe(7)
})

test('a day ends at 24:00, and all hours of all days are plain time', () => {
  const all = { weekdays: [1, 2, 3, 4, 5, 6, 7], opens_at: '00:00', closes_at: '24:00' }
  expect(hours('2026-03-28T00:00Z', '2026-03-30T00:00Z', all)).toBe(48)
  expect(hours('2026-01-05T22:00Z', '2026-01-06T00:00Z', { closes_at: '24:00', time_zone: 'UTC' })).toBe(2)
})

test('the time zone decides which day it is', () => {
  // Monday 08:00 in Auckland is still Sunday in UTC.
  const auckland = { opens_at: '08:00', time_zone: 'Pacific/Auckland' }
  expect(hours('2026-01-04T19:00Z', '2026-01-04T20:00Z', auckland)).toBe(1)
})
