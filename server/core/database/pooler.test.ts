import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { onPostgres } from '../../testing/on-postgres.ts'
import { allDropped, freshDatabase } from '../../testing/template.ts'
import { openLive } from '../live/live-feed.ts'
import { openDatabase } from './db.ts'

/**
 * What belongs to the database user holds with any pooler, so these tests sign in as such a user at PostgreSQL itself. With
 * PORTREEVE_TEST_POOLER they, and all other calls, go through that pooler.
 */
const user = `portreeve_pooled_${process.pid}`
const onPostgresOnly = test.runIf(process.env.DATABASE_URL)
const behindPooler = test.runIf(process.env.DATABASE_URL && process.env.PORTREEVE_TEST_POOLER)

const s = useServer({
  fresh: async () => {
    const template = inject('template')
    const made = await freshDatabase(template)
    if ('folder' in template || !('url' in made.where) || made.where.pooler) return made
    await onPostgres(template.url, `create role ${user} login password 'pooled'`)
    return {
      where: { ...made.where, pooler: as(made.where.url, user) },
      remove: async () => {
        await made.remove()
        // The drop of the database removes its settings of the user, too.
        await allDropped()
        await onPostgres(template.url, `drop role ${user}`)
      },
    }
  },
})

function as(url: string, name: string, database?: string) {
  const at = new URL(url)
  at.username = name
  at.password = 'pooled'
  if (database) at.pathname = `/${database}`
  return at.toString()
}
/** The address of PostgreSQL itself, as the tables' owner. */
const own = () => s.ctx.database.listeners.options.connectionString ?? ''
const pooler = () => s.ctx.database.pool.options.connectionString ?? ''

const opened: pg.Client[] = []
afterAll(() => Promise.all(opened.map((client) => client.end())))
async function session(url: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  opened.push(client)
  return client
}

onPostgresOnly('a pooled session has its settings from its user', async () => {
  const client = await session(pooler())
  const { rows } = await client.query(
    `select name, setting from pg_settings
     where name in ('jit', 'lock_timeout', 'max_parallel_workers_per_gather', 'statement_timeout') order by name`,
  )
  expect(rows.map(({ name, setting }) => [name, setting])).toEqual([
    ['jit', 'off'],
    ['lock_timeout', '3800'],
    ['max_parallel_workers_per_gather', '0'],
    ['statement_timeout', '3800'],
  ])
})

onPostgresOnly('a pooled session may not change the audit, also after a reset', async () => {
  const client = await session(pooler())
  for (const before of ['select 1', 'reset role', 'set role none', 'discard all', 'reset all'])
    for (const statement of [
      `update audit set reason = 'another'`,
      'delete from audit',
      'truncate audit',
      'alter table audit disable trigger all',
      `set session_replication_role = replica`,
    ]) {
      await client.query(before)
      await expect(client.query(statement), `${before}; ${statement}`).rejects.toMatchObject({
        code: '42501',
      })
    }
})

onPostgresOnly('a notification arrives although the pool has no session of its own', async () => {
  const client = await session(own())
  await client.query('listen portreeve_live')
  const live = openLive(s.ctx.database, s.ctx.log)
  const stop = await live.read(['review'], undefined, () => true)
  const listening = async () => {
    const { rows } = await client.query<{ who: string }>(
      `select usename as who from pg_stat_activity where datname = current_database() and query = 'listen portreeve_live'
       and pid <> pg_backend_pid()`,
    )
    return rows.map(({ who }) => who)
  }
  await expect.poll(listening).toEqual([new URL(own()).username])
  stop()
  await live.close()
})

onPostgresOnly('the owner of the tables, and another database, are refused', async () => {
  const open = (address: string) =>
    openDatabase({ url: own(), pooler: address }).then(
      (database) => database.close(),
      (error) => error.message,
    )
  expect(await open(own())).toMatch(
    /^DATABASE_POOLER_URL: its user \w+ may change the audit log: make a user/,
  )
  expect(await open(as(own(), new URL(pooler()).username, 'postgres'))).toBe(
    'DATABASE_POOLER_URL does not lead to the same database as DATABASE_URL.',
  )
})

onPostgresOnly('sessions that began before the settings are ended', async () => {
  const owner = await session(own())
  const { username } = new URL(pooler())
  await owner.query(`alter role ${username} in database ${new URL(own()).pathname.slice(1)} reset all`)
  await (await session(pooler())).query('select 1')
  const { rows } = await owner.query<{ at: string }>('select clock_timestamp()::text as at')
  const early = async () => {
    const text =
      'select from pg_stat_activity where usename = $1 and datname = current_database() and backend_start < $2'
    return (await owner.query(text, [username, rows[0]?.at])).rowCount
  }
  expect(await early()).toBeGreaterThan(0)
  const warned: string[] = []
  const again = await openDatabase({ url: own(), pooler: pooler() }, { warn: (words) => warned.push(words) })
  await expect.poll(early).toBe(0)
  expect(warned).toEqual([])
  await again.close()
})

behindPooler('a transaction whose client is gone is rolled back, and its session is not reused', async () => {
  await s.asOwner('create table noted (what text)')
  const client = await session(pooler())
  await client.query('begin')
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query(`select set_config('portreeve.staff', 'another', false)`)
  await client.end()
  const owner = await session(own())
  await expect
    .poll(
      async () => (await owner.query('select from pg_stat_activity where pid = $1', [rows[0]?.pid])).rowCount,
    )
    .toBe(0)
})
