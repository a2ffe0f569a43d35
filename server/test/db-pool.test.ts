import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { drizzleOver, makePool } from '../core/db-pool.ts'
import { inTime } from '../core/deadline.ts'
import { refusalOf } from '../core/refusal-of.ts'
import { useServer } from './harness.ts'

const s = useServer()

/** A database that can be frozen: its connections stay open, and what is asked or answered does not come through. */
let server: Server
const held = { asked: false, answered: false }
const waiting: (() => void)[] = []
const thaw = () => {
  Object.assign(held, { asked: false, answered: false })
  for (const pass of waiting.splice(0)) pass()
}
const pass = (from: Socket, to: Socket, what: keyof typeof held) => {
  from.on('data', (bytes) => {
    if (held[what]) waiting.push(() => to.write(bytes))
    else to.write(bytes)
  })
  from.on('error', () => {})
  from.on('close', () => to.destroy())
}

let pool: pg.Pool
let db: NodePgDatabase

beforeAll(async () => {
  const { connectionString, host } = s.ctx.database.pool.options
  const url = connectionString ? new URL(connectionString) : undefined
  const real = url
    ? { port: Number(url.port || 5432), host: url.hostname }
    : { path: join(String(host), '.s.PGSQL.5432') }
  server = createServer((asking) => {
    const asked = connect(real)
    pass(asking, asked, 'asked')
    pass(asked, asking, 'answered')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  if (url) url.host = `127.0.0.1:${port}`
  pool = makePool({
    ...(url
      ? { connectionString: url.toString() }
      : { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }),
    patience: 500,
    max: 1,
  })
  db = drizzleOver(pool)
  await s.asOwner('create table noted (what text)')
})
afterAll(async () => {
  await pool.end()
  server.close()
})
beforeEach(thaw)

const note = (on: Pick<NodePgDatabase, 'execute'>, what: string) =>
  on.execute(sql`insert into noted values (${what})`)
const noted = async () => (await s.query<{ what: string }>('select what from noted')).map(({ what }) => what)
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => [refusalOf(error).code, refusalOf(error).title],
  )

describe('a database that does not answer', () => {
  test('nothing of a transaction that was given up becomes part of the next one', async () => {
    const lost = db.transaction(async (tx) => {
      await note(tx, 'lost')
      held.asked = true
      await note(tx, 'lost too')
    })
    expect(await refused(lost)).toEqual(['unavailable', 'Not available'])
    thaw()
    await db.transaction((tx) => note(tx, 'kept'))
    expect(await noted()).toEqual(['kept'])
  })

  test('a transaction that cannot even begin gives its connection back', async () => {
    held.asked = true
    for (let turn = 0; turn < 3; turn++)
      expect(await refused(db.transaction(async () => 'begun'))).toEqual(['unavailable', 'Not available'])
    thaw()
    expect(await db.transaction(async () => 'begun')).toBe('begun')
  })

  test('when it is lost at the very end, nobody says that nothing was changed', async () => {
    const unknown = db.transaction(async (tx) => {
      await note(tx, 'unknown')
      held.answered = true
    })
    expect(await refused(unknown)).toEqual(['unavailable', 'Not known yet'])
    await vi.waitFor(async () => expect(await noted()).toContain('unknown'))
  })

  test('all that a call asks ends with the call’s own time, a wait for a connection too', async () => {
    const client = await pool.connect()
    await inTime(async () => {
      expect(await refused(pool.query('select 1'))).toEqual(['unavailable', 'Not available'])
      expect(await refused(pool.query('select 1'))).toEqual(['unavailable', 'Not available'])
    }, 50)
    client.release()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('what is refused in a transaction is told as it is, though its rollback is not answered', async () => {
    const full = db.transaction(async () => {
      held.asked = true
      throw Object.assign(new Error('full'), { statusCode: 413 })
    })
    expect(await refused(full)).toEqual(['too_large', 'Too large'])
  })
})
