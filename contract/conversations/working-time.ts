import type { InboxSettings } from './inbox-settings.ts'

/** The working hours of a team. */
export type WorkingHours = Pick<InboxSettings, 'weekdays' | 'opens_at' | 'closes_at' | 'time_zone'>

const day = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()
/** Creating a format takes a hundred times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-u-ca-gregory', {
      ...{ timeZone, hourCycle: 'h23', era: 'short' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  formats.set(timeZone, format)
  return format
}

/** The clock of a time zone at an instant, as if it were UTC: milliseconds. */
function clockAt(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day: date = 1, hour, minute, second } = parts
  return Date.UTC(year, month - 1, date, hour, minute, second)
}

const offsetAt = (instant: number, timeZone: string): number =>
  clockAt(instant, timeZone) - Math.floor(instant / 1000) * 1000

/**
 * The instant at which the clock of a time zone shows a time. A time that daylight saving skips counts as an hour later, and the
 * second one of a repeated time counts: PostgreSQL does the same.
 */
function instantOf(clock: number, timeZone: string): number {
  const earlier = clock - offsetAt(clock - day, timeZone)
  const offset = offsetAt(clock + day, timeZone)
  return offsetAt(clock - offset, timeZone) === offset ? clock - offset : earlier
}

const timeOfDay = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** The working hours of each day that was counted before: rows of a list share their days. */
const known = new WeakMap<WorkingHours, Map<number, readonly [opens: number, closes: number]>>()

/** The instants between which staff work on a day. @param midnight the day, as if it were UTC */
function hoursOf(hours: WorkingHours, midnight: number): readonly [opens: number, closes: number] {
  const days = known.get(hours) ?? new Map<number, readonly [number, number]>()
  known.set(hours, days)
  const { opens_at, closes_at, time_zone } = hours
  const found =
    days.get(midnight) ??
    ([opens_at, closes_at].map((time) => instantOf(midnight + timeOfDay(time), time_zone)) as [
      number,
      number,
    ])
  days.set(midnight, found)
  return found
}

/** Whether staff work at all times, so that working time is time. */
export const isAlways = ({ weekdays, opens_at, closes_at }: WorkingHours): boolean =>
  weekdays.length === 7 && opens_at === '00:00' && closes_at === '24:00'

/**
 * The working time between two instants, in milliseconds. On the days of a change to or from daylight saving it is what a clock
 * measures. The database has the same rule: `portreeve_working_seconds`.
 * @param from milliseconds since 1970
 * @param to milliseconds since 1970; before `from` there is no working time
 */
export function workingTime(hours: WorkingHours, from: number, to: number): number {
  if (isAlways(hours)) return Math.max(0, to - from)
  let total = 0
  const last = clockAt(to, hours.time_zone)
  for (
    let midnight = Math.floor(clockAt(from, hours.time_zone) / day) * day;
    midnight <= last;
    midnight += day
  ) {
    // 1 January 1970 was a Thursday.
    const weekday = ((midnight / day + 3) % 7) + 1
    if (!hours.weekdays.includes(weekday)) continue
    const [opens, closes] = hoursOf(hours, midnight)
    total += Math.max(0, Math.min(to, closes) - Math.max(from, opens))
  }
  return total
}
