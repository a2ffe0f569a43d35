import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Db } from '../core/database/db.ts'

/** The minimum position that a caller needs (read your writes). PostgreSQL numbers as text. */
export interface Needed {
  /** The caller's newest audit row; null before their first. */
  audit: string | null
  /** The transaction of the newest live event of the list's topics; null where there is none. */
  event: string | null
}

/** Reads, at the primary, the position that a caller needs for a list with these topics. */
export async function neededBy(primary: Db, uid: string, topics: readonly string[]): Promise<Needed> {
  const newest = topics.map(
    (topic) => sql`(select e.xid::text::numeric from live_events e where topic = ${topic}
      order by e.xid desc, e.id desc limit 1)`,
  )
  const { rows } = await primary.execute<Record<keyof Needed, string | null>>(sql`select
    (select id::text from audit where actor_uid = ${uid} order by audit.id desc limit 1) as audit,
    greatest(${sql.join([sql`null::numeric`, ...newest], sql`, `)})::text as event`)
  return rows[0] ?? { audit: null, event: null }
}

/** How far the replica has replayed the primary's changes. */
export interface Position {
  /** The newest audit row that it shows. Audit rows commit in order (decision 9), so it shows all earlier ones. */
  audit: bigint
  /** Every transaction below this one has ended there as well. */
  ended: bigint
}

/** Reads the position on a connection to the replica. */
export async function readPosition(at: Pick<pg.ClientBase, 'query'>): Promise<Position> {
  const { rows } = await at.query<{ audit: string; ended: string }>(
    'select (select seq from audit_head)::text as audit, pg_snapshot_xmin(pg_current_snapshot())::text as ended',
  )
  const [row] = rows
  if (!row) throw new Error('The replica has no audit')
  return { audit: BigInt(row.audit), ended: BigInt(row.ended) }
}

export const isBefore = (one: Position, other: Position): boolean =>
  one.audit < other.audit || one.ended < other.ended

/** Whether a replica at this position satisfies the caller's need. */
export const shows = (at: Position | undefined, { audit, event }: Needed): boolean =>
  at !== undefined &&
  (audit === null || at.audit >= BigInt(audit)) &&
  // Events commit out of order: an event is certainly visible only when all transactions up to it have ended.
  (event === null || at.ended > BigInt(event))
