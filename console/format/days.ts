import type { QueryFields } from '@portreeve/contract/base/query'
import { inZone } from '@portreeve/contract/base/query-zone'
import { localTime, momentOf } from './time-zone.ts'

/** Whether a text is a calendar day from the year 2000 on: a half-typed year, such as 0002, does not count. */
export function isDay(text: string): boolean {
  const date = /^2\d{3}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The local beginning of a day, or of the day `later` days after it, ISO-8601 UTC. Lists show local times too (D-028). */
export function beginOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return momentOf({ year, month: month - 1, day: date + later, hours: 0, minutes: 0 }).toISOString()
}

const padded = (number: number) => String(number).padStart(2, '0')

/** The local calendar day of a date. */
export function dayOf(at: Date): string {
  const { year, month, day } = localTime(at)
  return `${year}-${padded(month + 1)}-${padded(day)}`
}

/** A time moved to another local day; it keeps its time of day. ISO-8601 UTC. */
export function onDay(time: string, day: string): string {
  const at = new Date(time)
  const { hours, minutes } = localTime(at)
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // Seconds are the same in every time zone.
  const rest = at.getTime() % 60_000
  return new Date(
    momentOf({ year, month: month - 1, day: date, hours, minutes }).getTime() + rest,
  ).toISOString()
}

/** A query as the server reads it: its days are those of the person's time zone. */
export const zonedQuery = (fields: QueryFields, typed: string): string =>
  inZone(fields, typed, (day) => [short(beginOf(day)), short(beginOf(day, 1))])

const short = (time: string) => time.replace(/(:00)?\.000Z$/, 'Z')
