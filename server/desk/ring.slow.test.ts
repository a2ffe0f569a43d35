import { api } from '@portreeve/contract'
import type { BulkRow } from '@portreeve/contract/desk/bulk'
import { expect, test, vi } from 'vitest'
import { startWorker } from '../core/operations/worker.ts'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { bulk } = api
const ring = 1000

test('a ring of 1,000 accounts is blocked at once: it shows its progress, can be stopped, continued and undone, and each account has its result', async () => {
  await s.token('moderator')
  await s.query(
    `insert into users (uid, display_name, search_uid, last_ip, search_ip, deleted_at)
     select 'ring-' || n, 'Ring ' || n, 'ring-' || n, '203.0.113.9', '203.0.113.9', null
     from generate_series(1, $1::int) n`,
    [ring],
  )
  const linked = (await s.call('moderator', api.linkedAccounts.get, { params: { uid: 'ring-1' } })).body.data
  const ids = linked.accounts.map(({ uid }) => ({ id: uid }))
  expect([ids.length, linked.links[0]?.uids.length]).toEqual([ring, ring])
  // After the look at the ring, each hundredth account is deleted, and cannot be blocked.
  await s.query("update users set deleted_at = now() where uid like 'ring-%00'")
  const banned = async () =>
    (
      await s.query<{ n: number }>(
        `select count(*)::int as n from users where uid like 'ring-%' and is_banned`,
      )
    )[0]?.n
  const body = { action: 'users.ban', input: { ban_reason: 'A ring' }, rows: { ids } } as const
  const { id } = (await s.call('moderator', bulk.start, { body })).body.data
  const of = { params: { id } }
  const get = async () => (await s.call('moderator', bulk.get, of)).body.data
  const until = (check: (job: Awaited<ReturnType<typeof get>>) => void) =>
    vi.waitFor(async () => check(await get()), { timeout: 120_000, interval: 100 })

  let stopWorker = startWorker(s.ctx)
  await until(({ pending }) => expect(pending).toBeLessThan(ring - 100))
  const stopped = (await s.call('moderator', bulk.stop, of)).body.data
  expect(stopped.state).toBe('stopped')
  await stopWorker()
  const { pending } = await get()
  expect(pending).toBeGreaterThan(0)
  expect(await banned()).toBeGreaterThan(90)

  stopWorker = startWorker(s.ctx)
  await s.call('moderator', bulk.resume, of)
  await until(({ state }) => expect(state).toBe('done'))
  expect(await get()).toMatchObject({ total: ring, done: ring - 10, refused: 10, pending: 0 })
  expect(await banned()).toBe(ring - 10)

  const rows: BulkRow[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const answer = await s.call('moderator', bulk.rows, { ...of, query: cursor ? { cursor } : {} })
    rows.push(...answer.body.data)
    cursor = answer.headers['x-next-cursor'] as string | undefined
    more = cursor !== undefined
  }
  expect(rows).toHaveLength(ring)
  const refused = rows.filter(({ state }) => state === 'refused')
  expect(refused).toHaveLength(10)
  for (const row of refused) expect(row.words).toMatch(/\w/)

  expect((await get()).undo_left_ms).toBeGreaterThan(0)
  expect((await s.call('moderator', bulk.undo, of)).status).toBe(200)
  await until(({ state }) => expect(state).toBe('undone'))
  await stopWorker()
  expect(await banned()).toBe(0)
}, 300_000)
