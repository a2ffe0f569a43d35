import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { drizzleOver, forCalls, makePool } from '../core/db-pool.ts'
import { inTime } from '../core/deadline.ts'
import { isBefore, type Needed, type Position, readPosition, shows } from './position.ts'

/** Milliseconds that a call tries at the replica; with what is left of its time (decision 14) it reads the primary. */
export const replicaTimeout = 1000
/** Milliseconds for which a position that was not far enough is not read again. */
const positionHolds = 20

/** The connections to the replica, and how far it is. */
export interface Follower {
  /** Does the work at the replica; undefined when the replica does not show what the caller must see. */
  attempt: <Result>(
    needed: Needed,
    work: (db: NodePgDatabase) => Promise<Result>,
  ) => Promise<{ result: Result } | undefined>
  position: () => Promise<Position>
  close: () => void
}

/** @param role the role that the server's connections work as */
export function openFollower(config: pg.PoolConfig, role: string | undefined): Follower {
  /** The furthest position so far. */
  let known: Position | undefined
  /** Counts how often the replica went back: after a restart, or when another server took its place. */
  let generation = 0
  let pending: { from: number; answer: Promise<Position> } | undefined

  const pool = makePool({
    ...config,
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

  /** Calls at the same moment share one reading. */
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
