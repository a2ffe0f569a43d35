import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { openRelay, type Relay } from '../../testing/relay.ts'
import { inTime } from '../deadline.ts'
import { refusalOf } from '../refusal-of.ts'
import { drizzleOver, makePool } from './db-pool.ts'

const s = useServer()

let relay: Relay
let pool: pg.Pool
let db: NodePgDatabase

beforeAll(async () => {
  relay = await openRelay(s.ctx.database.pool.options)
  pool = makePool({
    ...relay.address,
    named: false,
    timeout: 500,
    max: 1,
  })
  db = drizzleOver(pool)
  await s.asOwner('create table noted (what text)')
})
afterAll(async () => {
  await pool.end()
  relay.close()
})
beforeEach(() => relay.thaw())

const note = (on: Pick<NodePgDatabase, 'execute'>, what: string) =>
  on.execute(sql`insert into noted values (${what})`)
const noted = async () => (await s.query<{ what: string }>('select what from noted')).map(({ what }) => what)
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => [refusalOf(error).code, refusalOf(error).title],
  )

describe('a database that does not answer', () => {
  test('no statement of an abandoned transaction becomes part of the next one', async () => {
    const lost = db.transaction(async (tx) => {
      await note(tx, 'lost')
      relay.held.requests = true
      await note(tx, 'lost too')
    })
    expect(await refused(lost)).toEqual(['unavailable', 'Not available'])
    relay.thaw()
    await db.transaction((tx) => note(tx, 'kept'))
    expect(await noted()).toEqual(['kept'])
  })

  test('a transaction that cannot begin returns its connection to the pool', async () => {
    relay.held.requests = true
    for (let turn = 0; turn < 3; turn++)
      expect(await refused(db.transaction(async () => 'done'))).toEqual(['unavailable', 'Not available'])
    relay.thaw()
    expect(await db.transaction(async () => 'done')).toBe('done')
  })

  test('a connection lost during COMMIT is reported as commit outcome unknown', async () => {
    const unknown = db.transaction(async (tx) => {
      await note(tx, 'unknown')
      relay.held.responses = true
    })
    expect(await refused(unknown)).toEqual(['unavailable', 'Not known yet'])
    await expect.poll(noted).toContain('unknown')
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

  test('a refusal in a transaction is returned even if its rollback gets no answer', async () => {
    const full = db.transaction(async () => {
      relay.held.requests = true
      throw Object.assign(new Error('full'), { statusCode: 413 })
    })
    expect(await refused(full)).toEqual(['too_large', 'Too large'])
  })
})

test('a statement keeps its name, and so its plan, where a connection is one session; elsewhere it is sent without', async () => {
  const kept = async (at: NodePgDatabase) => {
    for (let times = 0; times < 2; times++)
      expect(
        await at.select({ one: sql<number>`1` }).from(sql`(select) as t`).prepare('named').execute(),
      ).toEqual([{ one: 1 }])
    const { rows } = await at.execute<{ name: string }>(
      sql`select name from pg_prepared_statements where name <> ''`,
    )
    return rows.map(({ name }) => name)
  }
  expect(await kept(db)).toEqual([])
  const { pool: own, embedded } = s.ctx.database
  if (embedded) return expect(await kept(s.ctx.database.db)).toEqual([])
  const named = makePool({ ...own.options, named: true, timeout: 5000, max: 1 })
  expect(await kept(drizzleOver(named)).finally(() => named.end())).toEqual(['named'])
})
