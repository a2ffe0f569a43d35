import type { Logger } from 'pino'
import type { Database } from '../database/db.ts'
import type { Loop } from '../operations/loop.ts'
import { startLooking } from './live-listener.ts'
import {
  batch,
  eventOf,
  isAfter,
  type Place,
  placeOf,
  readBacklog,
  readEnd,
  readNew,
  type Take,
} from './live-rows.ts'

interface Reader {
  topics: ReadonlySet<string>
  /** When the page connected, in the database's seconds. Events that had expired by then are skipped. */
  since: number
  /** The position that the page resumes from. Another process may have sent it more than this one has read. */
  from: Place | null
  take: Take
}

/** The feed of one server process. It reads the table once for all connected pages. */
export interface Live {
  /**
   * Sends the backlog of some topics, then their new events. The backlog starts after `after`; without it, it holds all
   * unexpired events. Returns a function that unsubscribes.
   */
  read: (topics: string[], after: string | undefined, take: Take) => Promise<() => void>
  /** Reads the table now, because this process published an event. */
  wake: () => void
  close: () => Promise<void>
}

/** Opens this process's feed. It queries the database only while a page is connected. */
export function openLive(database: Pick<Database, 'pool' | 'listeners' | 'embedded'>, log: Logger): Live {
  const { pool } = database
  const readers = new Set<Reader>()
  let place: Place | undefined
  let closed = false
  let loop: Loop | undefined
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

  const stop = async () => {
    const ending = loop
    loop = undefined
    await ending?.stop()
  }

  /** The first reader starts at the end: older events come from the backlog. */
  const start = async (): Promise<{ now: number; end: string }> => {
    const { xid, end, now } = await readEnd(pool)
    if (readers.size === 0 || !place) place = { xid, id: '0' }
    return { now, end }
  }

  return {
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
        // It may have closed meanwhile.
        if (!closed)
          loop ??= startLooking(
            database,
            () => inTurn(round),
            (error) => log.warn({ err: error }, 'live feed not read'),
          )
        return () => {
          readers.delete(reader)
          if (readers.size === 0) void stop()
        }
      }),
    wake: () => loop?.wake(),
    close: async () => {
      closed = true
      readers.clear()
      await stop()
    },
  }
}
