import { sql } from 'drizzle-orm'
import { bigint, customType, index, jsonb, text } from 'drizzle-orm/pg-core'

/** A time, stored as timestamptz, read and written as ISO-8601 UTC text with milliseconds. */
export const time = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  toDriver: (value) => value,
  fromDriver: isoOf,
})

/** Converts '2026-01-02 03:04:05.6+00', or PostgreSQL's JSON form with T and +00:00, to '2026-01-02T03:04:05.600Z'. */
export function isoOf(value: string): string {
  // Fast path without a Date: a page has hundreds of times, nearly all in UTC with a four-digit year.
  if (value.endsWith('+00') && value.charAt(10) === ' ') {
    const [date, time] = [value.slice(0, 10), value.slice(11, -3)]
    if (time.length === 12) return `${date}T${time}Z`
    return time.length === 8 ? `${date}T${time}.000Z` : `${date}T${time.padEnd(12, '0')}Z`
  }
  return new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}

/** PostgreSQL's transaction number, which orders the live feed. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Whole cents. */
export const cents = (name: string) => bigint(name, { mode: 'number' })

/** A time as its source wrote it. A `time` column beside it holds the parsed value for sorting (D-136). */
export const sourceTime = (name: string) => text(name)

/** Values of the fields that the marketplace declares for a record (contract/base/extra.ts); null without any. */
export const extraValues = () => jsonb('extra').$type<Record<string, string | number | boolean>>()

/** What finds the records with such a value (`portreeve_extra`). Its statistics tell a common value from a rare one. */
export const extraIndex = (name: string) =>
  index(name).using('gin', sql`portreeve_extra(extra)`).with({ gin_pending_list_limit: 256 })
