import type { InboxMetrics, InboxTimes } from '@portreeve/contract/conversations/inbox-metrics'
import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { isAlways, workingTime } from '@portreeve/contract/conversations/working-time'
import { readTime } from '../../format/dates.ts'
import { shortSpan } from '../../format/deadline.ts'

/** '3 h 10 min' of seconds; '–' for none. */
export const seconds = (value: number | null): string => (value === null ? '–' : shortSpan(value * 1000))

/** A mark of an axis in one unit: '7 h', '45 min', '3 d'. */
export const tickWords = (value: number): string => {
  const hours = value / 3600
  return hours >= 72
    ? `${Math.round(hours / 24)} d`
    : hours >= 2
      ? `${Math.round(hours)} h`
      : `${Math.round(value / 60)} min`
}

/** The working time since a time: '3 h 10 min'; '–' for none. */
export function waits(since: string | null, settings: InboxSettings, now: number): string {
  const date = readTime(since)
  return date ? shortSpan(workingTime(settings, date.getTime(), now)) : '–'
}

/** What a median is of: 'median of 3 answers; 90 % within 2 h'. */
export const ofWords = ({ count, p90 }: InboxTimes, one: string, many: string): string =>
  count === 0
    ? `no ${many} in these days`
    : `median of ${count.toLocaleString('en')} ${count === 1 ? one : many}; 90 % within ${seconds(p90)}`

/** '80 %' of the answers within the target; '–' without a target or answers. */
export const shareWords = ({ count, within }: InboxTimes): string =>
  within === null || count === 0 ? '–' : `${Math.floor((within / count) * 100)} %`

/** The number that is later than the target; '–' without a target. */
export const lateWords = ({ count, within }: InboxTimes): string =>
  within === null ? '–' : String(count - within)

export const targetWords = (times: InboxTimes, minutes: number | null): string =>
  minutes === null
    ? 'no target is set'
    : times.count === 0
      ? `target ${shortSpan(minutes * 60_000)}`
      : `${shareWords(times)} within the target of ${shortSpan(minutes * 60_000)}`

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The working hours as a sentence. */
export const hoursWords = (settings: InboxSettings): string =>
  isAlways(settings)
    ? `All hours count. Days are those of ${settings.time_zone}.`
    : `Only working hours count: ${settings.weekdays.map((day) => weekdays[day - 1]).join(', ')}, ${settings.opens_at} to ${settings.closes_at} ${settings.time_zone}.`

/** '11/24' of 'YYYY-MM-DD'. */
export const dayWords = (day: string): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`

type Day = InboxMetrics['days'][number]

/** What a chart shows, in a sentence: its text alternative beside the table. */
export function chartWords(name: string, days: readonly Day[], kind: 'first_answer' | 'resolution'): string {
  const known = days.filter((day) => day[kind].median !== null)
  const at = (day: Day | undefined) => (day ? `${seconds(day[kind].median)} on ${dayWords(day.day)}` : '–')
  const sorted = known.toSorted((a, b) => (a[kind].median ?? 0) - (b[kind].median ?? 0))
  return known.length === 0
    ? `${name} by day: no figures.`
    : `${name} by day, as a line: the fastest median is ${at(sorted[0])}, the slowest ${at(sorted.at(-1))}, the last ${at(known.at(-1))}. The table By day has all figures.`
}
