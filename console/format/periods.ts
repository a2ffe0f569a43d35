import { beginOf, dayOf } from './days.ts'

/** The first and the last day of the local month of a time, or of the month `earlier` months before it. */
export const monthOf = (now: Date, earlier: number): { from: string; to: string } => ({
  from: dayOf(new Date(now.getFullYear(), now.getMonth() - earlier, 1)),
  to: dayOf(new Date(now.getFullYear(), now.getMonth() - earlier + 1, 0)),
})

/** Days of a URL as the times of a query: the last day is included. */
export const periodOf = ({ from, to }: { from?: string; to?: string }) => ({
  ...(from && { from: beginOf(from) }),
  ...(to && { to: beginOf(to, 1) }),
})
