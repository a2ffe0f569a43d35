import { bigint, customType, text } from 'drizzle-orm/pg-core'

/** A true time, kept as timestamptz, given and taken as ISO-8601 UTC text with milliseconds. */
export const time = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  toDriver: (value) => value,
  fromDriver: (value) => new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString(),
})

/** PostgreSQL's own transaction number, by which the live feed is ordered. */
export const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Whole cents. */
export const cents = (name: string) => bigint(name, { mode: 'number' })

/** A time as its source wrote it; a `time` column beside it holds the parsed value for order (D-136). */
export const sourceTime = (name: string) => text(name)
