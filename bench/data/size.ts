import { Random } from '../../server/seed/random.ts'

/** The size of the marketplace. All data derives from it, so the same numbers always make the same marketplace. */
export interface Size {
  users: number
  listings: number
  orders: number
  transactions: number
  conversations: number
  messages: number
}

export const sizeOf = (users: number, transactions = users * 3): Size => ({
  users,
  listings: users * 2,
  orders: Math.floor(transactions * 0.8),
  transactions,
  conversations: Math.floor(users / 5),
  messages: users * 2,
})

/** An id in the order of time, as most sources make them. */
export const idOf = (kind: string, number: number): string =>
  `${kind}${number.toString(36).padStart(6, '0')}${Random.ofRecord(99, number).letters(8)}`

/** All times are relative to this day. */
const day = Date.UTC(2026, 10, 19)

/** A time so many days before the day, ISO-8601 UTC. */
export const daysAgo = (days: number): string => new Date(day - Math.round(days * 86_400_000)).toISOString()

/** Spreads rows evenly over some days up to that day; returns days ago. */
export const ageOf = (number: number, total: number, days: number): number =>
  ((total - number) / total) * days
