import { execFile } from 'node:child_process'
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../tools/stack.ts'

const run = promisify(execFile)

/** The bench's own PostgreSQL, which it may stop and freeze: it touches nothing else on the machine. */
export interface Cluster {
  /** An empty database of a role without special permissions, as recommended for the server. */
  url: string
  /** The same database as the superuser, who has reserved connections. */
  adminUrl: string
  stop: () => Promise<void>
  start: () => Promise<void>
  /** SIGSTOP to every process: connections stay open and answer nothing. */
  freeze: () => Promise<void>
  thaw: () => Promise<void>
  /** Another cluster that follows this one by streaming replication, so many seconds late. */
  follow: (seconds?: number) => Promise<Cluster>
  remove: () => Promise<void>
}

/** The cluster's max_connections. */
export const maxConnections = 40

/** @param bin the folder of initdb and pg_ctl; default: pg_config's */
export async function makeCluster(bin: string | undefined): Promise<Cluster> {
  const tools = bin ?? (await run('pg_config', ['--bindir'])).stdout.trim()
  const cluster = await openCluster(tools, (tool, data) =>
    tool('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'),
  )
  const admin = new pg.Client({ connectionString: cluster.adminUrl.replace(/portreeve$/, 'postgres') })
  await admin.connect()
  await admin.query('create role portreeve login createrole')
  await admin.query('create role outsider login')
  await admin.query('create database portreeve owner portreeve')
  // Enough to fill a database with a million rows with foreign keys.
  await admin.query('grant set on parameter session_replication_role to portreeve')
  await admin.end()
  return cluster
}

type Tool = (name: string, ...words: string[]) => Promise<unknown>

/** @param make fills the data folder */
async function openCluster(
  tools: string,
  make: (tool: Tool, data: string) => Promise<unknown>,
  more = '',
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'portreeve-cluster-'))
  const data = join(folder, 'data')
  const port = await freePort()
  // PostgreSQL does not run as root.
  const asRoot = process.getuid?.() === 0
  if (asRoot) {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (what) => Number((await run('id', [what, 'postgres'])).stdout)),
    )
    await chown(folder, uid ?? 0, gid ?? 0)
  }
  const tool: Tool = (name, ...words) =>
    asRoot
      ? run('setpriv', [
          '--reuid=postgres',
          '--regid=postgres',
          '--clear-groups',
          join(tools, name),
          ...words,
        ])
      : run(join(tools, name), words)
  const options = [
    `-p ${port}`,
    `-c listen_addresses=127.0.0.1 -c unix_socket_directories='${folder}'`,
    `-c max_connections=${maxConnections}`,
    more,
  ].join(' ')
  const start = async () => {
    await tool('pg_ctl', 'start', '-w', '-D', data, '-o', options, '-l', join(folder, 'log'))
  }
  await make(tool, data)
  await start()
  const url = (user: string) => `postgres://${user}@127.0.0.1:${port}/portreeve`

  /** The postmaster and its children; the postmaster first, so that it starts no more. */
  const signal = async (name: NodeJS.Signals) => {
    const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(postmaster, name)
    const { stdout } = await run('ps', ['-axo', 'pid=,ppid='])
    for (const line of stdout.trim().split('\n')) {
      const [pid = 0, parent] = line.trim().split(/\s+/).map(Number)
      if (parent !== postmaster) continue
      try {
        process.kill(pid, name)
      } catch {
        // It has already ended.
      }
    }
  }
  const stop = async () => void (await tool('pg_ctl', 'stop', '-m', 'immediate', '-D', data))
  return {
    url: url('portreeve'),
    adminUrl: url('postgres'),
    start,
    stop,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    follow: (seconds = 0) =>
      openCluster(
        tools,
        (copy, to) =>
          copy(
            ...(['pg_basebackup', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'] as const),
            ...['-D', to, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
          ),
        `-c recovery_min_apply_delay=${seconds}s`,
      ),
    remove: async () => {
      await signal('SIGCONT').catch(() => {})
      await stop().catch(() => {})
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The superuser's own connection, independent of the server. */
export async function openAdmin(cluster: Cluster): Promise<pg.Client> {
  const admin = new pg.Client({ connectionString: cluster.adminUrl })
  admin.on('error', () => {})
  await admin.connect()
  return admin
}
