import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { outOfTime, timeLeft, untilDeadline } from '../deadline.ts'
import { traceStatements } from '../traces.ts'
import { turns } from '../turns.ts'

/** Commit outcome unknown: the connection was lost between COMMIT and its answer. The transaction committed as a whole or not at all. */
export class CommitOutcomeUnknown extends Error {}

/** Milliseconds after PostgreSQL's own timeout (statement_timeout) at which node-postgres abandons a query. */
const afterStatement = 500

/**
 * A connection that sends each statement without its name. PostgreSQL plans a named statement once for each session, but a pooler gives
 * each transaction another session, and all connections to the embedded database share one.
 */
export class Nameless extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((config: unknown, ...rest: unknown[]) =>
      query(isNamed(config) ? { ...config, name: undefined } : config, ...rest)) as typeof this.query
  }
}

/** Whether this is the text of a statement with its name, and no stream or cursor, which sends itself. */
const isNamed = (config: unknown): config is pg.QueryConfig =>
  typeof config === 'object' && config !== null && 'name' in config && !('submit' in config)

/**
 * A pool whose queries time out, even when the database does not respond at all.
 * @param config.timeout milliseconds for a connection, and for one query
 * @param config.named whether its sessions keep named statements
 */
export function makePool({
  timeout,
  named,
  ...config
}: pg.PoolConfig & { timeout: number; named: boolean }): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    ...(!named && { Client: Nameless }),
    connectionTimeoutMillis: timeout,
    query_timeout: timeout + afterStatement,
  })
  // The pool replaces a broken connection and fails its query. Without a listener the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    traceStatements(client)
  })
  return pool
}

/**
 * The first statement on each connection. JIT compilation and parallel workers take longer to start than a query of a call
 * may take, and the planner overestimates the cost of some queries, so it would choose them.
 */
export const forCalls = 'set jit = off; set max_parallel_workers_per_gather = 0'

/** drizzle on a pool. Its transactions end with the deadline of their call. */
export function drizzleOver(pool: pg.Pool): NodePgDatabase {
  const db = drizzle(pool)
  db.transaction = (work, config) => transact(pool, work, config)
  return db
}

/** The same connection, which sends queries one by one: a call may start several at once, and node-postgres takes one at a time. */
function oneByOne(client: pg.PoolClient): pg.PoolClient {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const inTurn = turns(1)
  const value = (...args: unknown[]) => inTurn(() => query(...args))
  return Object.create(client, { query: { value } }) as pg.PoolClient
}

/**
 * Runs a transaction that is cut off at the deadline of its call. Closes a connection that did not confirm COMMIT or ROLLBACK:
 * PostgreSQL then rolls back, and the open transaction never becomes part of another call's.
 */
async function transact<Result>(
  pool: pg.Pool,
  work: Parameters<typeof NodePgDatabase.prototype.transaction<Result>>[0],
  config: Parameters<NodePgDatabase['transaction']>[1],
): Promise<Result> {
  const client = await pool.connect()
  let failure: { error: unknown } | undefined
  let committing = false
  try {
    if (timeLeft() <= 0) throw outOfTime()
    const run = drizzle(config?.accessMode === 'read only' ? oneByOne(client) : client).transaction(
      async (tx) => {
        try {
          const result = await work(tx)
          if (timeLeft() <= 0) throw outOfTime()
          committing = true
          return result
        } catch (error) {
          failure = { error }
          throw error
        }
      },
      config,
    )
    const result = await untilDeadline(run)
    client.release()
    return result
  } catch (error) {
    // drizzle throws the error of `work` only when ROLLBACK was confirmed.
    const isRolledBack = failure !== undefined && failure.error === error
    client.release(!isRolledBack)
    if (failure) throw failure.error
    throw committing && !isRejected(error) ? new CommitOutcomeUnknown('commit', { cause: error }) : error
  }
}

/** Whether the database rejected a statement. False when the connection broke (08) or the server shut down (57P). */
function isRejected(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? error) as { code?: string }
  return /^[0-9A-Z]{5}$/.test(code ?? '') && !/^(08|57P)/.test(code ?? '')
}
