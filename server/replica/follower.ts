import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { drizzleOver, forCalls, makePool } from '../core/database/db-pool.ts'
import { inTime } from '../core/deadline.ts'
import { isBefore, type Needed, type Position, readPosition, shows } from './position.ts'

/** Timeout in milliseconds of a call at the replica. After it, the call reads the primary in its remaining time (decision 14). */
export const replicaTimeout = 1000
/** Milliseconds for which a position is cached. */
const positionHolds = 20

/** The connections to the replica, and its position. */
export interface Follower {
  /** Runs the work at the replica. Returns undefined when the replica lacks what the caller must see. */
  attempt: <Result>(
    needed: Needed,
    work: (db: NodePgDatabase) => Promise<Result>,
  ) => Promise<{ result: Result } | undefined>
  position: () => Promise<Position>
  close: () => void
}

/** @param role the role of the server's connections */
export function openFollower(config: pg.PoolConfig, role: string | undefined): Follower {
  /** The furthest position so far. */
  let known: Position | undefined
  /** Counts how often the replica went back: after a restart, or when another server took its place. */
  let generation = 0
  let pending: { from: number; answer: Promise<Position> } | undefined

  const pool = makePool({
    ...config,
    named: true,
    timeout: replicaTimeout,
    statement_timeout: replicaTimeout,
    lock_timeout: replicaTimeout,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: async (client: pg.ClientBase) => {
      const asRole = role ? `; set role ${role}` : ''
      await client.query(`${forCalls}; set default_transaction_read_only = on${asRole}`)
      const position = await readPosition(client)
      if (!known || !isBefore(position, known)) return
      known = position
      // Discard the pending position: it came from the previous server.
      pending = undefined
      generation++
      throw new Error('The replica shows less than before')
    },
  })
  const db = drizzleOver(pool)

  /** Parallel calls share one read. */
  const position = (): Promise<Position> => {
    if (pending && performance.now() - pending.from < positionHolds) return pending.answer
    const from = generation
    const answer = inTime(() => readPosition(pool), replicaTimeout).then((now) => {
      if (generation !== from) throw new Error('The replica went back meanwhile')
      if (!known || isBefore(known, now)) known = now
      return known
    })
    answer.catch(() => {})
    pending = { from: performance.now(), answer }
    return answer
  }

  return {
    position,
    attempt: async (needed, work) => {
      const from = generation
      if (!shows(known, needed) && !shows(await position(), needed)) return undefined
      const result = await work(db)
      return generation === from ? { result } : undefined
    },
    close: () => void pool.end().catch(() => {}),
  }
}
