import type { InboxMetrics, InboxTimes } from '@portreeve/contract/conversations/inbox-metrics'
import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { isAlways, workingTime } from '@portreeve/contract/conversations/working-time'
import { readTime } from '../../format/dates.ts'
import { shortSpan } from '../../format/deadline.ts'

/** '3 h 10 min' of seconds; '–' for none. */
export const seconds = (value: number | null): string => (value === null ? '–' : shortSpan(value * 1000))

/** Seconds between the marks of an axis. */
const steps = [60, 300, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800]

/** The marks of an axis up to `most` seconds: at most five steps, each a round time. */
export function ticksTo(most: number): number[] {
  const step = steps.find((one) => one * 5 >= most) ?? Math.ceil(most / 5 / 86_400) * 86_400
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step)
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
