import { randomUUID } from 'node:crypto'
import type { TopicPattern } from '@portreeve/contract/live'
import type { LiveEventOf } from '@portreeve/contract/live-payloads'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { liveEvents } from '../db/system.ts'
import type { Database, Db } from './db.ts'
import { channel, listen } from './live-listener.ts'

/** Default seconds for which the backlog includes an event. */
const defaultRetention = 60

/** Publishes a live event in the caller's transaction. A handler uses `call.publish`, whose topics its endpoint declares. */
export const publish = (db: Db, ...event: LiveEventOf<TopicPattern>): Promise<void> => publishAll(db, [event])

/** Writes live events in the caller's transaction. Pages read them in the order of the transactions (`readNew`). */
export async function publishAll(
  db: Db,
  events: readonly (readonly [topic: string, payload: unknown, seconds?: number | null])[],
): Promise<void> {
  if (events.length === 0) return
  await db.insert(liveEvents).values(
    events.map(([topic, payload, seconds = defaultRetention]) => ({
      topic,
      payload,
      until: seconds === null ? null : sql`now() + make_interval(secs => ${seconds})`,
    })),
  )
  await db.execute(sql`select pg_notify(${channel}, '')`)
}

/** A new id for an entry, by which it can be removed (D-099). */
export const newEntry = (): string => `en_${randomUUID()}`

/** Removes an entry from a topic's backlog. A page that resumes from before it still receives it. */
export const removeEntry = (db: Db, topic: string, entry: string) =>
  db.execute(
    sql`update live_events set until = now() where topic = ${topic} and payload->>'entry' = ${entry} and until is null`,
  )

/** An event as a page receives it. The page resumes from `id`. */
export interface LiveEvent {
  id: string
  topic: string
  payload: unknown
}

interface Row {
  xid: string
  id: string
  topic: string
  payload: unknown
  /** Seconds since 1970; null for an event that does not expire. */
  until: number | null
}

const rowColumns = 'xid::text, id::text, topic, payload, extract(epoch from until)::float8 as until'

interface Reader {
  topics: ReadonlySet<string>
  /** When the page connected, in the database's seconds. Events that had expired by then are skipped. */
  since: number
  /** The position that the page resumes from. Another process may have sent it more than this one has read. */
  from: Place | null
  /** Returns false when the page accepts no more. */
  take: (event: LiveEvent) => boolean
}

/** A position in the feed: everything up to it has been sent. */
interface Place {
  xid: string
  id: string
}

/** The feed of one server process. It reads the table once for all connected pages. */
export interface Live {
  /**
   * Sends the backlog of some topics, then their new events. The backlog starts after `after`; without it, it holds all
   * unexpired events. Returns a function that unsubscribes.
   */
  read: (topics: string[], after: string | undefined, take: Reader['take']) => Promise<() => void>
  /** Reads the table now, because this process published an event. */
  wake: () => void
  close: () => Promise<void>
}

/** Milliseconds between two reads without a wake-up (polling). */
const pollEvery = 400

/** Rows per query. */
const batch = 500

/** Parses the position that a page sends; null when it is malformed. */
export function placeOf(id: string): Place | null {
  const [, xid, row] = /^(\d{1,19})-(\d{1,18})$/.exec(id) ?? []
  return xid !== undefined && row !== undefined ? { xid, id: row } : null
}

const isAfter = (one: Place, other: Place | null): boolean =>
  other === null ||
  BigInt(one.xid) > BigInt(other.xid) ||
  (one.xid === other.xid && BigInt(one.id) > BigInt(other.id))

const eventOf = ({ xid, id, topic, payload }: Row): LiveEvent => ({ id: `${xid}-${id}`, topic, payload })

/** Opens this process's feed. It queries the database only while a page is connected. */
export function openLive({ pool, embedded }: Pick<Database, 'pool' | 'embedded'>, log: Logger): Live {
  const readers = new Set<Reader>()
  let place: Place | undefined
  let closed = false
  let wake = () => {}
  let woken = false
  /** Serializes the work: a new reader is added between two rounds. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  const round = async () => {
    for (;;) {
      if (!place || readers.size === 0) return
      const rows = await readNew(pool, place)
      for (const row of rows) {
        place = row
        for (const reader of readers)
          if (
            reader.topics.has(row.topic) &&
            (row.until === null || row.until > reader.since) &&
            isAfter(row, reader.from)
          )
            reader.take(eventOf(row))
      }
      if (rows.length < batch) return
    }
  }

  const loop = async () => {
    const stopListening = embedded ? () => {} : listen(pool, () => live.wake())
    while (readers.size > 0 && !closed) {
      woken = false
      await inTurn(round).catch((error) => log.warn({ err: error }, 'live feed not read'))
      if (woken) continue
      await new Promise<void>((done) => {
        wake = done
        setTimeout(done, pollEvery).unref()
      })
    }
    stopListening()
  }
  let looping: Promise<void> | undefined

  /** The first reader starts at the end: older events come from the backlog. */
  const start = async (): Promise<{ now: number; end: string }> => {
    const { xid, end, now } = await readEnd(pool)
    if (readers.size === 0 || !place) place = { xid, id: '0' }
    return { now, end }
  }

  const live: Live = {
    read: (topics, after, take) =>
      inTurn(async () => {
        // A subscription that waits for an unresponsive database must not delay the shutdown.
        if (closed) return () => {}
        const { now, end } = await start()
        const last = after === undefined ? null : placeOf(after)
        // A position in the future belongs to another database, from before a backup was restored: ignore it.
        const from = last && BigInt(last.xid) < BigInt(end) ? last : null
        if (place) await readBacklog(pool, topics, { from, upTo: place }, take)
        const reader = { topics: new Set(topics), since: from === null ? now : 0, from, take }
        readers.add(reader)
        looping ??= loop().finally(() => {
          looping = undefined
        })
        return () => {
          readers.delete(reader)
          wake()
        }
      }),
    wake: () => {
      woken = true
      wake()
    },
    close: async () => {
      closed = true
      readers.clear()
      wake()
      await looping
    },
  }
  return live
}

/** The next events after a place, of all topics. */
async function readNew(pool: Database['pool'], after: Place): Promise<Row[]> {
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
async function readEnd(pool: Database['pool']): Promise<{ xid: string; end: string; now: number }> {
  const { rows } = await pool.query<{ xid: string; end: string; now: number }>(
    `select pg_snapshot_xmin(pg_current_snapshot())::text as xid, pg_snapshot_xmax(pg_current_snapshot())::text as "end",
       extract(epoch from now())::float8 as now`,
  )
  return rows[0] ?? { xid: '0', end: '0', now: 0 }
}

/** Sends the events of some topics between two positions; without the first, all unexpired ones. */
async function readBacklog(
  pool: Database['pool'],
  topics: string[],
  { from, upTo }: { from: Place | null; upTo: Place },
  take: Reader['take'],
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
