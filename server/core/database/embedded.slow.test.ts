import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { freshDatabase } from '../../testing/template.ts'
import { type Database, openDatabase } from './db.ts'
import { openEmbedded } from './embedded.ts'
import { abstractName, lockFolder, pipeName } from './folder-lock.ts'

const template = inject('template')
const embedded = 'folder' in template
let folder = ''
let remove = () => Promise.resolve()
let database: Database

beforeAll(async () => {
  if (!embedded) return
  const fresh = await freshDatabase(template)
  if ('folder' in fresh.where) folder = fresh.where.folder
  remove = async () => void (await fresh.remove())
  database = await openDatabase({ folder })
  await database.pool.query('create table t (i int primary key, by text)')
})
afterAll(async () => {
  await database?.close()
  await remove()
})

test.runIf(embedded)(
  'a data folder beside the working folder, below it, or with a very long path is reachable',
  async () => {
    const { folder: from } = template as { folder: string }
    const near = await mkdtemp(join(process.cwd(), 'data-test-'))
    const long = join(await mkdtemp(join(tmpdir(), 'portreeve-long-')), 'x'.repeat(120))
    for (const path of [relative(process.cwd(), near), long]) {
      await cp(join(from, 'postgres'), join(path, 'postgres'), { recursive: true })
      const opened = await openDatabase({ folder: path })
      expect((await opened.pool.query('select 1 as x')).rows).toEqual([{ x: 1 }])
      await opened.close()
      await rm(path, { recursive: true, force: true })
    }
  },
)

test.runIf(embedded)('parallel transactions neither mix nor hang', async () => {
  const one = async (i: number) => {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      await client.query('insert into t values ($1, $2)', [i, 'a'])
      if (i % 3 === 0) await client.query('select 1 / 0').catch(() => {})
      const { rows } = await client.query('select $1::int as i', [i]).catch(() => ({ rows: [{ i }] }))
      expect(rows).toEqual([{ i }])
      await client.query(i % 2 === 0 ? 'commit' : 'rollback')
    } finally {
      client.release()
    }
  }
  await Promise.all(Array.from({ length: 100 }, (_, i) => one(i)))
  const { rows } = await database.pool.query('select i from t order by i')
  // Even ones commit; every third of those had a failed statement, so its commit rolls back.
  expect(rows.map((row) => row.i)).toEqual(
    Array.from({ length: 100 }, (_, i) => i).filter((i) => i % 2 === 0 && i % 3 !== 0),
  )
})

test.runIf(embedded)(
  'a client that disconnects during a transaction leaves nothing and blocks no other',
  async () => {
    const client = await database.pool.connect()
    client.on('error', () => {})
    await client.query('begin')
    await client.query("insert into t values (1000, 'gone')")
    const waiting = database.pool.query('select count(*)::int as n from t where i = 1000')
    client.release(true)
    expect((await waiting).rows).toEqual([{ n: 0 }])
  },
)

test.runIf(embedded)('a second process joins the running database instead of opening its files', async () => {
  const second = await openDatabase({ folder })
  await second.pool.query("insert into t values (2000, 'second')")
  await second.close()
  const { rows } = await database.pool.query('select by from t where i = 2000')
  expect(rows).toEqual([{ by: 'second' }])
  expect(await readFile(join(folder, 'lock'), 'utf8')).toBe(String(process.pid))
})

const writer = (path: string): ChildProcess =>
  spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('../../testing/writer.ts', import.meta.url)), path],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )

test.runIf(embedded)(
  'after kill -9 during writes, the next start has every committed transaction and no partial one',
  async () => {
    const path = await mkdtemp(join(tmpdir(), 'portreeve-kill-'))
    await cp(join((template as { folder: string }).folder, 'postgres'), join(path, 'postgres'), {
      recursive: true,
    })
    for (let round = 0; round < 2; round++) {
      const child = writer(path)
      let last = -1
      await new Promise<void>((done) => {
        child.stdout?.on('data', (data) => {
          last = Number(String(data).trim().split('\n').at(-1))
          if (last > 40) done()
        })
      })
      child.kill('SIGKILL')
      await new Promise((done) => child.once('exit', done))
      const after = await openDatabase({ folder: path })
      const { rows } = await after.pool.query<{ i: number; n: number }>(
        'select a as i, count(*)::int as n from pairs group by a',
      )
      await after.pool.query('truncate pairs')
      await after.close()
      expect(rows.length).toBeGreaterThanOrEqual(last + 1)
      expect(rows.filter((row) => row.n !== 2)).toEqual([])
    }
    await rm(path, { recursive: true, force: true })
  },
  // Starts the database four times.
  90_000,
)

test.runIf(embedded)('when the owner process of the database ends, a joined process takes over', async () => {
  const path = await mkdtemp(join(tmpdir(), 'portreeve-follow-'))
  await cp(join((template as { folder: string }).folder, 'postgres'), join(path, 'postgres'), {
    recursive: true,
  })
  const child = writer(path)
  await new Promise<void>((done) => child.stdout?.once('data', () => done()))
  const joined = await openDatabase({ folder: path })
  const count = async () =>
    Number((await joined.pool.query('select count(*)::int as n from pairs')).rows[0]?.n ?? -1)
  expect(await readFile(join(path, 'lock'), 'utf8')).toBe(String(child.pid))
  child.kill('SIGKILL')
  await new Promise((done) => child.once('exit', done))
  let counted = -1
  for (let tries = 0; tries < 100 && counted < 0; tries++) {
    counted = await count().catch(() => -1)
    if (counted < 0) await new Promise((later) => setTimeout(later, 100))
  }
  expect(counted).toBeGreaterThan(0)
  expect(await readFile(join(path, 'lock'), 'utf8')).toBe(String(process.pid))
  await joined.close()
  await rm(path, { recursive: true, force: true })
})

test('a folder has the same lock by every path, and only its owner releases it', async () => {
  const path = await mkdtemp(join(tmpdir(), 'portreeve-lock-'))
  await symlink(path, `${path}-link`)
  const lock = await lockFolder(path)
  expect(lock).toBeDefined()
  for (const other of [path, `${path}-link`, relative(process.cwd(), path)])
    expect(await lockFolder(other)).toBeUndefined()
  const another = await lockFolder(tmpdir())
  await another?.release()
  expect(await lockFolder(path)).toBeUndefined()
  await lock?.release()
  const next = await lockFolder(`${path}-link`)
  expect(next).toBeDefined()
  await next?.release()
  await rm(`${path}-link`)
  await rm(path, { recursive: true })
})

test('a folder that was moved and created again has another lock', async () => {
  const path = await mkdtemp(join(tmpdir(), 'portreeve-lock-'))
  const lock = await lockFolder(path)
  await rm(path, { recursive: true })
  await mkdir(path)
  const fresh = await lockFolder(path)
  expect(fresh).toBeDefined()
  await lock?.release()
  await fresh?.release()
  await rm(path, { recursive: true })
})

test('an abstract name fills a socket address, so that every version of Node uses the same address', async () => {
  const name = abstractName(await stat('/', { bigint: true }))
  expect([Buffer.byteLength(name), name.lastIndexOf('\0')]).toEqual([108, 0])
  expect(pipeName('C:\\Data')).toBe(pipeName('c:\\data'))
})

test('a folder locked by a process that does not answer is refused with the process’s name and id', async () => {
  const path = await mkdtemp(join(tmpdir(), 'portreeve-held-'))
  const options = { timeout: 0, lock: () => Promise.resolve(undefined) }
  await expect(openEmbedded(path, options)).rejects.toThrow(
    `The data folder ${path} is in use by another process whose database does not answer: stop that process and start again.`,
  )
  await rm(path, { recursive: true })
})

test.runIf(embedded)(
  'a failed database is reopened by its own process',
  async () => {
    const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from t')
    // Bytes that PGlite cannot parse end it, as a full disk does when its log cannot grow.
    const line = connect(join(folder, '.s.PGSQL.5432'))
    line.on('error', () => {}).resume()
    await once(line, 'connect')
    const words = Buffer.from('user\0postgres\0database\0postgres\0\0')
    const head = Buffer.alloc(8)
    head.writeInt32BE(head.length + words.length, 0)
    head.writeInt32BE(196_608, 4)
    const unknown = Buffer.from([0, 0, 0, 0, 4])
    const sync = Buffer.from([0x53, 0, 0, 0, 4])
    line.write(Buffer.concat([head, words, unknown, sync]))
    await once(line, 'close')
    const again = await vi.waitFor(() => database.pool.query('select count(*)::int as n from t'), 60_000)
    expect(again.rows).toEqual(rows)
  },
  90_000,
)

test.runIf(embedded && process.platform === 'linux')(
  'writers that are killed and take over are never two owners and lose no row',
  async () => {
    const bench = fileURLToPath(new URL('../../../bench/faults/embedded-lock.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', bench, '--rounds', '2'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (data) => {
      text += data
    })
    const [code] = await once(child, 'close')
    expect(JSON.parse(text)).toMatchObject({ rounds: 2, faults: [] })
    expect(code).toBe(0)
  },
  // Two rounds with several starts each.
  240_000,
)
