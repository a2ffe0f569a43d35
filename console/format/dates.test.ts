import { afterEach, describe, expect, it } from 'vitest'
import {
  createdOrActive,
  longLocal,
  longUtc,
  offsetUtc,
  readTime,
  shortLocal,
  shortUtc,
  timeInWords,
} from './dates.ts'

const zones = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati']

afterEach(() => {
  process.env.TZ = 'UTC'
})

describe('formats in UTC', () => {
  it.each(zones)("[FMT-01] 'Month D, YYYY - h:mma UTC' is the same in the time zone %s", (zone) => {
    process.env.TZ = zone
    expect(longUtc('2024-01-05T15:04:00.000Z')).toBe('January 5, 2024 - 3:04pm UTC')
    expect(longUtc('2024-12-31T23:59:59Z')).toBe('December 31, 2024 - 11:59pm UTC')
  })

  it.each(zones)("[FMT-02] 'M/D/YYYY - h:mma UTC' is the same in the time zone %s", (zone) => {
    process.env.TZ = zone
    expect(shortUtc('2024-01-05T15:04:00.000Z')).toBe('1/5/2024 - 3:04pm UTC')
    expect(shortUtc('2024-11-25T00:05:00+02:00')).toBe('11/24/2024 - 10:05pm UTC')
  })

  it.each(zones)("[MSG-63] 'YYYY-MM-DD HH:mm:ss +0000' is the same in the time zone %s (D-098)", (zone) => {
    process.env.TZ = zone
    expect(offsetUtc('2024-01-05T15:04:09.000Z')).toBe('2024-01-05 15:04:09 +0000')
    expect(offsetUtc('2024-11-25T00:05:00+02:00')).toBe('2024-11-24 22:05:00 +0000')
    expect(offsetUtc('not a date')).toBe('not a date')
  })
})

describe('formats in local time', () => {
  it("[FMT-03] 'MMMM D, YYYY - h:mma', without UTC", () => {
    expect(longLocal('2024-01-05T15:04:00.000Z')).toBe('January 5, 2024 - 3:04pm')
    process.env.TZ = 'America/Los_Angeles'
    expect(longLocal('2024-01-05T05:04:00.000Z')).toBe('January 4, 2024 - 9:04pm')
  })

  it("[FMT-04] 'MM/D/YY h:mma': two-digit month, unpadded day, two-digit year", () => {
    expect(shortLocal('2024-01-05T15:04:00.000Z')).toBe('01/5/24 3:04pm')
    expect(shortLocal('2009-12-25T09:30:00.000Z')).toBe('12/25/09 9:30am')
  })
})

describe('the clock', () => {
  it.each([
    ['00:05', '12:05am'],
    ['00:00', '12:00am'],
    ['03:04', '3:04am'],
    ['11:59', '11:59am'],
    ['12:00', '12:00pm'],
    ['12:01', '12:01pm'],
    ['15:04', '3:04pm'],
    ['23:59', '11:59pm'],
  ])('[FMT-05] %s is %s', (time, words) => {
    expect(shortLocal(`2024-01-05T${time}:00Z`)).toBe(`01/5/24 ${words}`)
  })
})

describe('reading a date', () => {
  it.each([
    'not a date',
    'not a date 1',
    '2024-02-30',
    '2024-13-01',
    '1700000000000',
    'January 5, 2024',
    '2024-01-05T25:00:00Z',
  ])('%s is no date and is shown as it is', (text) => {
    expect(readTime(text)).toBeNull()
    expect(longUtc(text)).toBe(text)
  })

  it.each([null, undefined, ''])("[UDT-45] %s is shown as 'null'", (missing) => {
    for (const write of [longUtc, shortUtc, longLocal, shortLocal]) expect(write(missing)).toBe('null')
  })

  it.each([
    ['2024-01-05', '2024-01-05T00:00:00.000Z'],
    ['2024-01-05 15:04:00 +0000', '2024-01-05T15:04:00.000Z'],
    ['2024-01-05T15:04:00.123456Z', '2024-01-05T15:04:00.123Z'],
    ['2024-01-05T15:04', '2024-01-05T15:04:00.000Z'],
    ['2024-01-05T15:04:00+05:30', '2024-01-05T09:34:00.000Z'],
  ])('%s is a date, in UTC where it names no zone', (text, instant) => {
    process.env.TZ = 'America/Los_Angeles'
    expect(readTime(text)?.toISOString()).toBe(instant)
  })
})

describe('the time in a results table', () => {
  const active = '2024-03-01T00:00:00Z'
  it('[USR-18] is lastActive when created_at is no valid date', () => {
    expect(createdOrActive({ created_at: 'not a date', lastActive: active })).toBe(active)
    expect(createdOrActive({ created_at: null, lastActive: active })).toBe(active)
  })

  it('[USR-18] is created_at when it is a date, or when lastActive is missing', () => {
    const created = '2024-01-05T15:04:00Z'
    expect(createdOrActive({ created_at: created, lastActive: active })).toBe(created)
    expect(createdOrActive({ created_at: 'not a date', lastActive: null })).toBe('not a date')
  })
})

describe('timeInWords', () => {
  const now = new Date('2024-01-08T15:04:00Z')
  it('has the time in both zones, and its age', () => {
    process.env.TZ = 'America/Los_Angeles'
    expect(timeInWords('2024-01-05T15:04:00Z', now)).toBe(
      'January 5, 2024 - 3:04pm UTC\nJanuary 5, 2024 - 7:04am America/Los_Angeles\n3 days ago',
    )
    expect(timeInWords('2024-01-08T15:03:50Z', now)).toMatch(/\nnow$/)
  })

  it('is null for a text that is no date', () => {
    expect(timeInWords('not a date', now)).toBeNull()
    expect(timeInWords(null, now)).toBeNull()
  })
})
