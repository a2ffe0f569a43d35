import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../core/database/db.ts'
import { kill, useKilledServer } from '../testing/killing.ts'

const people = 400
const kills = 2
let remove: () => Promise<unknown> = async () => {}
afterAll(() => remove())

test('a job goes on after each kill -9: every row has one result, one audit row and its effect', async () => {
  const { where, base, start, token: signIn, end } = await useKilledServer()
  remove = end
  const setUp = await openDatabase(where, { timeout: 60_000 })
  await setUp.pool.query(
    `insert into users (uid, search_uid, deleted_at) select 'p' || n, 'p' || n, case when n % 50 = 0 then now() end
     from generate_series(1, $1::int) n`,
    [people],
  )
  await setUp.pool.query(
    `insert into user_reports (id, reporting_uid, created_at) select 'r' || n, 'p' || n, now() from generate_series(1, $1::int) n`,
    [people],
  )
  await setUp.close()

  let id = ''
  let token = ''
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${base}/v1/admin/bulk_jobs${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-api-key': 'key',
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return ((await answer.json()) as { data: { id: string; state: string; pending: number } }).data
  }
  for (let round = 0; round <= kills; round++) {
    const server = await start()
    token = await signIn()
    if (round === 0) {
      const ids = Array.from({ length: people }, (_, n) => ({ id: `p${n + 1}` }))
      id = (await call('', { action: 'userReports.resolve', input: {}, rows: { ids } })).id
    }
    const before = (await call(`/${id}`)).pending
    const until = round === kills ? 0 : before - people / (kills + 2)
    for (let job = await call(`/${id}`); job.pending > until || (until === 0 && job.state !== 'done'); )
      job = await call(`/${id}`)
    await kill(server)
  }

  const after = await openDatabase(where)
  const one = async (query: string) => (await after.pool.query(query)).rows
  expect(await one('select state, count(*)::int as n from bulk_rows group by state order by state')).toEqual([
    { state: 'done', n: 392 },
    { state: 'refused', n: 8 },
  ])
  expect(
    await one(
      `select count(*)::int as n, count(distinct subject_id)::int as people from audit where action = 'userReports.resolve' and request_id = '${id}'`,
    ),
  ).toEqual([{ n: 392, people: 392 }])
  expect(await one("select count(*)::int as n from user_reports where status = 'resolved'")).toEqual([
    { n: 392 },
  ])
  expect(
    await one('select count(*)::int as n, count(distinct subject_id)::int as people from held_actions'),
  ).toEqual([{ n: 392, people: 392 }])
  await after.close()
  // Starts a whole server three times, which is slow on a busy machine.
}, 300_000)
