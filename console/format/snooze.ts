import { dayOf } from './days.ts'
import { localTime, momentOf } from './time-zone.ts'

const at = (now: Date, hours: number, later = 0) => {
  const { year, month, day } = localTime(now)
  return momentOf({ year, month, day: day + later, hours, minutes: 0 })
}

/** The times to which a case can be snoozed with one click, in the person's time zone. */
export function snoozeTimes(now: Date): { label: string; until: Date }[] {
  const { year, month, day, hours } = localTime(now)
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay()
  return [
    { label: 'For an hour', until: new Date(now.getTime() + 3_600_000) },
    ...(hours < 17 ? [{ label: 'Until this evening', until: at(now, 18) }] : []),
    { label: 'Until tomorrow', until: at(now, 9, 1) },
    { label: 'Until Monday', until: at(now, 9, (8 - weekday) % 7 || 7) },
  ]
}

const two = (value: number) => String(value).padStart(2, '0')

/** The value of a field for date and time, in the person's time zone: '2026-01-05T09:00'. */
export function fieldTime(date: Date): string {
  const { hours, minutes } = localTime(date)
  return `${dayOf(date)}T${two(hours)}:${two(minutes)}`
}

/** The moment of such a value; an invalid date for a half-typed one. */
export function fieldMoment(typed: string): Date {
  const [year, month, day, hours, minutes] = (/^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(typed) ?? [])
    .slice(1)
    .map(Number)
  if (year === undefined || month === undefined || day === undefined) return new Date(Number.NaN)
  return momentOf({ year, month: month - 1, day, hours: hours ?? 0, minutes: minutes ?? 0 })
}

/** Why a snooze cannot end at a time; null when it can. */
export function snoozeProblem(until: Date, now: Date, maxDays: number): string | null {
  const days = (until.getTime() - now.getTime()) / 86_400_000
  if (Number.isNaN(days)) return 'Type a date and a time.'
  if (days <= 0) return 'This time is past.'
  return days > maxDays ? `A snooze ends within ${maxDays} days.` : null
}
