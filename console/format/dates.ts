import { type LocalTime, localTime, timeZone } from './time-zone.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?: ?(Z|[+-]\d{2}:?\d{2}))?)?$/

/**
 * Parses a time of the wire: ISO-8601, UTC where no zone is given. Null for everything else. The browser's own parser is not
 * used, because it makes a date out of 'not a date 1'.
 */
export function readTime(value: string | null | undefined): Date | null {
  const parts = iso.exec(value?.trim() ?? '')
  if (!parts?.[1]) return null
  const zone = (parts[3] ?? 'Z').replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  const date = new Date(`${parts[1]}T${parts[2] ?? '00:00'}${zone}`)
  // Date turns the 30th of February into the 1st of March.
  const midnight = new Date(`${parts[1]}T00:00Z`)
  const isOnCalendar = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(parts[1])
  return isOnCalendar && !Number.isNaN(date.getTime()) ? date : null
}

const utc = (date: Date): LocalTime => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth(),
  day: date.getUTCDate(),
  hours: date.getUTCHours(),
  minutes: date.getUTCMinutes(),
})

const two = (value: number) => String(value).padStart(2, '0')

/** FMT-05: h:mma, '12:05am', '3:04pm'. */
const clock = ({ hours, minutes }: LocalTime) =>
  `${hours % 12 || 12}:${two(minutes)}${hours < 12 ? 'am' : 'pm'}`

const longDay = (at: LocalTime) => `${months[at.month]} ${at.day}, ${at.year}`

/** A missing time is 'null' (UDT-45); a text that is no date stays as it is (D-027). */
const written = (value: string | null | undefined, write: (date: Date) => string) => {
  if (value === null || value === undefined || value === '') return 'null'
  const date = readTime(value)
  return date ? write(date) : value
}

/** FMT-01: 'January 5, 2024 - 3:04pm UTC'. */
export const longUtc = (value: string | null | undefined) =>
  written(value, (date) => `${longDay(utc(date))} - ${clock(utc(date))} UTC`)

/** FMT-02: '1/5/2024 - 3:04pm UTC'. */
export const shortUtc = (value: string | null | undefined) =>
  written(value, (date) => {
    const at = utc(date)
    return `${at.month + 1}/${at.day}/${at.year} - ${clock(at)} UTC`
  })

/** FMT-03: 'January 5, 2024 - 3:04pm', local time (D-028). */
export const longLocal = (value: string | null | undefined) =>
  written(value, (date) => `${longDay(localTime(date))} - ${clock(localTime(date))}`)

/** FMT-04: '01/5/24 3:04pm', local time (D-028). */
export const shortLocal = (value: string | null | undefined) =>
  written(value, (date) => {
    const at = localTime(date)
    return `${two(at.month + 1)}/${at.day}/${two(at.year % 100)} ${clock(at)}`
  })

/** MAC-17, D-104: '1/5/2024', local time. */
export const shortDay = (value: string | null | undefined) =>
  written(value, (date) => {
    const at = localTime(date)
    return `${at.month + 1}/${at.day}/${at.year}`
  })

/** MSG-63, D-098: '2024-01-05 15:04:09 +0000'. */
export const offsetUtc = (value: string | null | undefined) =>
  written(value, (date) => `${date.toISOString().slice(0, 19).replace('T', ' ')} +0000`)

/** USR-18: the time in a results table: created_at, or lastActive where created_at is no date. */
export const createdOrActive = (person: { created_at: string | null; lastActive: string | null }) =>
  readTime(person.created_at) ? person.created_at : (person.lastActive ?? person.created_at)

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const fromNow = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** The age of a time: '2 days ago', 'now', 'in 3 hours'. A text that is no date stays as it is. */
export function ago(value: string | null | undefined, now: Date): string {
  const date = readTime(value)
  if (!date) return value || 'null'
  const away = date.getTime() - now.getTime()
  if (Math.abs(away) < 60_000) return 'now'
  const [unit, size] = steps.find(([, step]) => Math.abs(away) >= step) ?? ['minute', 60_000]
  return fromNow.format(Math.round(away / size), unit)
}

/** The tooltip of a time: in UTC, in the local time zone with its name, and its age. Null for a text that is no date. */
export function timeInWords(value: string | null | undefined, now: Date): string | null {
  if (!readTime(value)) return null
  return `${longUtc(value)}\n${longLocal(value)} ${timeZone(now)}\n${ago(value, now)}`
}
