import { type ChildProcess, fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Database, openDatabase, type Where } from '../../server/core/database/db.ts'
import { freePort } from '../../tools/stack.ts'
import { apiKey, type Client, openClient } from './client.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The server under test and the vendors' sandbox, as separate processes: a bench may kill the server. */
export interface ServerUnderTest {
  api: string
  sandbox: string
  where: Where
  /** Makes a call of the API. */
  call: Client['call']
  /** Starts the server again and waits until it answers. */
  start: () => Promise<void>
  /** kill -9. */
  kill: () => Promise<void>
  /** SIGTERM. Returns the exit code; null when a signal ended it. */
  stop: () => Promise<number | null>
  pid: () => number
  /** The identity token of a role's demo sign-in; default: admin. */
  token: (role?: string) => Promise<string>
  /** Works on the database, also while the server runs. */
  withDatabase: <T>(work: (database: Database) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

const secret = 'a secret for benches, long enough to be one'
export const metricsToken = 'a token for the metrics of the benches'

/** The key that the server derives from its secret (settings.ts). */
export const auditKey = createHmac('sha256', secret).update('portreeve audit').digest('hex')

interface Options {
  /** An empty PostgreSQL database; default: the embedded one. */
  postgres: string | undefined
  /** The address of the vendors; default: the sandbox. */
  vendor?: ((sandbox: string) => Promise<string>) | undefined
  /** The program to start instead of the server. */
  entry?: string
  /** The broken twin of the server to start instead (twins.ts). */
  twin?: string | false
  /** The server's initial data: the admin alone, or the fixtures. */
  demo?: 'admin' | 'fixtures'
  /** Further settings of the server. */
  env?: Record<string, string>
  /** Asked at each start: whether the server's clock jumps (clock-jumps.ts). */
  isClockJumping?: () => boolean
}

/** The options of Node for a process of a bench. */
export const nodeOptions = (isClockJumping: boolean): string[] => [
  ...['--import', 'tsx'],
  ...(isClockJumping ? ['--import', new URL('clock-jumps.ts', import.meta.url).href] : []),
]

/** Starts a sandbox and a server, and waits until both answer. */
export async function openServer({
  postgres,
  vendor,
  twin = false,
  entry = twin ? 'bench/stack/twins.ts' : 'server/main.ts',
  demo = 'admin',
  env: more = {},
  isClockJumping = () => false,
}: Options): Promise<ServerUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'portreeve-bench-'))
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  const api = `http://localhost:${port}`
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  const where: Where = postgres ? { url: postgres } : { folder: join(folder, 'development') }
  const start = async (file: string, env: Record<string, string>, isJumping = false) => {
    const child = fork(join(root, file), {
      execArgv: nodeOptions(isJumping),
      env: { PATH: process.env.PATH ?? '', PORTREEVE_DATA_DIR: folder, ...env },
      // Keep standard output for the bench's figures.
      stdio: ['ignore', 2, 2, 'ipc'],
    })
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
    ])
    return child
  }
  const sandboxChild = await start('sandbox/main.ts', {
    PORT: String(sandboxPort),
    SMTP_PORT: String(smtpPort),
    STRIPE_WEBHOOKS: `http://127.0.0.1:${port}/webhooks/stripe`,
    // A server that is killed every few seconds would make the backoff reach its ten minutes.
    STRIPE_LONGEST_REPEAT: '5000',
  })
  const vendors = vendor ? await vendor(sandbox) : sandbox
  const settings = {
    ...settingsOf(vendors),
    PORT: String(port),
    PORTREEVE_DEMO: demo,
    PORTREEVE_SMTP: `smtp://127.0.0.1:${smtpPort}?ignoreTLS=true`,
    ...(postgres ? { DATABASE_URL: postgres } : {}),
    ...(twin ? { BENCH_TWIN: twin } : {}),
    ...more,
  }
  let server: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return server?.exitCode ?? null
    const ended = once(server, 'exit')
    server.kill(signal)
    return (await ended)[0] as number | null
  }
  const client = openClient(api)
  const opened: ServerUnderTest = {
    ...{ api, sandbox, where },
    call: client.call,
    start: async () => {
      server = await start(entry, settings, isClockJumping())
    },
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    pid: () => server?.pid ?? 0,
    token: (role = 'admin') => tokenOf(api, role),
    withDatabase: async (work) => {
      const database = await openDatabase(where, { connections: 4, timeout: 60_000 })
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    },
    close: async () => {
      client.close()
      await end('SIGTERM')
      sandboxChild.kill('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
  await opened.start().catch(async (error) => {
    await opened.close()
    throw error
  })
  return opened
}

/** Vacuums a PostgreSQL database and renews its statistics, as autovacuum does. The server's own role may not. */
export async function vacuum(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query('vacuum analyze')
  await owner.end()
}

async function tokenOf(api: string, role: string): Promise<string> {
  const session = await fetch(`${api}/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: api },
    body: JSON.stringify({ email: `${role}@portreeve.test`, password: 'portreeve-demo' }),
  })
  const cookies = session.headers.getSetCookie().map((one) => one.split(';')[0])
  const answer = await fetch(`${api}/identity/token`, { headers: { cookie: cookies.join('; ') } })
  return ((await answer.json()) as { token: string }).token
}

/** The environment variables that every server under test starts with. */
const settingsOf = (vendors: string): Record<string, string> => ({
  PORTREEVE_ENVIRONMENT: 'development',
  PORTREEVE_API_KEY: apiKey,
  PORTREEVE_SECRET: secret,
  PORTREEVE_PAYOUT_MINUTES: '0',
  // No limits: in these benches one admin refunds thousands of times.
  PORTREEVE_REFUND_ALONE_CENTS: '1000000000000',
  PORTREEVE_REFUND_ALONE_DAY_CENTS: '1000000000000',
  PORTREEVE_METRICS_TOKEN: metricsToken,
  PORTREEVE_STREAMS_PER_PERSON: '1000',
  PORTREEVE_TOKEN_MINUTES: '60',
  PORTREEVE_STRIPE_KEY: 'sk_test_portreeve',
  PORTREEVE_STRIPE_WEBHOOK_SECRET: 'whsec_portreeve',
  PORTREEVE_STRIPE_ADDRESS: vendors,
  PORTREEVE_EASYPOST_KEY: 'EZTK_portreeve',
  PORTREEVE_EASYPOST_ADDRESS: vendors,
  PORTREEVE_LOG: 'fatal',
})
