import type { Event } from '@portreeve/contract/marketplace/events'
import { type SQL, sql } from 'drizzle-orm'
import { isoOf } from '../../db/columns.ts'
import type { events } from '../../db/event-tables.ts'
import type { Db } from '../database/db.ts'
import { refuse } from '../refuse.ts'

type Row = Pick<typeof events.$inferSelect, 'id' | 'type' | 'at' | 'data' | 'actor'>

/** An event as webhooks and `/v1/events` carry it; undefined once its person is erased. */
export const eventOf = ({ id, type, at, data, actor }: Row): Event | undefined =>
  data === null
    ? undefined
    : { id: `evt_${id}`, type, timestamp: isoOf(String(at)), data: { ...data, actor } }

export const eventColumns: SQL = sql`id::float8 as id, type, at::text as at, data, actor`

/** The position from which a consumer reads. Refuses with expired one whose events are gone, or that comes from another database. */
export async function positionOf(db: Db, after: string | undefined): Promise<number> {
  const { rows } = await db.execute<{ oldest: number | null; newest: number | null }>(
    sql`select min(id)::float8 as oldest, max(id)::float8 as newest from events`,
  )
  const { oldest, newest } = rows[0] ?? {}
  if (after === undefined) return (oldest ?? 1) - 1
  if (after === 'end') return newest ?? 0
  const position = Number(after)
  if (position < (oldest ?? 1) - 1)
    refuse(
      'expired',
      'Position is too old',
      `Events up to ${(oldest ?? 1) - 1} are deleted. Read the records again, then continue after 'end'.`,
    )
  if (position > (newest ?? 0))
    refuse(
      'expired',
      'Position is too new',
      `The newest event is ${newest ?? 0}: the database was restored from a backup. Read the records again, then continue after 'end'.`,
    )
  return position
}

/** The events after a position, oldest first. */
export async function readEvents(db: Db, after: number, limit: number) {
  const { rows } = await db.execute<Row & Record<string, unknown>>(
    sql`select ${eventColumns} from events where id > ${after} order by events.id limit ${limit + 1}`,
  )
  const page = rows.slice(0, limit)
  return {
    events: page.flatMap((row) => eventOf(row) ?? []),
    next: String(page.at(-1)?.id ?? after),
    more: rows.length > limit,
  }
}
