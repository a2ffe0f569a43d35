import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { BulkJob, BulkRow, BulkStart } from '@portreeve/contract/desk/bulk'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startWorker } from '../core/operations/worker.ts'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { bulk } = api
const of = (id: string) => ({ params: { id } })

const start = (body: BulkStart, as: Role = 'moderator') => s.call(as, bulk.start, { body })
const resolveAll = (total: number): BulkStart => ({
  action: 'userReports.resolve',
  input: {},
  rows: { all: {}, total },
})
const resolve = (...uids: string[]): BulkStart => ({
  action: 'userReports.resolve',
  input: {},
  rows: { ids: uids.map((id) => ({ id })) },
})
const get = async (id: string) => (await s.call('moderator', bulk.get, of(id))).body.data
const rowsOf = async (id: string, state?: BulkRow['state']) =>
  (await s.call('moderator', bulk.rows, { ...of(id), query: state ? { state } : {} })).body.data
const wordsOf = async (id: string, state?: BulkRow['state']) =>
  (await rowsOf(id, state)).map((row) => [row.id, row.state, row.words])

/** Runs a worker until the job has come to a state. */
async function until(id: string, ...states: BulkJob['state'][]): Promise<BulkJob> {
  const stop = startWorker(s.ctx)
  try {
    await expect
      .poll(async () => states.includes((await get(id)).state), { timeout: 120_000, interval: 20 })
      .toBe(true)
  } finally {
    await stop()
  }
  return get(id)
}

/** People with two open reports each, the last with the newest. */
async function reported(prefix: string, count: number) {
  await s.query(
    `insert into users (uid, display_name, search_uid) select $1 || n, 'Person ' || n, $1 || n from generate_series(1, $2::int) n`,
    [prefix, count],
  )
  await s.query(
    `insert into user_reports (id, reporting_uid, created_at)
     select 'r-' || $1 || n || '-' || k, $1 || n, now() + make_interval(secs => n) from generate_series(1, $2::int) n, generate_series(1, 2) k`,
    [prefix, count],
  )
  return Array.from({ length: count }, (_, n) => `${prefix}${n + 1}`)
}
const openOf = async (prefix: string) =>
  (
    await s.query(
      `select distinct reporting_uid as uid from user_reports where status = 'open' and reporting_uid like $1 || '%' order by 1`,
      [prefix],
    )
  ).map(({ uid }) => uid)
const audited = (job: string) =>
  s.query<{ action: string; n: number; subjects: number }>(
    `select action, count(*)::int as n, count(distinct subject_id)::int as subjects from audit
     where request_id = $1 group by action order by action`,
    [job],
  )

beforeAll(async () => {
  for (const role of ['moderator', 'support', 'finance', 'admin'] as const) await s.token(role)
})
beforeEach(async () => {
  for (const table of [
    'bulk_jobs',
    'bulk_rows',
    'held_actions',
    'operations',
    'user_reports',
    'listing_reports',
  ])
    await s.query(`delete from ${table}`)
})
const toldOf = async (id: string) =>
  (await s.query(`select payload from live_events where topic = 'bulk' and payload->>'id' = $1`, [id])).length
afterEach(() => void vi.restoreAllMocks())
afterEach(() =>
  s.query("update staff set role = 'moderator', disabled = false where uid = 'staff-moderator'"),
)

describe('many rows at once', () => {
  test('need the permission of the single call, to start, read and stop', async () => {
    const [one = ''] = await reported('rights-', 1)
    expect((await start(resolve(one), 'finance')).body.error_message).toBe(
      'Your role, finance, may not resolve or ignore reports.',
    )
    const { id } = (await start(resolve(one))).body.data
    for (const call of [bulk.get, bulk.stop] as const)
      expect((await s.call('finance', call, of(id))).body.code).toBe('forbidden')
    expect((await s.call('finance', bulk.rows, { ...of(id), query: {} })).body.code).toBe('forbidden')
    expect((await s.call('support', bulk.get, of(id))).status).toBe(200)
    const matches = { query: { action: 'userReports.resolve' } } as const
    expect((await s.call('finance', bulk.matches, matches)).body.code).toBe('forbidden')
  })

  test('have a result each, an audit row each with the job’s id, and refused ones say why', async () => {
    const [one = '', two = '', gone = ''] = await reported('mixed-', 3)
    await s.query('update users set deleted_at = now() where uid = $1', [gone])
    const { data } = (await start(resolve(one, gone, 'unknown', two, one))).body
    expect(data).toMatchObject({ total: 4, by: { uid: 'staff-moderator', name: 'The moderator' } })
    const job = await until(data.id, 'done')
    expect(job).toMatchObject({ state: 'done', done: 2, refused: 2, undone: 0, pending: 0, words: null })
    expect(await wordsOf(data.id)).toEqual([
      [one, 'done', null],
      [gone, 'refused', 'There is no account with this uid.'],
      ['unknown', 'refused', 'There is no account with this uid.'],
      [two, 'done', null],
    ])
    expect((await rowsOf(data.id, 'refused')).map(({ kind, name }) => [kind, name])).toEqual([
      ['user', 'Person 3'],
      ['user', null],
    ])
    expect(await openOf('mixed-')).toEqual([gone])
    expect(await audited(data.id)).toEqual([{ action: 'userReports.resolve', n: 2, subjects: 2 }])
    expect(
      await s.query("select after from audit where action = 'bulk.start' order by id desc limit 1"),
    ).toEqual([{ after: { job: data.id, action: 'userReports.resolve', rows: 4, input: {} } }])
    expect((await s.call('moderator', bulk.mine, {})).body.data.map(({ id }) => id)).toEqual([data.id])
  })

  test('are all that match, as the list has them, unless more match than the caller saw', async () => {
    const uids = await reported('all-', 5)
    await s.query("update users set deleted_at = now() where uid = 'all-2'")
    const matches = { query: { action: 'userReports.resolve' } } as const
    expect((await s.call('moderator', bulk.matches, matches)).body.data).toEqual({ total: 4 })
    const refused = await start(resolveAll(3))
    expect([refused.body.code, refused.body.error_message]).toEqual([
      'conflict',
      '4 match now, and you saw 3. Nothing was begun.',
    ])
    const { id } = (await start(resolveAll(9))).body.data
    // A report that comes after the start stays open.
    await until(id, 'done')
    expect(await wordsOf(id)).toEqual(
      uids
        .filter((uid) => uid !== 'all-2')
        .reverse()
        .map((uid) => [uid, 'done', null]),
    )
    expect((await start(resolveAll(9))).body.error_message).toBe('Nothing matches any more.')
  })

  test('a report that arrived after it was seen stays open', async () => {
    const [one = ''] = await reported('late-', 1)
    const rows = { ids: [{ id: one, seen: [`r-${one}-1`] }] }
    const { id } = (await start({ action: 'userReports.resolve', input: {}, rows })).body.data
    await until(id, 'done')
    expect(await s.query("select id from user_reports where status = 'open'")).toEqual([{ id: `r-${one}-2` }])
  })

  test('tell pages how far they are, at most twice a second, and always that they have ended', async () => {
    let now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    await reported('still-', 40)
    const atOnce = (await start(resolveAll(40))).body.data
    await until(atOnce.id, 'done')
    expect(await toldOf(atOnce.id)).toBe(1)
    await reported('slow-', 40)
    const slow = (await start(resolveAll(40))).body.data
    const stop = startWorker(s.ctx)
    const later = async () => {
      now += 600
      return (await get(slow.id)).state
    }
    await expect.poll(later, { interval: 20 }).toBe('done')
    await stop()
    expect(await toldOf(slow.id)).toBeGreaterThan(1)
  })

  test('are stopped and continued by their starter', async () => {
    await reported('stop-', 60)
    const { id } = (await start(resolveAll(60))).body.data
    const stopped = (await s.call('support', bulk.stop, of(id))).body.data
    expect(stopped.state).toBe('stopped')
    expect(stopped.pending).toBeGreaterThan(0)
    const worker = startWorker(s.ctx)
    await s.query("update operations set due_at = now() - interval '1 second' where kind = 'bulk'")
    await expect
      .poll(() => s.query("select state from operations where kind = 'bulk'"))
      .toEqual([{ state: 'done' }])
    await worker()
    expect((await get(id)).pending).toBe(stopped.pending)
    expect((await s.call('moderator', bulk.stop, of(id))).body.error_message).toBe(
      'This job does not run any more.',
    )
    expect((await s.call('support', bulk.resume, of(id))).body.error_message).toBe(
      'The moderator started this. Only they or an admin can continue or undo it.',
    )
    await s.call('moderator', bulk.resume, of(id))
    expect(await until(id, 'done')).toMatchObject({ done: 60, pending: 0 })
    expect(await audited(id)).toEqual([{ action: 'userReports.resolve', n: 60, subjects: 60 }])
    expect((await s.call('moderator', bulk.resume, of(id))).body.code).toBe('conflict')
  })

  test.each([
    ["role = 'finance'", 'Your role, finance, may not resolve or ignore reports.'],
    ['disabled = true', 'Its starter is no longer on the staff.'],
  ])('stop when their starter has %s, and go on when that ends', async (change, words) => {
    await reported('lost-', 60)
    const { id } = (await start(resolveAll(60))).body.data
    await s.query(`update staff set ${change} where uid = 'staff-moderator'`)
    const stop = startWorker(s.ctx)
    await expect
      .poll(() => s.query('select state, words from bulk_jobs'))
      .toEqual([{ state: 'stopped', words }])
    await stop()
    await s.query("update staff set role = 'moderator', disabled = false where uid = 'staff-moderator'")
    expect((await get(id)).pending).toBeGreaterThan(0)
    await s.call('moderator', bulk.resume, of(id))
    expect(await until(id, 'done')).toMatchObject({ done: 60, refused: 0, words: null })
    await s.query("delete from user_reports where reporting_uid like 'lost-%'")
    await s.query("delete from users where uid like 'lost-%'")
  })

  test('go on with another worker, each row once', async () => {
    await reported('many-', 120)
    const { id } = (await start(resolveAll(120))).body.data
    const [first, second] = [startWorker(s.ctx), startWorker(s.ctx)]
    await expect.poll(async () => (await get(id)).pending, { interval: 5 }).toBeLessThan(110)
    // As a killed process leaves it: what it had taken stays leased.
    await Promise.all([first(0), second(0)])
    await s.query(
      "update operations set due_at = now() - interval '1 second' where state = 'pending' and kind = 'bulk'",
    )
    expect(await until(id, 'done')).toMatchObject({ done: 120, refused: 0 })
    expect(await audited(id)).toEqual([{ action: 'userReports.resolve', n: 120, subjects: 120 }])
    expect(await s.query('select count(*)::int as n from held_actions')).toEqual([{ n: 120 }])
  })

  test('are read 200 at a time, and name no one that does not exist', async () => {
    const { id } = (await start(resolve('nobody'))).body.data
    await s.query(
      `insert into bulk_rows (job_id, at, subject_kind, subject_id) select $1, n, 'user', 'p' || n from generate_series(2, 250) n`,
      [id],
    )
    const first = await s.call('moderator', bulk.rows, { ...of(id), query: {} })
    const cursor = String(first.headers['x-next-cursor'])
    const second = await s.call('moderator', bulk.rows, { ...of(id), query: { cursor } })
    expect([...first.body.data, ...second.body.data].map(({ at }) => at)).toEqual(
      Array.from({ length: 250 }, (_, n) => n + 1),
    )
    expect(second.headers['x-next-cursor']).toBeUndefined()
  })

  test('wait while the audit cannot be written', async () => {
    const [one = ''] = await reported('audit-', 1)
    await s.asOwner(
      "create function portreeve_test_fail() returns trigger language plpgsql as $$ begin raise 'no' using errcode = '23514'; end $$",
    )
    await s.asOwner(
      "create trigger test_fail before insert on audit for each row when (new.action = 'userReports.resolve') execute function portreeve_test_fail()",
    )
    const { id } = (await start(resolve(one))).body.data
    expect(await get(id)).toMatchObject({ state: 'running', done: 0, refused: 0, pending: 1 })
    expect(await openOf('audit-')).toEqual([one])
    await s.asOwner('drop trigger test_fail on audit')
    await s.query("update operations set due_at = now() - interval '1 second' where kind = 'bulk'")
    expect(await until(id, 'done')).toMatchObject({ done: 1 })
  })
})

describe('an undo', () => {
  test('restores all that a job has done, for ten seconds after its end, and no one sees the rows as actions of their own', async () => {
    const uids = await reported('undo-', 30)
    const { id } = (await start(resolveAll(30))).body.data
    const done = await until(id, 'done')
    expect(done.undo_left_ms).toBeGreaterThan(0)
    expect((await s.call('support', bulk.get, of(id))).body.data.undo_left_ms).toBeNull()
    expect((await s.call('moderator', api.held.mine, {})).body.data).toEqual([])
    expect((await s.call('support', bulk.undo, of(id))).body.code).toBe('refused')
    await s.call('moderator', bulk.undo, of(id))
    expect(await until(id, 'undone')).toMatchObject({ done: 0, undone: 30, undo_left_ms: null })
    expect(await openOf('undo-')).toHaveLength(uids.length)
    expect(await audited(id)).toEqual([
      { action: 'held.undo', n: 30, subjects: 30 },
      { action: 'userReports.resolve', n: 30, subjects: 30 },
    ])
    expect((await s.call('moderator', bulk.undo, of(id))).body.code).toBe('conflict')
  })

  test('is refused when the time is over, and the rows are final then', async () => {
    await reported('final-', 3)
    const { id } = (await start(resolveAll(3))).body.data
    await until(id, 'done')
    await s.query("update bulk_jobs set ended_at = now() - interval '11 seconds'")
    await s.query("update operations set due_at = now() - interval '1 second' where kind = 'held.apply'")
    expect((await s.call('moderator', bulk.undo, of(id))).body.error_message).toBe(
      'This job cannot be undone any more. It is final now.',
    )
    const stop = startWorker(s.ctx)
    await expect
      .poll(() => s.query('select applied_at is not null as applied from held_actions'))
      .toEqual(Array(3).fill({ applied: true }))
    await stop()
  })

  test('stops a running job: rows that waited are not done, and those that are final are kept', async () => {
    const uids = await reported('half-', 8)
    const { id } = (await start(resolve(...uids.slice(0, 5)))).body.data
    expect((await get(id)).done).toBe(5)
    // As it is in the middle of a longer list.
    await s.query("update bulk_jobs set state = 'running', ended_at = null")
    await s.query(
      `insert into bulk_rows (job_id, at, subject_kind, subject_id) select $1, n, 'user', 'half-' || n from generate_series(6, 8) n`,
      [id],
    )
    await s.query(
      "update operations set state = 'done' where id in (select operation_id from held_actions where subject_id = 'half-3')",
    )
    await s.call('moderator', bulk.undo, of(id))
    expect(await until(id, 'undone')).toMatchObject({ done: 1, refused: 0, undone: 4, pending: 3 })
    expect(await wordsOf(id, 'kept')).toEqual([
      ['half-3', 'kept', 'This can be undone for 10 seconds. After that it is taken back with a reason.'],
    ])
    expect(await openOf('half-')).toEqual(uids.filter((uid) => uid !== 'half-3'))
    expect((await s.call('moderator', bulk.resume, of(id))).body.code).toBe('conflict')
  })
})

test('the desk counts the decisions of a job for its starter', async () => {
  const uids = await reported('decided', 2)
  await s.query('delete from desk_moves')
  await s.query('delete from desk_days')
  const { id } = (await start(resolve(...uids))).body.data
  await until(id, 'done')
  await s.query('select portreeve_desk_fold(1000)')
  expect(await s.query('select by, sum(n)::int as n from desk_days where bucket >= 0 group by by')).toEqual([
    { by: 'staff-moderator', n: 2 },
  ])
})
