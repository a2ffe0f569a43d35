import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { drizzleOver, makePool } from '../core/db-pool.ts'
import { inTime } from '../core/deadline.ts'
import { refusalOf } from '../core/refusal-of.ts'
import { useServer } from './harness.ts'
import { type DatabaseProxy, openDatabaseProxy } from './way.ts'

const s = useServer()

let proxy: DatabaseProxy
let pool: pg.Pool
let db: NodePgDatabase

beforeAll(async () => {
  proxy = await openDatabaseProxy(s.ctx.database.pool.options)
  pool = makePool({
    ...proxy.address,
    timeout: 500,
    max: 1,
  })
  db = drizzleOver(pool)
  await s.asOwner('create table noted (what text)')
})
afterAll(async () => {
  await pool.end()
  proxy.close()
})
beforeEach(() => proxy.thaw())

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
      proxy.held.requests = true
      await note(tx, 'lost too')
    })
    expect(await refused(lost)).toEqual(['unavailable', 'Not available'])
    proxy.thaw()
    await db.transaction((tx) => note(tx, 'kept'))
    expect(await noted()).toEqual(['kept'])
  })

  test('a transaction that cannot even begin gives its connection back', async () => {
    proxy.held.requests = true
    for (let turn = 0; turn < 3; turn++)
      expect(await refused(db.transaction(async () => 'begun'))).toEqual(['unavailable', 'Not available'])
    proxy.thaw()
    expect(await db.transaction(async () => 'begun')).toBe('begun')
  })

  test('when it is lost at the very end, nobody says that nothing was changed', async () => {
    const unknown = db.transaction(async (tx) => {
      await note(tx, 'unknown')
      proxy.held.responses = true
    })
    expect(await refused(unknown)).toEqual(['unavailable', 'Not known yet'])
    await vi.waitFor(async () => expect(await noted()).toContain('unknown'))
  })

  test('a call ends at its deadline, also one that waits for a connection', async () => {
    const client = await pool.connect()
    const call = inTime(() => pool.query('select 1'), 50)
    expect(await refused(call)).toEqual(['unavailable', 'Not available'])
    client.release()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('after the deadline of its call a transaction does not commit', async () => {
    let end = () => {}
    const late = inTime(
      () =>
        db.transaction(async (tx) => {
          await note(tx, 'too late')
          await new Promise<void>((done) => (end = done))
        }),
      50,
    )
    expect(await refused(late)).toEqual(['unavailable', 'Not available'])
    end()
    await db.transaction((tx) => note(tx, 'after'))
    expect(await noted()).not.toContain('too late')
  })

  test('what is refused in a transaction is told as it is, though its rollback is not answered', async () => {
    const full = db.transaction(async () => {
      proxy.held.requests = true
      throw Object.assign(new Error('full'), { statusCode: 413 })
    })
    expect(await refused(full)).toEqual(['too_large', 'Too large'])
  })
})
