import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import { freePort } from '../../tools/stack.ts'
import { metricsOf } from '../stack/calls.ts'
import { type Cluster, makeCluster, openAdmin } from '../stack/cluster.ts'
import { openIssuer } from '../stack/issuer.ts'
import { makeOrders } from '../stack/orders.ts'
import { auditKey, openServer, type ServerUnderTest } from '../stack/server-under-test.ts'
import { becomes, isAnswered } from '../stack/waiting.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Two server processes behind nginx on one PostgreSQL, with a replica. */
export interface Place {
  /** The address of nginx. */
  api: string
  servers: [ServerUnderTest, ServerUnderTest]
  primary: Cluster
  replica: Cluster
  /** Connections of the superuser to the primary. */
  admin: pg.Client
  /** Tokens of so many staff members, all admins. */
  tokens: string[]
  /** Numbers of the calls that the replica may answer, by server and reason. */
  sources: (of?: ServerUnderTest[]) => Promise<Record<string, number>>
  close: () => Promise<void>
}

/** Transactions that can be cancelled, each once. */
export const orders = 90

/** The number of staff members. */
const staff = 200

interface Options {
  bin: string | undefined
  users: number
  /** The replica lag in seconds. */
  late: number
  /** The broken twin of the server to start instead. */
  twin: string | false
}

export async function openPlace({ bin, users, late, twin }: Options): Promise<Place> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const one of closing.splice(0).reverse()) await one().catch(console.error)
  }
  // Clusters and nginx are no children and would outlive this process.
  const interrupted = () => void close().then(() => process.exit(2))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted)
  try {
    const primary = await makeCluster(bin)
    closing.push(primary.remove)
    await promisify(execFile)(process.execPath, [
      ...['--import', 'tsx', join(root, 'bench/data/fill.ts')],
      ...['--users', String(users), '--postgres', primary.url],
    ])
    const replica = await primary.follow(late)
    closing.push(replica.remove)
    const admin = await openAdmin(primary)
    closing.push(() => admin.end())
    await admin.query(
      `insert into staff (uid, email, display_name, role)
       select 'staff-bench-' || n, 'bench-' || n || '@portreeve.test', 'Bench ' || n, 'admin' from generate_series(0, $1::int - 1) n
       on conflict (uid) do update set role = excluded.role`,
      [staff],
    )

    const issuer = await openIssuer()
    closing.push(issuer.close)
    const port = await freePort()
    const api = `http://localhost:${port}`
    const env = {
      PORTREEVE_ADDRESS: api,
      PORTREEVE_AUDIT_KEY: auditKey,
      PORTREEVE_PROXIES: '127.0.0.1',
      PORTREEVE_ISSUERS: JSON.stringify([{ issuer: api, audience: api, jwks: 'builtin' }, issuer.trusted]),
      DATABASE_READ_URL: replica.url,
    }
    const options = { postgres: primary.url, env, twin }
    const first = await openServer(options)
    closing.push(first.close)
    const second = await openServer({ ...options, vendor: async () => first.sandbox })
    closing.push(second.close)
    await makeOrders(first, 's', orders)
    const nginx = await openNginx(port, [first, second])
    closing.push(nginx)
    return {
      api,
      servers: [first, second],
      ...{ primary, replica, admin },
      tokens: await Promise.all(Array.from({ length: staff }, (_, at) => issuer.token(`staff-bench-${at}`))),
      sources: (of = [first, second]) => sourcesOf(of),
      close: async () => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** nginx with the exact configuration of docs/deploy.md, except ports and certificate. */
async function openNginx(
  port: number,
  servers: [ServerUnderTest, ServerUnderTest],
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'portreeve-nginx-'))
  await chmod(folder, 0o755)
  const config = /```nginx\n([\s\S]*?)```/.exec(await readFile(join(root, 'docs/deploy.md'), 'utf8'))?.[1]
  if (!config) throw new Error('docs/deploy.md has no configuration of nginx')
  const own = config
    .replace('127.0.0.1:4501', `127.0.0.1:${new URL(servers[0].api).port}`)
    .replace('127.0.0.1:4502', `127.0.0.1:${new URL(servers[1].api).port}`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')} crit;
     events { worker_connections 2000; }
     http { access_log off; ${paths.join(' ')}\n${own} }`,
  )
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (!(await becomes(() => isAnswered(`http://127.0.0.1:${port}/healthz`), 10_000)))
    throw new Error('nginx does not answer')
  return async () => {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

async function sourcesOf(servers: ServerUnderTest[]): Promise<Record<string, number>> {
  const sums: Record<string, number> = {}
  for (const { api } of servers) {
    const text = await metricsOf(api).catch(() => '')
    const lines = text.matchAll(/^portreeve_replica_reads_total\{source="(\w+)",reason="([\w ]+)"\} (\d+)/gm)
    for (const [, source, reason, count] of lines) {
      const name = source === 'replica' ? source : `primary: ${reason}`
      sums[name] = (sums[name] ?? 0) + Number(count)
    }
  }
  return sums
}
