import type { InboxMetrics } from '@portreeve/contract/conversations/inbox-metrics'
import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { expect, it } from 'vitest'
import {
  chartWords,
  hoursWords,
  lateWords,
  ofWords,
  seconds,
  shareWords,
  targetWords,
  ticksTo,
  waits,
} from './words.ts'

const office: InboxSettings = {
  ...{ first_answer_minutes: 240, resolution_minutes: null, weekdays: [1, 5] },
  ...{ opens_at: '09:00', closes_at: '17:00', time_zone: 'UTC' },
}
const times = (count: number, within: number | null, median: number | null = 60) => ({
  ...{ count, within, median, p90: median },
})

it('a share is never rounded up to all, and needs a target', () => {
  expect(shareWords(times(1000, 999))).toBe('99 %')
  expect(shareWords(times(3, 3))).toBe('100 %')
  expect([shareWords(times(3, null)), shareWords(times(0, null))]).toEqual(['–', '–'])
  expect([lateWords(times(5, 3)), lateWords(times(5, null))]).toEqual(['2', '–'])
})

it('a target is named with its share', () => {
  expect(targetWords(times(4, 3), 240)).toBe('75 % within the target of 4 h')
  expect(targetWords(times(0, null), 240)).toBe('target 4 h')
  expect(targetWords(times(4, null), null)).toBe('no target is set')
})

it('a median says of how many', () => {
  expect(ofWords(times(1, null), 'answer', 'answers')).toBe('median of 1 answer; 90 % within 1 min')
  expect(ofWords(times(0, null), 'answer', 'answers')).toBe('no answers in these days')
})

it('a wait counts working time only', () => {
  // Friday 16:00 to Monday 10:00
  expect(waits('2026-01-09T16:00:00.000Z', office, Date.parse('2026-01-12T10:00Z'))).toBe('2 h')
  expect([waits(null, office, 0), seconds(null), seconds(90)]).toEqual(['–', '–', '1 min'])
})

it('an axis has at most five steps of a round time', () => {
  const words = (most: number) => ticksTo(most).map(seconds).join(' · ')
  expect(words(0)).toBe('0 min · 1 min')
  expect(words(3000)).toBe('0 min · 15 min · 30 min · 45 min · 1 h')
  expect(words(15 * 3600)).toBe('0 min · 3 h · 6 h · 9 h · 12 h · 15 h')
  expect(words(11 * 86_400)).toBe('0 min · 3 d · 6 d · 9 d · 12 d')
})

it('the hours and the charts have words', () => {
  expect(hoursWords(office)).toBe('Only working hours count: Mon, Fri, 09:00 to 17:00 UTC.')
  const day = (date: string, median: number | null) => ({ day: date, first_answer: times(1, null, median) })
  const days = [day('2026-01-05', 60), day('2026-01-06', null), day('2026-01-07', 3600)]
  expect(chartWords('Answers', days as InboxMetrics['days'], 'first_answer')).toMatch(
    /fastest median is 1 min on 1\/5, the slowest 1 h on 1\/7, the last 1 h on 1\/7/,
  )
  expect(chartWords('Answers', [], 'first_answer')).toBe('Answers by day: no figures.')
})
