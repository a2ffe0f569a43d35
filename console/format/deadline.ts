import { readTime } from './dates.ts'

const hour = 3_600_000
const day = 24 * hour
const year = 365 * day

/** How near a deadline is: 'late' is over, 'near' is within two days. */
export type Nearness = 'late' | 'near' | 'far'

export function nearness(deadline: string | null, now: Date): Nearness | null {
  const date = readTime(deadline)
  if (!date) return null
  const left = date.getTime() - now.getTime()
  return left < 0 ? 'late' : left < 2 * day ? 'near' : 'far'
}

const plural = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`

/** A span in its largest unit: '6 days', '9 hours', '1 minute'. */
export function span(milliseconds: number): string {
  const size = Math.abs(milliseconds)
  if (size >= 2 * year) return plural(Math.floor(size / year), 'year')
  if (size >= 2 * day) return plural(Math.floor(size / day), 'day')
  if (size >= hour) return plural(Math.floor(size / hour), 'hour')
  return plural(Math.floor(size / 60_000), 'minute')
}

/** 'due in 3 days', '2 days late'; null for a text that is no date. */
export function deadlineWords(deadline: string | null, now: Date): string | null {
  const date = readTime(deadline)
  if (!date) return null
  const left = date.getTime() - now.getTime()
  return left < 0 ? `${span(left)} late` : `due in ${span(left)}`
}

/** The time since an event: '6 days'; null for a text that is no date. */
export function ageWords(since: string | null, now: Date): string | null {
  const date = readTime(since)
  return date && span(Math.max(0, now.getTime() - date.getTime()))
}

/** A span in at most two units: '3 h 10 min', '2 d 4 h', '45 min'. Less than a minute is '0 min'. */
export function shortSpan(milliseconds: number): string {
  const minutes = Math.floor(Math.abs(milliseconds) / 60_000)
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60), minutes % 60]
  if (days >= 2) return `${days} d${hours % 24 === 0 ? '' : ` ${hours % 24} h`}`
  if (hours === 0) return `${rest} min`
  return `${hours} h${rest === 0 ? '' : ` ${rest} min`}`
}
