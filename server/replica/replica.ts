import type pg from 'pg'
import type { Database } from '../core/database/db.ts'
import { inTime, timeLeft } from '../core/deadline.ts'
import { refusalOf } from '../core/refusal-of.ts'
import { RefusalError } from '../core/refuse.ts'
import { openFollower, replicaTimeout } from './follower.ts'
import { replicaLists } from './lists.ts'
import { countRead, replicaFigures, showReplicaFigures } from './metrics.ts'
import { neededBy, type Position } from './position.ts'

/** Milliseconds between two checks of the replica's lag. */
const checkEvery = 1000
/** Seconds: a replica that lacks an older change is not used. */
const maxLag = 5
/** Backoff in milliseconds after a failed call. It doubles with each failure until the replica has been stable for `stableFor`. */
const firstPause = 1000
const maxPause = 32_000
const stableFor = 60_000

interface Options {
  url: string
  connections?: number
  /** Receives a sentence when the replica is taken out of use, and when it is used again. */
  warn: (words: string) => void
}

/**
 * Lets a read replica answer lists and searches (decision 15). While it does not respond, every call reads the primary.
 */
export function withReplica(primary: Database, { url, connections = 10, warn }: Options): Database {
  showReplicaFigures()
  const follower = openFollower({ connectionString: url, max: connections }, primary.role)
  const health = watch(primary, follower.position, warn)

  return {
    ...primary,
    readFor: async ({ call, uid }, work) => {
      const topics: readonly string[] | undefined = replicaLists[call as keyof typeof replicaLists]
      if (!topics) return work(primary.db)
      const reason = health.unusedFor()
      if (reason) {
        countRead('primary', reason)
        return work(primary.db)
      }
      const needed = await neededBy(primary.db, uid, topics)
      try {
        const limit = Math.min(replicaTimeout, timeLeft())
        const done = await inTime(() => follower.attempt(needed, work), limit)
        countRead(done ? 'replica' : 'primary', done ? 'fresh' : 'needs newer')
        if (done) return done.result
      } catch (error) {
        // A record that is missing on the replica may be new.
        const why = error instanceof RefusalError ? 'refused' : isCancelled(error) ? 'cancelled' : 'failed'
        countRead('primary', why)
        if (why === 'failed' && refusalOf(error).code === 'unavailable') health.failed(error)
      }
      return work(primary.db)
    },
    close: async () => {
      health.stop()
      follower.close()
      await primary.close()
    },
  }
}

/** Monitors the replica. It is unused for a while after a failure, and while it lags. */
function watch(
  { pool }: { pool: pg.Pool },
  position: () => Promise<Position>,
  warn: (words: string) => void,
) {
  let unused: 'away' | 'behind' | undefined = 'away'
  let pausedUntil = 0
  let pause = firstPause
  let failedAt = Number.NEGATIVE_INFINITY
  let stopped = false

  const become = (state: typeof unused, words = '') => {
    if (state !== unused) warn(state ? `The read replica is left out: ${words}` : 'The read replica is used.')
    unused = state
    replicaFigures.used.set(state ? 0 : 1)
  }
  let checking = false
  const check = async () => {
    if (checking) return
    checking = true
    try {
      const lag = await lagOf(pool, await position())
      replicaFigures.lag.set(lag)
      if (lag > maxLag) become('behind', `it is ${Math.round(lag)} s behind`)
      else if (performance.now() >= pausedUntil) become(undefined)
    } catch (error) {
      if (!stopped) become('away', wordsOf(error))
    } finally {
      checking = false
    }
  }
  const timer = setInterval(check, checkEvery).unref()
  void check()

  return {
    unusedFor: () => unused,
    failed: (error: unknown) => {
      // Parallel calls report the same failure: count it once.
      if (unused === 'away') return
      const now = performance.now()
      pause = now - failedAt > stableFor ? firstPause : Math.min(maxPause, pause * 2)
      failedAt = now
      pausedUntil = now + pause
      become('away', wordsOf(error))
    },
    stop: () => {
      stopped = true
      clearInterval(timer)
    },
  }
}

/** Replica lag: seconds since the oldest audit row that the position lacks. */
async function lagOf(primary: pg.Pool, { audit }: Position): Promise<number> {
  const { rows } = await primary.query<{ lag: number }>(
    'select extract(epoch from clock_timestamp() - at)::float8 as lag from audit where id = $1::bigint + 1',
    [audit],
  )
  return Math.max(0, rows[0]?.lag ?? 0)
}

type Failure = Error & { code?: string; cause?: Failure }

/** The database's own error; drizzle wraps it. */
const causeOf = (error: unknown): Failure => (error as Failure).cause ?? (error as Failure)

/** The replica had to apply a change to what the query was reading. It is healthy; the query is repeated at the primary. */
function isCancelled(error: unknown): boolean {
  const { code, message } = causeOf(error)
  return code === '40001' || code === '40P01' || /conflict with recovery/.test(message)
}

/** Report only the code where there is one: a database's message may quote a row. */
const wordsOf = (error: unknown): string => causeOf(error).code ?? causeOf(error).message
