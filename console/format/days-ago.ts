import { readTime } from './dates.ts'

const day = 86_400_000

/**
 * URP-13: 'today', 'yesterday' or 'N days ago', by calendar days in UTC (D-019). A future time is 'today'. A text that is no
 * date stays as it is.
 */
export function daysAgo(value: string | null, now: Date): string {
  const date = readTime(value)
  if (!date) return value || 'null'
  const days = Math.floor(now.getTime() / day) - Math.floor(date.getTime() / day)
  if (days < 1) return 'today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}
