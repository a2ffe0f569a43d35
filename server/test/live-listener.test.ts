import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openLive } from '../core/live-feed.ts'
import { useServer } from './harness.ts'

const s = useServer()

test.runIf(process.env.DATABASE_URL)(
  'a feed whose connection breaks uses one connection of the pool, not one more each time',
  async () => {
    const { pool } = s.ctx.database
    // The server's own role does not see other sessions.
    const owner = new pg.Client({ connectionString: pool.options.connectionString })
    await owner.connect()
    const listeners = async () => {
      const { rows } = await owner.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and query = 'listen portreeve_live'`,
      )
      return rows.map(({ pid }) => pid)
    }
    const withinTimeout = { timeout: 10_000 }
    const one = () => vi.waitFor(async () => expect(await listeners()).toHaveLength(1), withinTimeout)
    const live = openLive(s.ctx.database, s.ctx.log)
    const stop = await live.read(['review'], undefined, () => true)
    for (let turn = 0; turn < 3; turn++) {
      await one()
      const [pid] = await listeners()
      await owner.query('select pg_terminate_backend($1)', [pid])
      await vi.waitFor(async () => expect(await listeners()).not.toContain(pid), withinTimeout)
    }
    await one()
    await vi.waitFor(() => expect(pool.totalCount - pool.idleCount).toBe(1), {
      ...withinTimeout,
      interval: 5,
    })
    stop()
    await live.close()
    await owner.end()
  },
  40_000,
)
