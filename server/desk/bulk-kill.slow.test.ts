import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../core/database/db.ts'
import { polling, useKilledServer } from '../testing/killing.ts'

// `.ci/run` runs it on the embedded database too, which ends with the server: its rows, results and audit are one transaction.

const people = 400
type Job = { id: string; state: string; pending: number }
let remove: () => Promise<unknown> = async () => {}
afterAll(() => remove())

test('a job goes on after each kill -9: every row has one result, one audit row and its effect', async () => {
  const { where, base, start, change, crash, token: signIn, end } = await useKilledServer()
  remove = end
  await change(
    `insert into users (uid, search_uid, deleted_at) select 'p' || n, 'p' || n, case when n % 50 = 0 then now() end
     from generate_series(1, ${people}) n`,
    `insert into user_reports (id, reporting_uid, created_at) select 'r' || n, 'p' || n, now() from generate_series(1, ${people}) n`,
  )

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
    return ((await answer.json()) as { data: Job | null }).data
  }
  // Two kills, while a job has rows left. A server that has just started may be too busy to answer.
  for (const until of [300, 150, 0]) {
    await start()
    token ||= await signIn()
    if (id === '') {
      const ids = Array.from({ length: people }, (_, n) => ({ id: `p${n + 1}` }))
      id = (await call('', { action: 'userReports.resolve', input: {}, rows: { ids } }))?.id ?? ''
    }
    const isReached = (job: Job | null) => job && (until === 0 ? job.state === 'done' : job.pending <= until)
    await expect.poll(async () => isReached(await call(`/${id}`)), polling).toBe(true)
    await crash()
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
