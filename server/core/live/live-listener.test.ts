import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { openLive } from './live-feed.ts'

const s = useServer()

test.runIf(process.env.DATABASE_URL)(
  'a feed whose connection breaks uses one connection of the pool, not one more each time',
  async () => {
    const { listeners: pool } = s.ctx.database
    // The server's own role does not see other sessions.
    const owner = new pg.Client({ connectionString: pool.options.connectionString })
    await owner.connect()
    const listening = async () => {
      const { rows } = await owner.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and query = 'listen portreeve_live'`,
      )
      return rows.map(({ pid }) => pid)
    }
    const one = () => expect.poll(listening).toHaveLength(1)
    const live = openLive(s.ctx.database, s.ctx.log)
    const stop = await live.read(['review'], undefined, () => true)
    for (let turn = 0; turn < 3; turn++) {
      await one()
      const [pid] = await listening()
      await owner.query('select pg_terminate_backend($1::int)', [pid])
      await expect.poll(listening).not.toContain(pid)
    }
    await one()
    await expect.poll(() => pool.totalCount - pool.idleCount, { interval: 5 }).toBe(1)
    stop()
    await live.close()
    await owner.end()
  },
  40_000,
)

test('a feed that closes while a page subscribes looks no more', async () => {
  const query = vi.spyOn(s.ctx.database.pool, 'query')
  const live = openLive(s.ctx.database, s.ctx.log)
  const subscribed = live.read(['review'], undefined, () => true)
  await null
  expect(query).toHaveBeenCalledTimes(1)
  await live.close()
  await subscribed
  // A look would have its turn before this.
  await live.read(['review'], undefined, () => true)
  expect(query.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('xid <'))).toEqual([])
  query.mockRestore()
})
