const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The one seeded random source (mulberry32): demo data, the sandbox's faults and the benches' data all repeat with their seed. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed | 0
  }

  /** The random source of a text, such as the id of a record (FNV-1a). */
  static of(text: string): Random {
    let seed = 0x811c9dc5
    for (let at = 0; at < text.length; at++) seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193)
    return new Random(seed)
  }

  /** The random source of one record: depends only on its kind and number, not on other records or their order. */
  static ofRecord(kind: number, number: number): Random {
    const random = new Random(Math.imul(kind, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b))
    // The first numbers of neighbouring seeds are similar: skip one.
    random.bits()
    return random
  }

  /** 32 random bits, as a whole number from 0. */
  bits(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** From 0 to 1, 1 not included. */
  next(): number {
    return this.bits() / 2 ** 32
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** True in `percent` % of calls. */
  chance(percent: number): boolean {
    return this.next() * 100 < percent
  }

  /** Small numbers are more likely: with power 3, the lowest hundredth is drawn in a fifth of all cases. */
  skewed(limit: number, power: number): number {
    return Math.floor(limit * this.next() ** power)
  }

  letters(count: number): string {
    let made = ''
    for (let at = 0; at < count; at++) made += letters.charAt(this.below(62))
    return made
  }

  hex(count: number): string {
    let made = ''
    for (let at = 0; at < count; at++) made += letters.charAt(this.below(16)).toLowerCase()
    return made
  }
}
