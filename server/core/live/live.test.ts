import type { AddressInfo } from 'node:net'
import { api } from '@portreeve/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { app } from '../../app.ts'
import { apiKey, useServer } from '../../testing/harness.ts'
import { orderRestored } from '../database/db.ts'
import { publishAll } from './live.ts'

const s = useServer()
let base = ''
const closing: (() => void)[] = []

interface Seen {
  id: string
  topic: string
  data: Record<string, unknown>
}

/** A page that subscribes as the console does. */
async function open(path: string, headers: Record<string, string> = {}, at = base) {
  const ended = new AbortController()
  closing.push(() => ended.abort())
  const answer = await fetch(`${at}${path}`, {
    headers: { 'x-api-key': apiKey, authorization: `Bearer ${await s.token('support')}`, ...headers },
    signal: ended.signal,
  })
  const seen: Seen[] = []
  let notify = () => {}
  let over = false
  const read = async () => {
    if (!answer.body) return
    let text = ''
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(part) ?? []
        if (id && data) seen.push({ id, ...JSON.parse(data) })
      }
      notify()
    }
  }
  const reading = answer.ok
    ? read()
        .catch(() => {})
        .finally(() => {
          over = true
          notify()
        })
    : undefined
  return {
    answer,
    seen,
    words: () => seen.map(({ data }) => data.n),
    reading,
    close: () => ended.abort(),
    /** Waits for this number of events. */
    until: async (amount: number) => {
      while (seen.length < amount && !over) await new Promise<void>((done) => (notify = done))
      return seen
    },
  }
}

const say = (n: unknown, topic = 'review', seconds: number | undefined = 60) =>
  publishAll(s.ctx.database.db, [[topic, { n }, seconds]])

beforeAll(async () => {
  await s.token('support')
  await s.server.listen({ port: 0, host: '127.0.0.1' })
  base = `http://127.0.0.1:${(s.server.server.address() as AddressInfo).port}`
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await s.query('delete from live_events')
})

test('a stream needs key, token and permission; unknown topics and invalid positions are refused with a message', async () => {
  const refused = async (path: string, headers: Record<string, string>) => {
    const { answer } = await open(path, headers)
    return [answer.status, ((await answer.json()) as { error_message: string }).error_message]
  }
  expect((await refused('/v1/realtime/review', { 'x-api-key': 'x' }))[0]).toBe(401)
  expect((await refused('/v1/realtime/review', { authorization: '' }))[0]).toBe(401)
  expect(await refused('/v1/realtime/nothing', {})).toEqual([404, 'There is no such live topic.'])
  expect((await refused('/v1/realtime?topic=review&topic=nothing', {}))[0]).toBe(404)
  expect((await refused('/v1/realtime', {}))[1]).toBe("The query needs 'topic', once or up to 20 times.")
  expect((await refused('/v1/realtime?topics=review', {}))[0]).toBe(400)
  expect((await refused('/v1/realtime/review', { 'last-event-id': 'x' }))[0]).toBe(400)
})

test('a caller has at most 20 open streams per process; colleagues are not affected, and a closed page frees one', async () => {
  const pages = await Promise.all(Array.from({ length: 20 }, () => open('/v1/realtime/review')))
  expect(pages.map(({ answer }) => answer.status)).toEqual(Array(20).fill(200))
  const { answer } = await open('/v1/realtime/review')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '2'])
  expect(await answer.json()).toMatchObject({
    code: 'too_many',
    error_message: 'You have 20 pages open that receive live updates. Close some of them.',
  })
  const colleague = await open('/v1/realtime/review', { authorization: `Bearer ${await s.token('admin')}` })
  expect(colleague.answer.status).toBe(200)
  pages[0]?.close()
  // The server notices the closed connection by itself.
  await expect.poll(async () => (await open('/v1/realtime/review')).answer.status).toBe(200)
})

test('every subscribed page receives a topic’s events, in order, and no other topics', async () => {
  const pages = await Promise.all([open('/v1/realtime/review'), open('/v1/realtime?topic=review')])
  expect(pages[0]?.answer.headers.get('content-type')).toContain('text/event-stream')
  await say('not for review', 'another')
  for (let n = 0; n < 20; n++) await say(n)
  for (const page of pages) {
    await page.until(20)
    expect(page.words()).toEqual(Array.from({ length: 20 }, (_, n) => n))
    expect(page.seen.every(({ topic }) => topic === 'review')).toBe(true)
  }
})

test('a refused call publishes nothing, a successful one to all pages', async () => {
  await s.addUser({ uid: 'sam' })
  const page = await open('/v1/realtime/review')
  const markLooking = (id: string) =>
    s.call('admin', api.review.look, { body: { page: 'p1', case: { kind: 'listing', id } } })
  expect((await s.call('admin', api.posts.approve, { params: { id: 'none' } })).status).toBe(404)
  expect((await markLooking('a')).status).toBe(200)
  const [first] = await page.until(1)
  expect(first?.data).toEqual({
    what: 'looking',
    page: 'p1',
    uid: 'staff-admin',
    name: 'The admin',
    case: { kind: 'listing', id: 'a' },
  })
  // "Is looking at it" changes no record and leaves no audit row.
  expect(await s.query("select 1 from audit where action = 'review.look'")).toEqual([])
  const odd = await s.call('admin', api.review.look, { body: { page: '', case: null } })
  expect(odd.status).toBe(400)
})

test('a page gets the notifications that its role may see', async () => {
  const page = await open('/v1/realtime/notifications/staff-support')
  const notice = (kind: string, id: string) => ({ what: 'assigned', kind, id, by: null, name: null })
  await publishAll(s.ctx.database.db, [
    ['notifications/staff-support', notice('webhook_endpoint', 'secret')],
    ['notifications/staff-support', notice('conversation', 'c1')],
    ['notifications/staff-support', { what: 'read' }],
  ])
  await page.until(2)
  expect(page.seen.map(({ data }) => data.id ?? data.what)).toEqual(['c1', 'read'])
})

test('a page that reconnects resumes at its position: each event exactly once', async () => {
  const first = await open('/v1/realtime/review')
  for (let n = 0; n < 5; n++) await say(n)
  const seen = await first.until(5)
  first.close()
  // More than one read returns.
  await s.query(
    `insert into live_events (topic, payload) select 'review', jsonb_build_object('n', n) from generate_series(5, 699) n`,
  )
  const again = await open('/v1/realtime/review', { 'last-event-id': seen[4]?.id ?? '' })
  await say(700)
  await again.until(696)
  expect(again.words()).toEqual(Array.from({ length: 696 }, (_, at) => at + 5))
})

test('a new page receives events that still apply, not expired ones', async () => {
  await say('over', 'review', 0)
  await say('still', 'review', 60)
  await publishAll(s.ctx.database.db, [['review', { n: 'for good' }, null]])
  const page = await open('/v1/realtime/review')
  await say('now')
  await page.until(3)
  expect(page.words()).toEqual(['still', 'for good', 'now'])
})

test('events of transactions that commit out of order are all received', async () => {
  const page = await open('/v1/realtime/review')
  await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      s.ctx.database.db.transaction(async (tx) => {
        await publishAll(tx, [['review', { n: at }, 60]])
        if (at % 3 === 0) await publishAll(tx, [['review', { n: at + 1000 }, 60]])
      }),
    ),
  )
  await page.until(80)
  expect(new Set(page.words()).size).toBe(80)
  expect(page.seen).toHaveLength(80)
})

test('pages of another process receive events too', async () => {
  // A second server on the same database, as behind a load balancer.
  const other = await app(s.ctx)
  await other.listen({ port: 0, host: '127.0.0.1' })
  try {
    const at = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`
    const page = await open('/v1/realtime/review', {}, at)
    await s.call('admin', api.review.look, { body: { page: 'p2', case: null } })
    const [seen] = await page.until(1)
    expect(seen?.data).toMatchObject({ page: 'p2', case: null })
  } finally {
    await other.close()
  }
})

test('open streams end when the server stops, and do not delay it', async () => {
  const other = await app(s.ctx)
  await other.listen({ port: 0, host: '127.0.0.1' })
  const page = await open(
    '/v1/realtime/review',
    {},
    `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`,
  )
  await other.close()
  await page.reading
  expect(page.seen).toEqual([])
})

test('a page that missed more than one batch receives all of it in order; other pages stay connected', async () => {
  const own = 'conversationUpdates/staff-support'
  const other = await open(`/v1/realtime/${own}`)
  const large = 'x'.repeat(500_000)
  const rounds = 30
  const start = await open('/v1/realtime/review')
  await say(0, 'review')
  const [first] = await start.until(1)
  start.close()
  for (let n = 1; n <= rounds; n++) await publishAll(s.ctx.database.db, [['review', { n, large }, 600]])
  let last = first?.id ?? ''
  const got: unknown[] = []
  let connections = 0
  while (got.length < rounds) {
    const back = await open('/v1/realtime/review', { 'last-event-id': last })
    connections++
    const seen = await back.until(rounds - got.length)
    got.push(...back.words())
    last = seen.at(-1)?.id ?? last
    back.close()
  }
  expect(got).toEqual(Array.from({ length: rounds }, (_, at) => at + 1))
  expect(connections).toBeGreaterThan(1)
  await say('still here', own)
  expect((await other.until(1)).map(({ data }) => data.n)).toEqual(['still here'])
})

test('a page with a position ahead of a restored database receives events that still apply, and all new ones', async () => {
  await say('before')
  const page = await open('/v1/realtime/review', { 'last-event-id': '999999999999-7' })
  await page.until(1)
  await say('after')
  await page.until(2)
  expect(page.words()).toEqual(['before', 'after'])
})

test('a start moves events with larger numbers of another server into this one’s order', async () => {
  await s.query(
    `insert into live_events (xid, topic, payload, until) values
      ('999999999999', 'review', '{"n": "restored"}', now() + interval '1 minute')`,
  )
  await orderRestored(s.ctx.database.pool)
  const page = await open('/v1/realtime/review')
  await page.until(1)
  await say('next')
  await page.until(2)
  expect(page.words()).toEqual(['restored', 'next'])
})
