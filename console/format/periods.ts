import { beginOf } from './days.ts'
import { localTime } from './time-zone.ts'

/** The first and the last day of the local month of a time, or of the month `earlier` months before it. */
export const monthOf = (now: Date, earlier: number): { from: string; to: string } => ({
  from: inMonth(now, earlier, 1),
  to: inMonth(now, earlier - 1, 0),
})

/** A day of the local month of a time, or of the month `earlier` months before it. */
function inMonth(now: Date, earlier: number, day: number): string {
  const { year, month } = localTime(now)
  return new Date(Date.UTC(year, month - earlier, day)).toISOString().slice(0, 10)
}

/** Days of a URL as the times of a query: the last day is included. */
export const periodOf = ({ from, to }: { from?: string; to?: string }) => ({
  ...(from && { from: beginOf(from) }),
  ...(to && { to: beginOf(to, 1) }),
})
