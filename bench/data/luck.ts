/** What is made: everything follows from it, so the same numbers always make the same marketplace. */
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

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Chance of one record: the same for the same kind and number, whatever else is made, in whatever order. */
export class Luck {
  private state: number

  constructor(kind: number, number: number) {
    this.state = Math.imul(kind, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)
    this.next()
  }

  /** From 0 to 1, 1 not included. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number below `sides`. */
  whole(sides: number): number {
    return Math.floor(this.next() * sides)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(list.length)] as T
  }

  odds(percent: number): boolean {
    return this.next() * 100 < percent
  }

  /** The smaller a number, the likelier: with power 3 a hundredth of them is drawn in a fifth of all cases. */
  skewed(sides: number, power: number): number {
    return Math.floor(sides * this.next() ** power)
  }

  letters(count: number): string {
    let made = ''
    for (let at = 0; at < count; at++) made += letters.charAt(this.whole(62))
    return made
  }

  hex(count: number): string {
    let made = ''
    for (let at = 0; at < count; at++) made += letters.charAt(this.whole(16)).toLowerCase()
    return made
  }
}

/** An id that follows time, as most sources make them. */
export const idOf = (kind: string, number: number): string =>
  `${kind}${number.toString(36).padStart(6, '0')}${new Luck(99, number).letters(8)}`

/** The day that all times are counted from. */
const day = Date.UTC(2026, 10, 19)

/** A time so many days before the day, ISO-8601 UTC. */
export const daysAgo = (days: number): string => new Date(day - Math.round(days * 86_400_000)).toISOString()

/** A number of a row that is made evenly over some days up to the day, as days ago. */
export const ageOf = (number: number, total: number, days: number): number =>
  ((total - number) / total) * days
