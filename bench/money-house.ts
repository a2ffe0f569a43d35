import { type ChildProcess, fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripePayments } from '../server/adapters/payments-stripe.ts'
import { type Database, openDatabase, type Where } from '../server/core/db.ts'
import { freePort } from '../tools/stack.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A server and the vendors' sandbox as processes of their own, for benches that kill the server. */
export interface House {
  api: string
  sandbox: string
  where: Where
  /** Starts the server and waits until it answers. */
  startServer: () => Promise<void>
  /** kill -9. */
  killServer: () => Promise<void>
  /** SIGTERM. Answers the exit code; null when a signal ended it. */
  stopServer: () => Promise<number | null>
  serverPid: () => number
  /** The identity token of a role's demo sign-in; of the admin where nothing is said. */
  token: (role?: string) => Promise<string>
  /** Works on the database; the server may run meanwhile. */
  withDatabase: <T>(work: (database: Database) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

export const apiKey = 'bench'
const secret = 'a secret for benches, long enough to be one'
const metricsToken = 'a token for the metrics of the benches'

/** The server's metrics, in the text format of Prometheus. */
export const metricsOf = async (api: string): Promise<string> =>
  (await fetch(`${api}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
/** What the server derives from its secret (settings.ts). */
export const auditKey = createHmac('sha256', secret).update('portreeve audit').digest('hex')

interface Options {
  /** An empty PostgreSQL database; without it the embedded one. */
  postgres: string | undefined
  /** Where the server finds the vendors, when not at the sandbox itself. */
  vendor?: ((sandbox: string) => Promise<string>) | undefined
  /** What is started as the server, when not the server itself. */
  entry?: string
  /** What the server begins with: the admin alone, or all demo data. */
  demo?: 'admin' | 'full'
  /** Settings of the server beside the usual ones. */
  env?: Record<string, string>
}

export async function openHouse({
  postgres,
  vendor,
  entry = 'server/main.ts',
  demo = 'admin',
  env: more = {},
}: Options): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), 'portreeve-bench-'))
  const [port, sandboxPort, smtpPort] = [await freePort(), await freePort(), await freePort()]
  const api = `http://localhost:${port}`
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  const vendors = vendor ? await vendor(sandbox) : sandbox
  const where: Where = postgres ? { url: postgres } : { folder: join(folder, 'development') }
  const common = { PATH: process.env.PATH ?? '', PORTREEVE_DATA_DIR: folder }
  const start = async (file: string, env: Record<string, string>) => {
    const child = fork(join(root, file), {
      execArgv: ['--import', 'tsx'],
      env: { ...common, ...env },
      // Standard output is the bench's own: its figures.
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
  })
  let server: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return server?.exitCode ?? null
    const ended = once(server, 'exit')
    server.kill(signal)
    return (await ended)[0] as number | null
  }
  return {
    api,
    sandbox,
    where,
    startServer: async () => {
      server = await start(entry, {
        PORT: String(port),
        PORTREEVE_ENVIRONMENT: 'development',
        PORTREEVE_DEMO: demo,
        PORTREEVE_API_KEY: apiKey,
        PORTREEVE_SECRET: secret,
        PORTREEVE_PAYOUT_MINUTES: '0',
        // One admin refunds thousands of times: these benches are about races, not about limits.
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
        PORTREEVE_SMTP: `smtp://127.0.0.1:${smtpPort}?ignoreTLS=true`,
        PORTREEVE_LOG: 'fatal',
        ...(postgres ? { DATABASE_URL: postgres } : {}),
        ...more,
      })
    },
    killServer: async () => void (await end('SIGKILL')),
    stopServer: () => end('SIGTERM'),
    serverPid: () => server?.pid ?? 0,
    token: async (role = 'admin') => {
      const session = await fetch(`${api}/identity/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: api },
        body: JSON.stringify({ email: `${role}@portreeve.test`, password: 'portreeve-demo' }),
      })
      const cookie = session.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      return (
        (await (await fetch(`${api}/identity/token`, { headers: { cookie } })).json()) as { token: string }
      ).token
    },
    withDatabase: async (work) => {
      const database = await openDatabase(where, { connections: 4, timeout: 60_000 })
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    },
    close: async () => {
      await end('SIGTERM')
      sandboxChild.kill('SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Makes paid orders of one $100.00 transaction each, with a label, known to the sandbox. Every third seller was paid. */
export async function makeOrders(house: House, name: string, count: number): Promise<void> {
  await house.withDatabase(async ({ pool }) => {
    await pool.query(
      `insert into users (uid, search_uid, stripe_connect_id, available_balance) values ('seller', 'seller', 'acct_seller', 0), ('buyer', 'buyer', null, 0) on conflict do nothing`,
    )
    for (let from = 1; from <= count; from += 500) {
      const range = [name, from, Math.min(count, from + 499)]
      await pool.query(
        `insert into orders (id, stripe_payment_intent_id, buyer_uid, status, created_at)
         select 'o-' || $1 || i, 'pi_' || $1 || i, 'buyer', 1, now() from generate_series($2::int, $3::int) i`,
        range,
      )
      await pool.query(
        `insert into transactions (id, seller_uid, purchaser_uid, order_id, price, shipping_cost, status, shipping_status, payout_status, purchase_date)
         select $1 || i, 'seller', 'buyer', 'o-' || $1 || i, 9500, 500, 1, 1, case when i % 3 = 0 then 1 else 2 end, now() from generate_series($2::int, $3::int) i`,
        range,
      )
      await pool.query(
        `insert into ship_labels (id, transaction_id, created_at, status, ep_shipment_id)
         select 'label-' || $1 || i, $1 || i, now(), 1, 'shp_' || $1 || i from generate_series($2::int, $3::int) i`,
        range,
      )
    }
  })
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      payment_intent: `pi_${name}${at + 1}`,
      amount: 10_000,
      transfers:
        (at + 1) % 3 === 0
          ? [{ transfer_group: `${name}${at + 1}`, destination: 'acct_seller', amount: 9500 }]
          : [],
    }),
  )
  for (let from = 0; from < lines.length; from += 500) {
    const answer = await fetch(`${house.sandbox}/stripe/known`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.slice(from, from + 500).join('\n'),
    })
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`)
  }
}

/** Sets a face of the sandbox. */
export async function setFace(house: House, face: string, mode: string, more: object = {}) {
  await tellSandbox(house, '/switches', { face, mode, ...more })
}

/** Posts to one of the sandbox's own addresses. */
export async function tellSandbox<Answer>(house: House, path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${house.sandbox}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** What a call was told. */
export interface Told {
  /** 0 when nobody answered. */
  status: number
  /** Whether it is the answer of an earlier call with the same key. */
  replayed: boolean
  /** The body as it came. */
  text: string
}

/** One call of the API. */
export async function call(
  house: House,
  token: string,
  { method, path, body }: { method: string; path: string; body?: object },
  key: string,
): Promise<Told> {
  try {
    const answer = await fetch(`${house.api}${path}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(15_000),
    })
    const replayed = answer.headers.get('idempotent-replayed') === 'true'
    return { status: answer.status, replayed, text: await answer.text() }
  } catch {
    return { status: 0, replayed: false, text: '' }
  }
}

/** Waits until no operation is pending. Answers the seconds that it took; more than `patience` when some still are. */
export function settled(house: House, patience: number): Promise<number> {
  const from = Date.now()
  return house.withDatabase(async ({ pool }) => {
    for (;;) {
      const { rows } = await pool.query("select 1 from operations where state = 'pending' limit 1")
      const seconds = (Date.now() - from) / 1000
      if (rows.length === 0 || seconds > patience) return seconds
      await new Promise((next) => setTimeout(next, 250))
    }
  })
}

/** The payment provider as it really is, past any twin. */
export const paymentsOf = (house: House) =>
  stripePayments({ key: 'sk_test_portreeve', address: house.sandbox, webhookSecret: '' })

/** Reads one of the sandbox's pages of figures. */
export async function figures<Figures>(house: House, path: string): Promise<Figures> {
  return (await (await fetch(`${house.sandbox}${path}`)).json()) as Figures
}
