import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { outOfTime, timeLeft, untilDeadline } from './deadline.ts'

/** The connection was lost between COMMIT and its answer: the transaction is kept as a whole, or not at all. */
export class CommitOutcomeUnknown extends Error {}

/** Milliseconds after PostgreSQL's own time-out (statement_timeout) at which node-postgres gives a query up. */
const afterStatement = 500

/**
 * A pool that gives up in time, also on a database that does not answer at all.
 * @param config.timeout milliseconds for a connection, and for one query
 */
export function makePool({ timeout, ...config }: pg.PoolConfig & { timeout: number }): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout + afterStatement,
  })
  // A connection that breaks, idle or in use, fails its query and is replaced; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * The first statement on a connection of PostgreSQL. Compiling a query, or dividing it among processes, takes longer than
 * any query of a call may take, and the planner overestimates the cost of some of them.
 */
export const forCalls = 'set jit = off; set max_parallel_workers_per_gather = 0'

/** drizzle on a pool. Its transactions end with the deadline of their call. */
export function drizzleOver(pool: pg.Pool): NodePgDatabase {
  const db = drizzle(pool)
  db.transaction = (work, config) => transact(pool, work, config)
  return db
}

/**
 * A transaction that is cut off at the deadline of its call. A connection that did not confirm COMMIT or ROLLBACK is closed,
 * so that its open transaction never becomes part of another call's: PostgreSQL rolls it back.
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
    const run = drizzle(client).transaction(async (tx) => {
      try {
        const result = await work(tx)
        if (timeLeft() <= 0) throw outOfTime()
        committing = true
        return result
      } catch (error) {
        failure = { error }
        throw error
      }
    }, config)
    const result = await untilDeadline(run)
    client.release()
    return result
  } catch (error) {
    // drizzle throws the work's own error only when ROLLBACK was confirmed.
    const isRolledBack = failure !== undefined && failure.error === error
    client.release(!isRolledBack)
    if (failure) throw failure.error
    throw committing && !isRejected(error) ? new CommitOutcomeUnknown('commit', { cause: error }) : error
  }
}

/** Whether the database itself rejected a statement: not where the connection broke (08) or the server was shut down (57P). */
function isRejected(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? error) as { code?: string }
  return /^[0-9A-Z]{5}$/.test(code ?? '') && !/^(08|57P)/.test(code ?? '')
}
