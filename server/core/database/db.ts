import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { isUpToDate, noteRelease, refuseUnknown, version } from '../release.ts'
import { databaseProblem, folderProblem, StartError } from '../start-error.ts'
import { drizzleOver, forCalls, makePool, Nameless } from './db-pool.ts'
import { preparePooled } from './db-pooler.ts'
import { serverRole } from './db-role.ts'
import { isDiskFull } from './disk-reserve.ts'
import { openEmbedded } from './embedded.ts'
import { applyProgram, releaseTables } from './program.ts'

/** The target of a query: the pool, or the transaction of a call. */
export type Db = Pick<
  NodePgDatabase,
  | 'select'
  | 'selectDistinct'
  | 'selectDistinctOn'
  | 'insert'
  | 'update'
  | 'delete'
  | 'execute'
  | 'with'
  | '$with'
  | '_'
>

/** A transaction, never the pool. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

export interface Database {
  db: NodePgDatabase
  pool: pg.Pool
  /** The connections for LISTEN, which needs a session of its own. Without a pooler they are those of `pool`. */
  listeners: pg.Pool
  /**
   * Runs a reading call on the primary, or on a replica (server/replica) that shows the caller's own writes.
   * @param reader the endpoint's name and the calling staff member
   */
  readFor: <Result>(
    reader: { call: string; uid: string },
    work: (db: NodePgDatabase) => Promise<Result>,
  ) => Promise<Result>
  /** The role of the connections, where the database allows one. */
  role: string | undefined
  /** True for PGlite, which does not support NOTIFY, COPY, advisory locks or statement_timeout. */
  embedded: boolean
  /** Whether the disk of our own data folder is full: then only sign-ins and reads may write. Undefined for PostgreSQL. */
  isFull?: () => boolean
  /** Runs slow work, such as seeding the demo, on a separate connection with a query timeout of one minute. */
  patiently: <Result>(work: (db: NodePgDatabase) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/**
 * Exactly one of: a PostgreSQL address, or the data folder of an embedded database.
 * `pooler` leads to the same PostgreSQL through a pooler in transaction mode; the calls use it.
 */
export type Where = { url: string; pooler?: string } | { folder: string }

const migrationsFolder = fileURLToPath(new URL('../../db/migrations', import.meta.url))

/** Timeout in milliseconds of a call's query and of its wait for a connection: less than the call's deadline. */
const queryTimeout = 3800

/** Timeout in milliseconds of the first connection, so that a process without a database exits instead of hanging. */
const startTimeout = 30_000

/** Maximum connections for LISTEN beside a pooler: one for the live feed, one for calls that wait for an event. */
const listenersMax = 2

/** Timeout in milliseconds for closing the connections. */
const closeTimeout = 1000

/**
 * Opens the database and brings its tables up to date. Several processes may do so at once.
 * @param options.timeout query timeout in milliseconds; longer for an import than for a call.
 * @param options.reserve reserves disk space of the embedded database for sign-ins and reads
 * @param options.warn receives a sentence for the operator about what the database does not allow.
 */
export async function openDatabase(
  where: Where,
  {
    connections = 10,
    timeout = queryTimeout,
    reserve = false,
    warn = () => {},
  }: {
    connections?: number
    timeout?: number
    reserve?: boolean
    warn?: (words: string) => void
  } = {},
): Promise<Database> {
  // Check before the database opens: on a full disk, opening it needs the space of the reserve.
  const isFull = reserve && 'folder' in where ? () => isDiskFull(where.folder) : undefined
  const embedded =
    'folder' in where
      ? await openEmbedded(where.folder, { warn, ...(isFull ? { makeRoom: isFull } : {}) })
      : undefined
  const address =
    'url' in where
      ? { connectionString: where.url }
      : { host: embedded?.host ?? '', user: 'postgres', database: 'postgres' }
  const pooler = 'url' in where ? where.pooler : undefined
  let role: string | undefined
  try {
    const folder = 'folder' in where ? where.folder : undefined
    if (embedded?.joined) await waitForTables(address, folder)
    else
      role = await bringUpToDate(address, {
        folder,
        pooler,
        timeout,
        warn,
      })
  } catch (error) {
    await embedded?.close()
    throw startProblem(where, error)
  }
  const common = { timeout, idleTimeoutMillis: embedded ? 0 : 30_000, keepAlive: true }
  // PGlite does not support statement_timeout: only the pool's own timeout applies.
  const session = embedded ? {} : sessionOf(role, timeout)
  const pool = makePool({
    ...common,
    named: embedded === undefined && pooler === undefined,
    ...(pooler === undefined ? { ...address, ...session } : { connectionString: pooler }),
    max: connections,
  })
  const listeners =
    pooler === undefined
      ? pool
      : makePool({ ...common, ...address, ...session, named: true, max: listenersMax })
  const db = drizzleOver(pool)
  return {
    db,
    pool,
    listeners,
    readFor: (_reader, work) => work(db),
    role,
    embedded: embedded !== undefined,
    ...(isFull ? { isFull } : {}),
    patiently: async (work) => {
      const client = await connect({ ...address, query_timeout: 60_000 })
      try {
        return await work(drizzle(client))
      } finally {
        await client.end()
      }
    },
    close: async () => {
      // A database that does not respond would block the close.
      const ended = [...new Set([pool, listeners])].map((one) => one.end())
      await Promise.race([Promise.all(ended), new Promise((done) => setTimeout(done, closeTimeout).unref())])
      await embedded?.close()
    },
  }
}

/** The state of a connection without a pooler. */
const sessionOf = (role: string | undefined, timeout: number): pg.PoolConfig => ({
  statement_timeout: timeout,
  lock_timeout: timeout,
  onConnect: async (client: pg.ClientBase) => {
    await client.query(`${forCalls}${role ? `; set role ${role}` : ''}`)
  },
})

/** Turns an error at the start into a sentence for the operator, unless it is a bug. */
function startProblem(where: Where, error: unknown): unknown {
  if ('url' in where) return databaseProblem('DATABASE_URL', where.url, error) ?? error
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string }
  return code === '53100' ? folderProblem(where.folder, { code: 'ENOSPC' }) : error
}

/** Migrates, and applies the program, on a separate connection without timeouts: an index on a large table may take minutes. */
async function bringUpToDate(
  address: pg.ClientConfig,
  options: {
    /** The data folder of an embedded database. */
    folder: string | undefined
    pooler: string | undefined
    timeout: number
    warn: (words: string) => void
  },
): Promise<string | undefined> {
  const client = await connect(address)
  try {
    // Processes that start together migrate one after the other. The lock of the data folder does the same for PGlite.
    if (options.folder === undefined) await client.query('select pg_advisory_lock(4400)')
    await refuseUnknown(client, options.folder)
    await releaseTables(client)
    await migrate(drizzle(client), { migrationsFolder })
    await noteRelease(client)
    await applyProgram(client, version)
    await orderRestored(client)
    // All connections to the embedded database share one session, and therefore one role.
    if (options.folder !== undefined) return undefined
    const role = await serverRole(client, options.warn)
    const { pooler } = options
    if (pooler !== undefined) await preparePooled(client, () => connectPooled(pooler), { ...options, role })
    return role
  } finally {
    await client.end()
  }
}

/** Renumbers events of a restored backup: with a transaction number from the future they would sort after every new event. */
export const orderRestored = (client: { query: (text: string) => Promise<unknown> }) =>
  client.query('update live_events set xid = pg_current_xact_id() where xid > pg_current_xact_id()')

/** Waits until the process that runs the embedded database has brought it up to date. */
async function waitForTables(address: pg.ClientConfig, folder: string | undefined) {
  const client = await connect(address)
  try {
    for (let tries = 0; tries < 240; tries++) {
      await refuseUnknown(client, folder)
      if (await isUpToDate(client).catch(() => false)) return
      await new Promise((done) => setTimeout(done, 250))
    }
    throw new StartError(
      'The running server has older tables than this program. Stop it and start it again first.',
    )
  } finally {
    await client.end()
  }
}

async function connectPooled(pooler: string): Promise<pg.Client> {
  try {
    return await connect({ connectionString: pooler })
  } catch (error) {
    throw databaseProblem('DATABASE_POOLER_URL', pooler, error) ?? error
  }
}

async function connect(address: pg.ClientConfig): Promise<pg.Client> {
  const client = new Nameless({ connectionTimeoutMillis: startTimeout, ...address })
  // A broken connection also fails its query. Without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
