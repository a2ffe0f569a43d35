import { api } from '@portreeve/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import { startWorker } from '../core/worker.ts'
import { useServer } from './harness.ts'

const s = useServer()
beforeAll(async () => {
  await s.token('moderator')
})

const begin = (uids: string[], as: 'moderator' | 'finance' = 'moderator') =>
  s.call(as, api.users.banMany, { body: { uids, ban_reason: ' A ring ' } })
const job = async (id: string) => (await s.call('moderator', api.users.banJob, { params: { id } })).body.data
const undo = (id: string) => s.call('moderator', api.users.undoBanMany, { params: { id } })
const states = async (id: string) => (await job(id)).results.map(({ uid, state }) => [uid, state])

/** Runs a worker until the job has no account left that waits. */
async function work(id: string) {
  const stop = startWorker(s.ctx)
  await vi.waitFor(async () => expect((await job(id)).pending).toBe(0), { timeout: 60_000, interval: 20 })
  await stop()
}

const people = async (prefix: string, count: number) => {
  await s.query(
    `insert into users (uid, search_uid) select $1 || n, $1 || n from generate_series(1, $2::int) n`,
    [prefix, count],
  )
  return Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`)
}

test('each account has a result, a reason and an audit row; those that may not be blocked say why', async () => {
  const [one = '', two = '', gone = ''] = await people('ring-', 3)
  await s.addUser({ uid: 'staff-moderator' })
  await s.query('update users set is_banned = true where uid = $1', [gone])
  expect((await begin([one], 'finance')).status).toBe(403)
  const { body } = await begin([one, 'staff-moderator', gone, 'nobody', two, one])
  expect(body.data.pending).toBe(5)
  await work(body.data.id)
  expect((await job(body.data.id)).results).toEqual([
    { uid: one, state: 'blocked', words: null },
    { uid: 'staff-moderator', state: 'refused', words: "You can't block yourself" },
    { uid: gone, state: 'refused', words: 'This account is already blocked.' },
    { uid: 'nobody', state: 'refused', words: 'There is no account with this uid.' },
    { uid: two, state: 'blocked', words: null },
  ])
  const reasons = await s.call('moderator', api.users.banReasons, { params: { uid: one } })
  expect(reasons.body.data).toMatchObject([{ reason: 'A ring', actor: 'The moderator' }])
  expect(
    await s.query("select subject_id, actor_uid from audit where action = 'users.ban' order by subject_id"),
  ).toEqual([one, two].map((subject_id) => ({ subject_id, actor_uid: 'staff-moderator' })))
})

test('a job is undone: what waits is not blocked, what was blocked is unblocked, unless it was blocked again', async () => {
  const [one = '', two = '', three = ''] = await people('undo-', 3)
  const { id } = (await begin([one, two])).body.data
  await work(id)
  for (const call of [api.users.unban, api.users.ban] as const)
    await s.call(
      'moderator',
      call as typeof api.users.ban,
      {
        params: { uid: two },
        ...(call === api.users.ban && { query: {}, body: { ban_reason: 'By hand' } }),
      } as never,
    )
  expect((await undo(id)).body.data.pending).toBe(2)
  await undo(id)
  await work(id)
  expect((await job(id)).results).toEqual([
    { uid: one, state: 'unblocked', words: null },
    { uid: two, state: 'blocked', words: 'This account was blocked again since.' },
  ])

  const waiting = (await begin([three])).body.data
  await undo(waiting.id)
  await work(waiting.id)
  expect((await job(waiting.id)).results).toEqual([
    { uid: three, state: 'refused', words: 'Not blocked: the job was stopped.' },
  ])
  expect(await s.query('select is_banned from users where uid = $1', [three])).toEqual([{ is_banned: false }])
})

test('a job is its starter’s alone, and ends when they may no longer block', async () => {
  const [one = ''] = await people('late-', 1)
  const { id } = (await begin([one])).body.data
  expect((await s.call('support', api.users.banJob, { params: { id } })).status).toBe(404)
  await s.query("update staff set role = 'finance' where uid = 'staff-moderator'")
  const stop = startWorker(s.ctx)
  await vi.waitFor(async () =>
    expect(await s.query('select state from operations where subject_id = $1', [one])).toEqual([
      { state: 'failed' },
    ]),
  )
  await stop()
  await s.query("update staff set role = 'moderator' where uid = 'staff-moderator'")
  expect(await states(id)).toEqual([[one, 'refused']])
})

test('a job of 300 goes on with another worker, and blocks each account once', async () => {
  const uids = await people('many-', 300)
  const { id } = (await begin(uids)).body.data
  const first = startWorker(s.ctx)
  await vi.waitFor(async () => expect((await job(id)).pending).toBeLessThan(290), {
    timeout: 60_000,
    interval: 5,
  })
  // As a killed process leaves it: what it had taken stays leased.
  await first(0)
  expect((await job(id)).pending).toBeGreaterThan(0)
  await s.query("update operations set due_at = now() where state = 'pending'")
  await work(id)
  expect(new Set((await states(id)).map(([, state]) => state))).toEqual(new Set(['blocked']))
  const counted = await s.query(
    "select count(*)::int as n from ban_reasons where uid like 'many-%' union all select count(*)::int from audit where action = 'users.ban' and subject_id like 'many-%'",
  )
  expect(counted).toEqual([{ n: 300 }, { n: 300 }])
})

test('at most 1,000 accounts, and at least one', async () => {
  for (const uids of [[], Array.from({ length: 1001 }, (_, n) => `x${n}`)])
    expect((await begin(uids)).body.code).toBe('malformed')
})
