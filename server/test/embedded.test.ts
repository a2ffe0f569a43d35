import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../core/db.ts'
import { freshDatabase } from './template.ts'

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
  // Even ones commit; of those, every third had failed before and is rolled back by its commit.
  expect(rows.map((row) => row.i)).toEqual(
    Array.from({ length: 100 }, (_, i) => i).filter((i) => i % 2 === 0 && i % 3 !== 0),
  )
})

test.runIf(embedded)(
  'a client that goes away in mid-transaction leaves nothing and holds up nobody',
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
  spawn(process.execPath, ['--import', 'tsx', fileURLToPath(new URL('./writer.ts', import.meta.url)), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

test.runIf(embedded)(
  'killed with -9 in mid-write, the next start has every finished transaction and no half one',
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

test.runIf(embedded)(
  'when the process that runs the database ends, one that had joined it runs it',
  async () => {
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
  },
)
