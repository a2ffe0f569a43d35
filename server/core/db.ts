import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { chainOlderRows } from './audit-chain.ts'
import { drizzleOver, forCalls, makePool } from './db-pool.ts'
import { serverRole } from './db-role.ts'
import { isDiskFull } from './disk-reserve.ts'
import { openEmbedded } from './embedded.ts'
import { noteRelease, refuseUnknown } from './release.ts'
import { databaseProblem, folderProblem, StartError } from './start-error.ts'

/** What a query runs on: the pool, or the transaction of a call. */
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

/** A transaction, and nothing but. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

export interface Database {
  db: NodePgDatabase
  pool: pg.Pool
  /**
   * Does the work of a reading call: at the primary, unless a replica is used (server/replica) and shows what this caller
   * must see.
   * @param reader the call's name, and the staff member who calls
   */
  readFor: <Result>(
    reader: { call: string; uid: string },
    work: (db: NodePgDatabase) => Promise<Result>,
  ) => Promise<Result>
  /** The role that the connections work as, where the database allows one. */
  role: string | undefined
  /** True for PGlite, which knows no NOTIFY, COPY, advisory locks or statement_timeout. */
  embedded: boolean
  /** Whether the disk is full, where it is that of our own data folder: then nothing but what signing in and reading need is written. */
  isFull?: () => boolean
  /** For work that takes its time, such as making the demo: a connection of its own that waits a minute for each query. */
  patiently: <Result>(work: (db: NodePgDatabase) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

/** Exactly one of: a PostgreSQL address, or the data folder of an embedded database. */
export type Where = { url: string } | { folder: string }

const migrationsFolder = fileURLToPath(new URL('../db/migrations', import.meta.url))

/** Milliseconds for one query of a call, and for its wait for a connection: less than the call's own deadline. */
const queryTimeout = 3800

/** Milliseconds for the first connection of a start, so that a process without a database ends instead of hanging. */
const startTimeout = 30_000

/** Milliseconds for connections to end in order. */
const goodbye = 1000

/**
 * Opens the database and brings its tables up to date. Several processes may do so at once.
 * @param options.timeout milliseconds that a query may take; longer for an import than for a call.
 * @param options.auditKey chains the audit rows that are older than their chain.
 * @param options.reserve keeps some of the disk of the embedded database for signing in and reading
 * @param options.warn receives a sentence for the operator about what the database does not allow.
 */
export async function openDatabase(
  where: Where,
  {
    connections = 10,
    timeout = queryTimeout,
    auditKey,
    reserve = false,
    warn = () => {},
  }: {
    connections?: number
    timeout?: number
    auditKey?: string
    reserve?: boolean
    warn?: (words: string) => void
  } = {},
): Promise<Database> {
  // Before the database opens: with a full disk that needs the room of the reserve.
  const isFull = reserve && 'folder' in where ? () => isDiskFull(where.folder) : undefined
  const embedded =
    'folder' in where
      ? await openEmbedded(where.folder, { warn, ...(isFull ? { makeRoom: isFull } : {}) })
      : undefined
  const address =
    'url' in where
      ? { connectionString: where.url }
      : { host: embedded?.host ?? '', user: 'postgres', database: 'postgres' }
  let role: string | undefined
  try {
    if (embedded?.joined) await waitForTables(address)
    else role = await bringUpToDate(address, { embedded: embedded !== undefined, auditKey, warn })
  } catch (error) {
    await embedded?.close()
    throw startProblem(where, error)
  }
  const pool = makePool({
    ...address,
    timeout,
    // PGlite knows no statement_timeout; there, the pool alone gives up waiting.
    ...(embedded ? {} : { statement_timeout: timeout, lock_timeout: timeout }),
    max: connections,
    idleTimeoutMillis: embedded ? 0 : 30_000,
    keepAlive: true,
    ...(embedded
      ? {}
      : {
          onConnect: async (client: pg.ClientBase) => {
            await client.query(`${forCalls}${role ? `; set role ${role}` : ''}`)
          },
        }),
  })
  const db = drizzleOver(pool)
  return {
    db,
    pool,
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
      // A database that does not answer does not say goodbye either.
      await Promise.race([pool.end(), new Promise((done) => setTimeout(done, goodbye).unref())])
      await embedded?.close()
    },
  }
}

/** An error of the start as a sentence for the operator, where it is no fault of ours. */
function startProblem(where: Where, error: unknown): unknown {
  if ('url' in where) return databaseProblem('DATABASE_URL', where.url, error) ?? error
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: string }
  return code === '53100' ? folderProblem(where.folder, { code: 'ENOSPC' }) : error
}

/** On a connection of its own, without time-outs: an index over a large table takes its time. */
async function bringUpToDate(
  address: pg.ClientConfig,
  told: { embedded: boolean; auditKey: string | undefined; warn: (words: string) => void },
): Promise<string | undefined> {
  const client = await connect(address)
  try {
    // The migrations of several starting processes take turns. PGlite has one process by its lock file.
    if (!told.embedded) await client.query('select pg_advisory_lock(4400)')
    await refuseUnknown(client)
    await migrate(drizzle(client), { migrationsFolder })
    await noteRelease(client)
    await orderRestored(client)
    const chained = told.auditKey === undefined ? 0 : await chainOlderRows(client, told.auditKey)
    if (chained > 0) told.warn(`${chained} audit rows were older than the audit's chain and are chained now.`)
    // The embedded database's connections share one session, and with it one role.
    return told.embedded ? undefined : await serverRole(client, told.warn)
  } finally {
    await client.end()
  }
}

/** Events that were restored into a server that has counted fewer transactions would come after all that is still to come. */
export const orderRestored = (client: { query: (text: string) => Promise<unknown> }) =>
  client.query('update live_events set xid = pg_current_xact_id() where xid > pg_current_xact_id()')

/** The process that runs the embedded database makes its tables; whoever joins waits for them. */
async function waitForTables(address: pg.ClientConfig) {
  const wanted = readMigrationFiles({ migrationsFolder }).length
  const client = await connect(address)
  try {
    for (let tries = 0; tries < 240; tries++) {
      const { rows } = await client
        .query<{ done: number }>('select count(*)::int as done from drizzle.__drizzle_migrations')
        .catch(() => ({ rows: [] }))
      if ((rows[0]?.done ?? 0) >= wanted) return await refuseUnknown(client)
      await new Promise((done) => setTimeout(done, 250))
    }
    throw new StartError(
      'The running server has older tables than this program. Stop it and start it again first.',
    )
  } finally {
    await client.end()
  }
}

async function connect(address: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: startTimeout, ...address })
  // A connection that breaks also fails its query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
