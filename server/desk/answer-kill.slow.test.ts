import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../core/database/db.ts'
import { polling, useKilledServer } from '../testing/killing.ts'

const people = 1000
type Job = { id: string; state: string; pending: number }
let remove: () => Promise<unknown> = async () => {}
afterAll(() => remove())

test('a bulk answer goes on after each kill -9: each person has it once', async () => {
  const { where, base, start, change, crash, token: signIn, end } = await useKilledServer()
  remove = end
  await change(
    `insert into users (uid, search_uid, display_name) select 'p' || n, 'p' || n, 'Person ' || n from generate_series(1, ${people}) n`,
    `insert into conversations (id, conversations_messages_id, date) select 'c' || n, 'c' || n, now() from generate_series(1, ${people}) n`,
    `insert into messages (id, conversation_id, sender_id, text, date) select 'm' || n, 'c' || n, 'p' || n, 'Down?', now() from generate_series(1, ${people}) n`,
    `insert into conversation_members (conversation_id, uid, name, position)
     select 'c' || n, 'p' || n, 'Person ' || n, 0 from generate_series(1, ${people}) n union all
     select 'c' || n, 'support', 'Support', 1 from generate_series(1, ${people}) n`,
  )
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
  await start()
  token = await signIn()
  const begun = await call('', {
    action: 'inbox.answer',
    input: { text: 'Dear {{name}}, it works again.', actions: { close: true } },
    rows: { all: {}, total: people },
  })
  const id = begun?.id
  // While the job waits before its first message; then the wait is over.
  await crash()
  // The token stays valid: its key is in the database. A server that has just started may be too busy to answer.
  for (const until of [650, 300, 0]) {
    await start()
    const isReached = (job: Job | null) => job && (until === 0 ? job.state === 'done' : job.pending <= until)
    await expect.poll(async () => isReached(await call(`/${id}`)), polling).toBe(true)
    await crash()
  }

  const after = await openDatabase(where)
  const one = async (query: string) => (await after.pool.query(query)).rows
  expect(
    await one(
      `select count(*)::int as n, count(distinct conversation_id)::int as people, count(distinct text)::int as texts
       from messages where sender_id = 'support'`,
    ),
  ).toEqual([{ n: people, people, texts: people }])
  expect(await one('select state, count(*)::int as n from bulk_rows group by state')).toEqual([
    { state: 'done', n: people },
  ])
  expect(
    await one(
      `select count(*)::int as n, count(distinct subject_id)::int as people from audit where action = 'inbox.answer' and request_id = '${id}'`,
    ),
  ).toEqual([{ n: people, people }])
  expect(
    await one(
      "select count(*)::int as n, count(distinct data ->> 'message_id')::int as messages from events where type = 'message.sent'",
    ),
  ).toEqual([{ n: people, messages: people }])
  expect(await one("select count(*)::int as n from conversation_states where state = 'closed'")).toEqual([
    { n: people },
  ])
  await after.close()
  // Starts a whole server four times, which is slow on a busy machine.
}, 600_000)
