import { userFields } from '@portreeve/contract/base/query-fields'
import { afterEach, expect, it } from 'vitest'
import { zonedQuery } from './days.ts'
import { fieldMoment, fieldTime, snoozeProblem, snoozeTimes } from './snooze.ts'
import { setTimeZone } from './time-zone.ts'

afterEach(() => setTimeZone(null))

it('snoozes end in the future: this evening only before five, Monday never today', () => {
  const labels = (now: Date) => snoozeTimes(now).map(({ label }) => label)
  const monday = new Date(2026, 0, 5, 10, 30)
  expect(labels(monday)).toContain('Until this evening')
  expect(labels(new Date(2026, 0, 5, 17, 0))).not.toContain('Until this evening')
  for (let day = 5; day < 12; day++) {
    const now = new Date(2026, 0, day, 23, 59)
    for (const { until } of snoozeTimes(now)) expect(until.getTime()).toBeGreaterThan(now.getTime())
    expect(snoozeTimes(now).at(-1)?.until.getDay()).toBe(1)
  }
  expect(snoozeTimes(monday).at(-1)?.until).toEqual(new Date(2026, 0, 12, 9, 0))
  expect(fieldTime(monday)).toBe('2026-01-05T10:30')
})

it('a snooze ends in the future, within the days that the server allows', () => {
  const now = new Date(2026, 0, 5, 10, 30)
  const after = (days: number) => new Date(now.getTime() + days * 86_400_000)
  expect(snoozeProblem(new Date(''), now, 30)).toBe('Type a date and a time.')
  expect(snoozeProblem(now, now, 30)).toBe('This time is past.')
  expect(snoozeProblem(after(31), now, 30)).toBe('A snooze ends within 30 days.')
  expect(snoozeProblem(after(30), now, 30)).toBeNull()
})

it('every time is in the zone of the personal settings, not in that of the browser', () => {
  setTimeZone('Asia/Tokyo')
  // Sunday 23:30 in Tokyo, and the hour of the next Monday's beginning in Europe
  const now = new Date('2026-01-04T14:30:00Z')
  const until = Object.fromEntries(snoozeTimes(now).map((one) => [one.label, one.until.toISOString()]))
  expect(until).toEqual({
    'For an hour': '2026-01-04T15:30:00.000Z',
    'Until tomorrow': '2026-01-05T00:00:00.000Z',
    'Until Monday': '2026-01-05T00:00:00.000Z',
  })
  expect(fieldTime(now)).toBe('2026-01-04T23:30')
  expect(fieldMoment('2026-01-05T09:00').toISOString()).toBe('2026-01-05T00:00:00.000Z')
  expect(fieldMoment('').getTime()).toBeNaN()
  expect(zonedQuery(userFields, 'anna created:2026-01-05')).toBe(
    'anna created:2026-01-05[2026-01-04T15:00Z/2026-01-05T15:00Z]',
  )
})
