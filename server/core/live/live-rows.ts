import type { Database } from '../database/db.ts'

// The rows of live_events, as the feed reads them.

/** An event as a page receives it. The page resumes from `id`. */
export interface LiveEvent {
  id: string
  topic: string
  payload: unknown
}

/** Receives an event. Returns false when the page accepts no more. */
export type Take = (event: LiveEvent) => boolean

export interface Row {
  xid: string
  id: string
  topic: string
  payload: unknown
  /** Seconds since 1970; null for an event that does not expire. */
  until: number | null
}

const rowColumns = 'xid::text, id::text, topic, payload, extract(epoch from until)::float8 as until'

/** A position in the feed: everything up to it has been sent. */
export interface Place {
  xid: string
  id: string
}

/** Rows per query. */
export const batch = 500

/** Parses the position that a page sends; null when it is malformed. */
export function placeOf(id: string): Place | null {
  const [, xid, row] = /^(\d{1,19})-(\d{1,18})$/.exec(id) ?? []
  return xid !== undefined && row !== undefined ? { xid, id: row } : null
}

export const isAfter = (one: Place, other: Place | null): boolean =>
  other === null ||
  BigInt(one.xid) > BigInt(other.xid) ||
  (one.xid === other.xid && BigInt(one.id) > BigInt(other.id))

export const eventOf = ({ xid, id, topic, payload }: Row): LiveEvent => ({
  id: `${xid}-${id}`,
  topic,
  payload,
})

/** The next events after a place, of all topics. */
export async function readNew(pool: Database['pool'], after: Place): Promise<Row[]> {
  // Transactions commit out of order. Below the oldest running transaction no further row can appear. `e.xid` and `e.id` are the
  // columns; the bare names would sort by their text.
  const { rows } = await pool.query<Row>(
    `select ${rowColumns} from live_events e
     where xid < pg_snapshot_xmin(pg_current_snapshot()) and (xid, id) > ($1::text::xid8, $2::bigint)
     order by e.xid, e.id limit ${batch}`,
    [after.xid, after.id],
  )
  return rows
}

/** The position where reading starts, the next transaction number, and the database's seconds since 1970. */
export async function readEnd(pool: Database['pool']): Promise<{ xid: string; end: string; now: number }> {
  const { rows } = await pool.query<{ xid: string; end: string; now: number }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as xid, pg_snapshot_xmax(pg_current_snapshot())::text as "end",
       extract(epoch from now())::float8 as now`,
  )
  return rows[0] ?? { xid: '0', end: '0', now: 0 }
}

/** Sends the events of some topics between two positions; without the first, all unexpired ones. */
export async function readBacklog(
  pool: Database['pool'],
  topics: string[],
  { from, upTo }: { from: Place | null; upTo: Place },
  take: Take,
): Promise<void> {
  let at = from
  for (;;) {
    const { rows } = await pool.query<Row>(
      `select ${rowColumns} from live_events e
       where topic = any($1) and (xid, id) <= ($2::text::xid8, $3::bigint)
         and (xid, id) > ($4::text::xid8, $5::bigint)
         and ($6 or until is null or until > now())
       order by e.xid, e.id limit ${batch}`,
      [topics, upTo.xid, upTo.id, at?.xid ?? '0', at?.id ?? '0', from !== null],
    )
    for (const row of rows) if (!take(eventOf(row))) return
    at = rows.at(-1) ?? null
    if (rows.length < batch) return
  }
}
