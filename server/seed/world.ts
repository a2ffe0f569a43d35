import { faker } from '@faker-js/faker/locale/en'

const hour = 3_600_000

/**
 * The random source of a seeding, the same every time. Each kind of record starts its own, so that one more listing shifts
 * no person. The faker is shared, so only the newest instance may be used.
 */
export class Chance {
  readonly faker = faker
  /** Midnight UTC of the day that the demo's times are relative to, milliseconds. */
  readonly day: number

  constructor(seed: number, day: number) {
    this.day = day
    faker.seed(seed)
    faker.setDefaultRefDate(new Date(day))
  }

  pick<T>(list: readonly T[]): T {
    return faker.helpers.arrayElement(list)
  }

  /** Several different elements. */
  some<T>(list: readonly T[], count: number): T[] {
    return faker.helpers.arrayElements(list, count)
  }

  /** True in `percent` % of calls. */
  oddly(percent: number): boolean {
    return faker.number.float({ min: 0, max: 100 }) < percent
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return faker.number.int({ min, max })
  }

  letters(length: number): string {
    return faker.string.alphanumeric(length)
  }

  hex(length: number): string {
    return faker.string.hexadecimal({ length, casing: 'lower', prefix: '' })
  }

  /** A time between `from` and `to` days before the seeding's day, ISO-8601 UTC. */
  daysAgo(from: number, to: number): string {
    return new Date(
      this.day - this.whole(Math.round(from * 86_400), Math.round(to * 86_400)) * 1000,
    ).toISOString()
  }
}

/** A time some hours after another, ISO-8601 UTC. */
export const later = (time: string, hours: number): string =>
  new Date(Date.parse(time) + Math.round(hours * hour)).toISOString()

/** A time some hours before another, ISO-8601 UTC. */
export const ago = (now: number, hours: number): string =>
  new Date(now - Math.round(hours * hour)).toISOString()

/** Domains of the demo's links and addresses; none of them exists outside. */
export const domains = ['example.com', 'example.org', 'example.net'] as const
