import { randomBytes } from 'node:crypto'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { timeLeft } from './deadline.ts'

/** The database was lost between the order to keep a transaction and its answer: it is kept as a whole, or not at all. */
export class KeptUnknown extends Error {}

/** Milliseconds that a transaction's end gets when the call's own time is over. */
const atLeast = 300

const thisProcess = randomBytes(4).toString('hex')
/** Connections of this process so far. */
let connected = 0

type Ask = (...asked: unknown[]) => Promise<pg.QueryResult>

/**
 * A pool that gives up in time. node-postgres goes on with a connection on which it has waited too long: its transaction stays open
 * and becomes part of somebody else's. Here such a connection is cut, and what the calls ask ends with their time.
 * @param config.patience milliseconds for a connection, and for one query
 * @param config.oneSession all connections are one session to the database, which would take equal names for the same
 */
export function makePool({
  patience,
  oneSession = false,
  ...config
}: pg.PoolConfig & { patience: number; oneSession?: boolean }): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: patience,
    // Not by `query_timeout`: that gives each query a callback of node-postgres' own (see `askedBack`).
    onConnect: async (client) => {
      guard(client as pg.Client, patience + 500, oneSession ? `-${thisProcess}-${++connected}` : '')
      await config.onConnect?.(client)
    },
  })
  // A connection that breaks, idle or in mid-call, fails its query and is replaced; without a listener it would end
  // the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const connectInTime = () => withinTime(connect)
  pool.connect = connectInTime as typeof pool.connect
  // By promises, so that each query belongs to the call that asks it and not to the one that gave the connection back.
  const query: Ask = async (...asked) => {
    const client = await connectInTime()
    try {
      return await (client.query as unknown as Ask).apply(client, asked)
    } finally {
      client.release()
    }
  }
  pool.query = query as unknown as typeof pool.query
  return pool
}

/**
 * What a connection of PostgreSQL is told first: to compile a query, or to divide it among processes, takes longer than any
 * query of a call may; the planner guesses some of them too dear.
 */
export const forCalls = 'set jit = off; set max_parallel_workers_per_gather = 0'

/** drizzle on a pool. Its own transactions never give a connection back on which BEGIN has failed. */
export function drizzleOver(pool: pg.Pool): NodePgDatabase {
  const db = drizzle(pool)
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(work, config)
    } finally {
      client.release()
    }
  }
  return db
}

/** Whoever has no time left does not get a connection; one that comes too late goes back. */
async function withinTime(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  const left = timeLeft()
  if (left === Number.POSITIVE_INFINITY) return connect()
  if (left <= 0) throw outOfTime()
  let timer: NodeJS.Timeout | undefined
  let late = false
  const connecting = connect().then((client) => {
    if (late) client.release()
    return client
  })
  const over = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      late = true
      fail(outOfTime())
    }, left)
  })
  return Promise.race([connecting, over]).finally(() => clearTimeout(timer))
}

const outOfTime = () => Object.assign(new Error('The time for this call is over'), { code: 'ETIMEDOUT' })

/** Limits the time of what is asked on a connection, and cuts it off when that is over. */
function guard(client: pg.Client, patience: number, ownName: string) {
  const ask = askedBack(client)
  let lost = false
  client.on('end', () => {
    lost = true
  })
  const guarded: Ask = async (...asked) => {
    const text = textOf(asked[0])
    // The database itself rolls back what it has lost the connection of.
    if (lost && text === 'rollback') return nothing
    const left = timeLeft()
    if (left <= 0 && text !== 'rollback') throw outOfTime()
    const timer = setTimeout(
      () => {
        lost = true
        void client.end()
      },
      Math.min(patience, Math.max(left, atLeast)),
    )
    const sent = !lost
    try {
      return await ask(named(asked[0], ownName), asked[1])
    } catch (error) {
      if (text === 'rollback') return nothing
      // Where it was asked, not where the answer was read.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw text === 'commit' && sent && !isRefused(error)
        ? new KeptUnknown('commit', { cause: error })
        : error
    } finally {
      clearTimeout(timer)
    }
  }
  client.query = guarded as unknown as typeof client.query
}

/**
 * Asks by a callback. With the one that node-postgres makes itself, for a promise or a `query_timeout`, the rows of each query
 * outlive the quick collection of garbage, which then takes ten times as long: it was what made one call in twenty slow.
 */
function askedBack(client: pg.ClientBase): Ask {
  const query = client.query.bind(client) as (
    asked: unknown,
    values: unknown,
    answered: (error: Error | null, result: pg.QueryResult) => void,
  ) => void
  return (asked, values) =>
    new Promise((done, failed) =>
      query(asked, values, (error, result) => (error ? failed(error) : done(result))),
    )
}

function named(asked: unknown, ownName: string): unknown {
  const name = (asked as { name?: string }).name
  return name && ownName ? { ...(asked as object), name: name + ownName } : asked
}

const textOf = (asked: unknown): string => {
  const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text
  return typeof text === 'string' ? text.trim().toLowerCase() : ''
}

const nothing: pg.QueryResult = { rows: [], rowCount: 0, command: 'ROLLBACK', oid: 0, fields: [] }

/** True where the database itself said no, or was not asked; not where the connection broke (08) or it was shut down (57P). */
function isRefused(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return (
    (/^[0-9A-Z]{5}$/.test(code ?? '') && !/^(08|57P)/.test(code ?? '')) || /not queryable/.test(message ?? '')
  )
}
