import { afterEach, expect, it } from 'vitest'
import { longLocal, shortLocal, timeInWords } from './dates.ts'
import { beginOf, dayOf, onDay } from './days.ts'
import { monthOf } from './periods.ts'
import { setTimeZone, timeZone, zoneName } from './time-zone.ts'

afterEach(() => {
  setTimeZone(null)
  process.env.TZ = 'UTC'
})

it.each([
  [null, '01/5/24 3:04pm', 'UTC'],
  ['America/New_York', '01/5/24 10:04am', 'EST'],
  ['Asia/Kolkata', '01/5/24 8:34pm', 'GMT+5:30'],
  ['Pacific/Kiritimati', '01/6/24 5:04am', 'GMT+14'],
])('a local time in %s', (zone, words, name) => {
  setTimeZone(zone)
  expect(shortLocal('2024-01-05T15:04:00.000Z')).toBe(words)
  expect(zoneName(new Date('2024-01-05T15:04:00.000Z'))).toBe(name)
})

it('daylight saving changes the offset and the name', () => {
  setTimeZone('America/New_York')
  expect(longLocal('2024-07-05T15:04:00Z')).toBe('July 5, 2024 - 11:04am')
  expect(zoneName(new Date('2024-07-05T15:04:00Z'))).toBe('EDT')
})

it('the tooltip has both zones and the age', () => {
  setTimeZone('Europe/Berlin')
  expect(timeInWords('2024-01-05T15:04:00Z', new Date('2024-01-07T15:04:00Z'))).toBe(
    'January 5, 2024 - 3:04pm UTC\nJanuary 5, 2024 - 4:04pm Europe/Berlin\n2 days ago',
  )
})

it('an unknown time zone changes nothing', () => {
  setTimeZone('Mars/Base')
  expect(timeZone()).toBe('UTC')
})

it('days and months begin in the chosen time zone, also where an hour is skipped', () => {
  setTimeZone('America/New_York')
  // 23 hours: daylight saving begins on 10 March 2024.
  expect([beginOf('2024-03-10'), beginOf('2024-03-10', 1)]).toEqual([
    '2024-03-10T05:00:00.000Z',
    '2024-03-11T04:00:00.000Z',
  ])
  expect(dayOf(new Date('2024-03-10T03:00:00Z'))).toBe('2024-03-09')
  expect(onDay('2024-03-09T15:00:00.000Z', '2024-03-12')).toBe('2024-03-12T14:00:00.000Z')
  expect(monthOf(new Date('2024-04-01T02:00:00Z'), 0)).toEqual({ from: '2024-03-01', to: '2024-03-31' })
  expect(monthOf(new Date('2024-01-15T02:00:00Z'), 1)).toEqual({ from: '2023-12-01', to: '2023-12-31' })
})

it.each(['America/New_York', 'Asia/Kolkata'])('%s of the browser reads as the same zone chosen', (zone) => {
  process.env.TZ = zone
  const read = () => [
    longLocal('2024-01-05T15:04:00Z'),
    beginOf('2024-01-05'),
    zoneName(new Date('2024-01-05')),
  ]
  const browsers = read()
  setTimeZone(zone)
  expect(read()).toEqual(browsers)
})
