import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { drizzleOver, forCalls, makePool } from './db-pool.ts'
import { inTime, timeLeft } from './deadline.ts'
import { countRead, replicaFigures, showReplica } from './metrics.ts'
import { refusalOf } from './refusal-of.ts'
import { RefusalError } from './refuse.ts'

/** What a caller must see, as the primary said a moment ago. Numbers of PostgreSQL, written out. */
export interface Needed {
  /** The caller's newest audit row; null before their first. */
  own: string | null
  /** The transaction of the newest live event of the list's topics; null where there is none. */
  told: string | null
}

/** Asks, at the primary, what somebody must see of a list that shows what some live topics tell. */
export const neededBy = (uid: string, topics: readonly string[]) => ({
  own: sql<string | null>`${newestBy(uid)}`,
  told: sql<
    string | null
  >`greatest(${sql.join([sql`null::numeric`, ...topics.map(newestOf)], sql`, `)})::text`,
})

const newestBy = (uid: string) =>
  sql`(select id::text from audit where actor_uid = ${uid} order by audit.id desc limit 1)`

const newestOf = (topic: string) =>
  sql`(select e.xid::text::numeric from live_events e where topic = ${topic} order by e.xid desc, e.id desc limit 1)`

/** How far the replica is. */
interface Position {
  /** The newest audit row that it shows. They are committed in their order (decision 9), so it shows all before it. */
  audit: bigint
  /** Every transaction below this one has ended there as well. */
  ended: bigint
}

/** A second PostgreSQL that follows the first and answers lists and searches (decision 15). */
export interface Replica {
  /** Does reading work at the replica if that shows what the caller must see, and at the primary if it does not or fails. */
  read: <Result>(needed: Needed, work: (db: NodePgDatabase) => Promise<Result>) => Promise<Result>
  close: () => void
}

/** Milliseconds that a call tries at the replica; with what is left of its time (decision 14) it asks the primary. */
const patience = 1000
/** Milliseconds between two looks at how far the replica is. */
const lookEvery = 1000
/** Seconds: a replica that lacks an older change answers nobody. */
const mostBehind = 5
/** Milliseconds for which a position that was not far enough is not asked for again. */
const positionHolds = 20
/** Milliseconds that a replica which failed a call rests; twice as long each time, unless it held for a minute. */
const firstRest = 1000
const longestRest = 32_000
const held = 60_000

const positionText = `select (select seq from audit_head)::text as audit, pg_snapshot_xmin(pg_current_snapshot())::text as ended`

type Ask = Pick<pg.ClientBase, 'query'>

interface Options {
  address: pg.PoolConfig
  connections: number
  /** The role that the server's connections work as. */
  role: string | undefined
  primary: { db: NodePgDatabase; pool: pg.Pool }
  /** Is told when the replica is left out, and when it is back. */
  warn: (words: string) => void
}

/** Opens the replica. Nothing waits for it: until it answers, everything is read at the primary. */
export function openReplica({ address, connections, role, primary, warn }: Options): Replica {
  showReplica()
  let seen: Position | undefined
  /** Counts how often it went back. */
  let era = 0
  /** Why nobody is sent there. */
  let out: 'away' | 'behind' | undefined = 'away'
  let restUntil = 0
  let rest = firstRest
  let failedAt = Number.NEGATIVE_INFINITY
  let closed = false

  const ask = async (at: Ask): Promise<Position> => {
    const { rows } = await at.query<{ audit: string; ended: string }>(positionText)
    const [row] = rows
    if (!row) throw new Error('The replica has no audit')
    return { audit: BigInt(row.audit), ended: BigInt(row.ended) }
  }
  const isBefore = (one: Position, other: Position) => one.audit < other.audit || one.ended < other.ended

  const pool = makePool({
    ...address,
    patience,
    statement_timeout: patience,
    lock_timeout: patience,
    max: connections,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: async (client: pg.ClientBase) => {
      await client.query(
        `${forCalls}; set default_transaction_read_only = on${role ? `; set role ${role}` : ''}`,
      )
      // One that was restarted or put in another's place may show less than was seen there before.
      const position = await ask(client)
      if (!seen || !isBefore(position, seen)) return
      seen = position
      // What the one before said of itself is said of no other.
      asking = undefined
      era++
      throw new Error('The replica shows less than before')
    },
  })
  const db = drizzleOver(pool)

  let asking: { from: number; answer: Promise<Position> } | undefined
  /** How far it is now; those who ask at the same moment share the answer. */
  const position = (): Promise<Position> => {
    if (asking && performance.now() - asking.from < positionHolds) return asking.answer
    const from = era
    const answer = inTime(() => ask(pool), patience).then((now) => {
      if (era !== from) throw new Error('The replica went back meanwhile')
      if (!seen || isBefore(seen, now)) seen = now
      return seen
    })
    answer.catch(() => {})
    asking = { from: performance.now(), answer }
    return answer
  }
  const shows = (at: Position | undefined, { own, told }: Needed) =>
    at !== undefined &&
    (own === null || at.audit >= BigInt(own)) &&
    // Events commit out of the order of their numbers: only when all below have ended is each of them there.
    (told === null || at.ended > BigInt(told))

  /** Seconds since the oldest recorded change that it does not show. */
  const lagOf = async ({ audit }: Position): Promise<number> => {
    const { rows } = await primary.pool.query<{ lag: number }>(
      'select extract(epoch from clock_timestamp() - at)::float8 as lag from audit where id = $1::bigint + 1',
      [audit],
    )
    return Math.max(0, rows[0]?.lag ?? 0)
  }

  const become = (state: typeof out, words = '') => {
    if (state !== out) warn(state ? `The read replica is left out: ${words}` : 'The read replica is used.')
    out = state
    replicaFigures.used.set(state ? 0 : 1)
  }
  const failed = (error: unknown) => {
    // Those who were there at the same moment tell of the same failure.
    if (out === 'away') return
    const now = performance.now()
    rest = now - failedAt > held ? firstRest : Math.min(longestRest, rest * 2)
    failedAt = now
    restUntil = now + rest
    become('away', wordsOf(error))
  }
  let looking = false
  const look = async () => {
    if (looking) return
    looking = true
    try {
      const lag = await lagOf(await inTime(position, patience))
      replicaFigures.lag.set(lag)
      if (lag > mostBehind) become('behind', `it is ${Math.round(lag)} s behind`)
      else if (performance.now() >= restUntil) become(undefined)
    } catch (error) {
      if (!closed) become('away', wordsOf(error))
    } finally {
      looking = false
    }
  }
  const timer = setInterval(look, lookEvery).unref()
  void look()

  const attempt = async <Result>(needed: Needed, work: (db: NodePgDatabase) => Promise<Result>) => {
    const from = era
    if (!shows(seen, needed) && !shows(await position(), needed)) return undefined
    const result = await work(db)
    return era === from ? { result } : undefined
  }
  return {
    read: async (needed, work) => {
      if (out) {
        countRead('primary', out)
        return work(primary.db)
      }
      try {
        const done = await inTime(() => attempt(needed, work), Math.min(patience, timeLeft()))
        countRead(done ? 'replica' : 'primary', done ? 'fresh' : 'needs newer')
        if (done) return done.result
      } catch (error) {
        // What it does not know may have been made a moment ago.
        const reason = error instanceof RefusalError ? 'refused' : isCancelled(error) ? 'cancelled' : 'failed'
        countRead('primary', reason)
        if (reason === 'failed' && refusalOf(error).code === 'unavailable') failed(error)
      }
      return work(primary.db)
    },
    close: () => {
      closed = true
      clearInterval(timer)
      void pool.end().catch(() => {})
    },
  }
}

type Failure = Error & { code?: string; cause?: Failure }

/** Of a query's error, what the database said; drizzle wraps it. */
const causeOf = (error: unknown): Failure => (error as Failure).cause ?? (error as Failure)

/** The replica had to take in a change of what the query was reading: it is well, and the query is asked elsewhere. */
function isCancelled(error: unknown): boolean {
  const { code, message } = causeOf(error)
  return code === '40001' || code === '40P01' || /conflict with recovery/.test(message)
}

/** A database's message may quote a row: its code says enough. */
const wordsOf = (error: unknown): string => causeOf(error).code ?? causeOf(error).message
