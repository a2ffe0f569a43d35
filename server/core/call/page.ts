import { type SQL, sql } from 'drizzle-orm'
import { refuse } from '../refuse.ts'
import type { Call } from './context.ts'

/** Rows of one page (D-113). */
export const pageSize = 200

/** The cursor's content: the next page begins after this time and id. */
interface Place {
  time: string
  id: string
}

const encodePlace = ({ time, id }: Place) => Buffer.from(JSON.stringify([time, id])).toString('base64url')

/** Decodes a cursor of this server. Refuses any other text. */
export function placeOf(cursor: string): Place {
  try {
    const [time, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (
      typeof time === 'string' &&
      typeof id === 'string' &&
      (/^-?infinity$/.test(time) || !Number.isNaN(Date.parse(time)))
    )
      return { time, id }
  } catch {
    // Refused below.
  }
  refuse('malformed', 'Malformed request', "The query's 'cursor' is none that this server gave.")
}

/**
 * The order and cursor condition of a list by time and id, newest first, in the form that an index on both serves.
 * @param some 'untimed' where rows without a time come last; the index then holds this expression.
 */
export function newestFirst(time: SQL, id: SQL, some?: 'untimed') {
  const key = some ? sql`coalesce(${time}, '-infinity'::timestamptz)` : time
  return {
    order: sql`${key} desc, ${id} desc`,
    after: (cursor: string | undefined): SQL | undefined => {
      if (cursor === undefined) return undefined
      const place = placeOf(cursor)
      return sql`(${key}, ${id}) < (${place.time}::timestamptz, ${place.id})`
    },
  }
}

/** The same, oldest or nearest first. */
export const oldestFirst = (time: SQL, id: SQL) => ({
  order: sql`${time}, ${id}`,
  after: (cursor: string | undefined): SQL | undefined => {
    if (cursor === undefined) return undefined
    const place = placeOf(cursor)
    return sql`(${time}, ${id}) > (${place.time}::timestamptz, ${place.id})`
  },
})

/** Cuts the rows, of which the query reads one more than a page, to one page and returns the cursor of the next in a header. */
export function page<Row>(
  call: Pick<Call, 'more'>,
  rows: Row[],
  place: (row: Row) => { time: string | null; id: string },
  size = pageSize,
): Row[] {
  if (rows.length <= size) return rows
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  if (last !== undefined) {
    const { time, id } = place(last)
    call.more(encodePlace({ time: time ?? '-infinity', id }))
  }
  return shown
}
