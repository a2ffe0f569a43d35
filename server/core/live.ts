import { randomUUID } from 'node:crypto'
import type { TopicPattern } from '@portreeve/contract/live'
import type { LiveEventOf } from '@portreeve/contract/live-payloads'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { liveEvents } from '../db/house.ts'
import type { Database, Db } from './db.ts'

/** What the processes' readers are woken by; it carries nothing. */
const channel = 'portreeve_live'

/** Seconds for which pages that connect later still get an event, unless it says otherwise. */
const keptUsually = 60

/** Publishes a live event in the caller's transaction. A handler uses `call.publish`, which its endpoint limits. */
export const publish = (db: Db, ...event: LiveEventOf<TopicPattern>): Promise<void> => publishAll(db, [event])

/** Writes live events in the caller's transaction; pages read them in the transactions' order (DESIGN section 4). */
export async function publishAll(
  db: Db,
  events: readonly (readonly [topic: string, payload: unknown, seconds?: number | null])[],
): Promise<void> {
  if (events.length === 0) return
  await db.insert(liveEvents).values(
    events.map(([topic, payload, seconds = keptUsually]) => ({
      topic,
      payload,
      until: seconds === null ? null : sql`now() + make_interval(secs => ${seconds})`,
    })),
  )
  await db.execute(sql`select pg_notify(${channel}, '')`)
}

/** Names an entry, by which it can be removed (D-099). */
export const newEntry = (): string => `en_${randomUUID()}`

/** Takes an entry out of a topic's backlog. Pages that come back to where they were still get it. */
export const removeEntry = (db: Db, topic: string, entry: string) =>
  db.execute(
    sql`update live_events set until = now() where topic = ${topic} and payload->>'entry' = ${entry} and until is null`,
  )

/** An event as a page gets it. `id` is what it resumes by. */
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
  /** Seconds since 1970; null for what has no end. */
  until: number | null
}

const rowColumns = 'xid::text, id::text, topic, payload, extract(epoch from until)::float8 as until'

interface Reader {
  topics: ReadonlySet<string>
  /** When a newcomer came, in the database's seconds: what was over by then is not told. */
  since: number
  /** Where it has come to itself, which another process may have brought it further than this one. */
  from: Place | null
  /** False: it takes no more. */
  take: (event: LiveEvent) => boolean
}

/** Where reading has come to: everything at or before it was handed out. */
interface Place {
  xid: string
  id: string
}

/** The feed of one server process: reads the table once for all pages that are connected to it. */
export interface Live {
  /**
   * Hands out the events of some topics from now on; before that, the backlog: what came after `after`, or without it
   * everything that still means something. Returns how to stop.
   */
  read: (topics: string[], after: string | undefined, take: Reader['take']) => Promise<() => void>
  /** Something was published here. */
  wake: () => void
  close: () => Promise<void>
}

/** Milliseconds after which the table is read without being woken. */
const pollEvery = 400

/** Rows that are read at once. */
const batch = 500

/** Where a page says that it has come to; null when it is no place of this feed. */
export function placeOf(id: string): Place | null {
  const [, xid, row] = /^(\d{1,19})-(\d{1,18})$/.exec(id) ?? []
  return xid !== undefined && row !== undefined ? { xid, id: row } : null
}

const isAfter = (one: Place, other: Place | null): boolean =>
  other === null ||
  BigInt(one.xid) > BigInt(other.xid) ||
  (one.xid === other.xid && BigInt(one.id) > BigInt(other.id))

const eventOf = ({ xid, id, topic, payload }: Row): LiveEvent => ({ id: `${xid}-${id}`, topic, payload })

/** Opens this process's feed. It asks the database only while somebody reads. */
export function openLive({ pool, embedded }: Pick<Database, 'pool' | 'embedded'>, log: Logger): Live {
  const readers = new Set<Reader>()
  let place: Place | undefined
  let closed = false
  let wake = () => {}
  let woken = false
  /** One thing at a time: a newcomer is let in between two rounds. */
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }

  // By the columns, not by their text. Ids commit out of order: only what is below every running transaction can no longer be preceded by anything.
  const settled = 'xid < pg_snapshot_xmin(pg_current_snapshot())'

  const round = async () => {
    for (;;) {
      if (!place || readers.size === 0) return
      const { rows } = await pool.query<Row>(
        `select ${rowColumns} from live_events e
         where ${settled} and (xid, id) > ($1::text::xid8, $2::bigint) order by e.xid, e.id limit ${batch}`,
        [place.xid, place.id],
      )
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

  /** The first reader begins at the end: what is older comes as the backlog. */
  const begin = async (): Promise<{ now: number; end: string }> => {
    const { rows } = await pool.query<{ xid: string; end: string; now: number }>(
      `select pg_snapshot_xmin(pg_current_snapshot())::text as xid, pg_snapshot_xmax(pg_current_snapshot())::text as "end",
         extract(epoch from now())::float8 as now`,
    )
    if (readers.size === 0 || !place) place = { xid: rows[0]?.xid ?? '0', id: '0' }
    return { now: rows[0]?.now ?? 0, end: rows[0]?.end ?? '0' }
  }

  const backlog = async (topics: string[], after: Place | null, take: Reader['take']) => {
    const upTo = place
    if (!upTo) return
    let from = after
    for (;;) {
      const { rows } = await pool.query<Row>(
        `select ${rowColumns} from live_events e
         where topic = any($1) and (xid, id) <= ($2::text::xid8, $3::bigint)
           and (xid, id) > ($4::text::xid8, $5::bigint)
           and ($6 or until is null or until > now())
         order by e.xid, e.id limit ${batch}`,
        [topics, upTo.xid, upTo.id, from?.xid ?? '0', from?.id ?? '0', after !== null],
      )
      for (const row of rows) if (!take(eventOf(row))) return
      from = rows.at(-1) ?? null
      if (rows.length < batch) return
    }
  }

  const live: Live = {
    read: (topics, after, take) =>
      inTurn(async () => {
        // Those who still wait for a database that does not answer must not hold up the stop.
        if (closed) return () => {}
        const { now, end } = await begin()
        const asked = after === undefined ? null : placeOf(after)
        // A place that is still to come was in another database, before this one was restored.
        const from = asked && BigInt(asked.xid) < BigInt(end) ? asked : null
        await backlog(topics, from, take)
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

/** Is woken by whatever process published something; a connection that breaks is made again. Returns how to stop. */
function listen(pool: Database['pool'], heard: () => void): () => void {
  let stopped = false
  let release = () => {}
  const connect = async () => {
    if (stopped) return
    let giveBack = () => {}
    let again = () => {
      again = () => {}
      giveBack()
      setTimeout(connect, 1000).unref()
    }
    try {
      const client = await pool.connect()
      // One that nobody gives back, broken or not, takes up a place of the pool for good.
      giveBack = () => {
        giveBack = () => {}
        client.release(true)
      }
      release = () => giveBack()
      // It may have been stopped meanwhile: a connection that nobody gives back would hold up the end of the pool.
      if (stopped) return release()
      client.on('notification', heard)
      client.once('end', () => again())
      await client.query(`listen ${channel}`)
    } catch {
      // Polling goes on meanwhile.
      again()
    }
  }
  void connect()
  return () => {
    stopped = true
    release()
  }
}
