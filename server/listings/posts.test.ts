import { api } from '@portreeve/contract'
import type { ReviewEvent } from '@portreeve/contract/listings/review'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { addListing, plain } from '../testing/reviewing.ts'

const s = useServer()
const of = (uid: string) => ({ params: { uid } })
const post = (id: string) => ({ params: { id } })
const deny = (id: string, message = 'Not allowed here.') => ({ ...post(id), body: { message } })
const pending = async () => (await s.call('moderator', api.posts.pending, {})).body.data.wts
const events = async (id: string) =>
  (
    await s.query<{ payload: ReviewEvent }>(
      "select payload from live_events where topic = 'review' and payload->'case'->>'id' = $1 order by id",
      [id],
    )
  ).map(({ payload }) => payload)

beforeAll(async () => {
  for (const uid of ['ana', 'empty', 'sam']) await s.addUser({ uid })
})

test('every call needs a sign-in; finance and support read, and do not delete', async () => {
  for (const endpoint of [api.posts.ofUser, api.posts.deniedOfUser])
    expect((await s.call(undefined, endpoint, of('ana'))).status).toBe(401)
  expect((await s.call(undefined, api.posts.pending, {})).status).toBe(401)
  expect((await s.call(undefined, api.posts.remove, post('x'))).status).toBe(401)
  for (const role of ['support', 'finance'] as const) {
    expect((await s.call(role, api.posts.ofUser, of('ana'))).status).toBe(200)
    expect((await s.call(role, api.posts.remove, post('x'))).body.error_message).toBe(
      `Your role, ${role}, may not delete a listing.`,
    )
  }
})

describe('listings of a person', () => {
  beforeAll(async () => {
    await s.query(`insert into posts (key, title, creator_uid, review_state, creation_date, creation_date_time, location, post_type)
      select 'p' || i, 'Title ' || i, 'ana', case when i <= 2 then 'denied' else 'approved' end,
        case when i = 3 then 'no date' else '2026-01-01' end,
        case when i = 3 then null else '2026-01-01'::timestamptz + make_interval(mins => i) end,
        '{"lat": 1, "lon": 2}', i % 2 from generate_series(1, 452) i`)
    await s.make.listing({ creatorUID: 'ana', deleted_at: new Date().toISOString() })
  })

  test('[API-19] [ENT-20] newest first, 200 at a time by cursor, each exactly once, with the true total', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    for (let turn = 0; turn < 3; turn++) {
      const answer = await s.call('support', api.posts.ofUser, {
        ...of('ana'),
        query: cursor ? { cursor } : {},
      })
      expect(answer.headers['x-total-count']).toBe('450')
      seen.push(...answer.body.data.map((post) => post.key))
      cursor = answer.headers['x-next-cursor'] as string | undefined
      expect(answer.headers['x-more']).toBe(turn < 2 ? 'true' : undefined)
    }
    expect(seen).toEqual([...Array.from({ length: 449 }, (_, i) => `p${452 - i}`), 'p3'])
  })

  test('[API-20] denied listings are separate; a person without listings gets an empty list, an unknown person 404, an invalid cursor 400', async () => {
    const denied = await s.call('support', api.posts.deniedOfUser, of('ana'))
    expect(denied.body.data.map((post) => post.key)).toEqual(['p2', 'p1'])
    expect((await s.call('support', api.posts.ofUser, of('empty'))).body.data).toEqual([])
    expect((await s.call('support', api.posts.ofUser, of('nobody'))).status).toBe(404)
    expect((await s.call('support', api.posts.ofUser, { ...of('ana'), query: { cursor: 'x' } })).status).toBe(
      400,
    )
  })

  test('[API-21] a deleted listing is gone, audited, and cannot be deleted again; support may not delete', async () => {
    const params = { id: 'p5' }
    expect((await s.call('support', api.posts.remove, { params })).status).toBe(403)
    expect((await s.call('moderator', api.posts.remove, { params })).body).toEqual({
      status_code: 1,
      data: null,
    })
    expect((await s.call('moderator', api.posts.remove, { params })).status).toBe(404)
    expect((await s.call('support', api.posts.ofUser, of('ana'))).headers['x-total-count']).toBe('449')
    expect(await s.query("select action, before from audit where subject_id = 'p5'")).toEqual([
      { action: 'posts.remove', before: { key: 'p5', title: 'Title 5', creatorUID: 'ana' } },
    ])
  })
})

describe('listings that wait for review', () => {
  test('[API-49] [ENT-53] [ENT-54] [ENT-55] [ENT-56] [ENT-57] [ENT-58] [ENT-59] [ENT-60] [ENT-61] [ENT-62] [ENT-63] pending listings with all their fields, longest waiting first', async () => {
    await addListing(s, 'late', { creationDate: '2026-03-01T00:00:00.000Z' })
    await addListing(s, 'early')
    await addListing(s, 'judged', { review_state: 'approved' })
    await addListing(s, 'deleted')
    await s.call('admin', api.posts.remove, post('deleted'))
    const answer = await s.call('support', api.posts.pending, {})
    expect(answer.headers['x-total-count']).toBe('2')
    expect(answer.body.data.wts.map(({ key }) => key)).toEqual(['early', 'late'])
    const only = async (id: string) =>
      (await s.call('support', api.posts.pending, { query: { id } })).body.data.wts.map(({ key }) => key)
    expect([await only('late'), await only('judged'), await only('deleted')]).toEqual([['late'], [], []])
    expect(answer.body.data.wts[0]).toEqual({
      ...plain,
      key: 'early',
      review_state: 'pending',
      review_message: null,
      version: 1,
    })
    expect(await events('deleted')).toMatchObject([{ what: 'gone', case: { kind: 'listing' } }])
  })

  test('[API-50] [REV-39] an approved listing is no longer pending, is audited, and is published', async () => {
    await addListing(s, 'good')
    const answer = await s.call('moderator', api.posts.approve, post('good'), { 'if-match': '"1"' })
    expect(answer.body.data).toMatchObject({ decision: 'approved', version: 2 })
    expect((await pending()).map(({ key }) => key)).not.toContain('good')
    const theirs = await s.call('moderator', api.posts.ofUser, { params: { uid: 'sam' } })
    expect(theirs.body.data.find(({ key }) => key === 'good')).toMatchObject({ review_state: 'approved' })
    expect(await s.query("select action, actor_uid, after from audit where subject_id = 'good'")).toEqual([
      { action: 'posts.approve', actor_uid: 'staff-moderator', after: { state: 'approved', version: 2 } },
    ])
    expect(await events('good')).toMatchObject([
      { what: 'decided', decision: 'approved', version: 2, name: 'The moderator' },
    ])
  })

  test('[API-51] [REV-39] a denied listing is under denied, with its message', async () => {
    await addListing(s, 'bad')
    expect((await s.call('moderator', api.posts.deny, deny('bad'))).body.data.decision).toBe('denied')
    expect((await pending()).map(({ key }) => key)).not.toContain('bad')
    const denied = await s.call('moderator', api.posts.deniedOfUser, { params: { uid: 'sam' } })
    expect(denied.body.data.find(({ key }) => key === 'bad')).toMatchObject({
      review_message: 'Not allowed here.',
    })
    expect(await s.query("select reason from audit where subject_id = 'bad'")).toEqual([
      { reason: 'Not allowed here.' },
    ])
  })

  test('a denial needs its message; unknown fields, unknown listings and odd versions are refused with a message', async () => {
    await addListing(s, 'odd')
    for (const body of [{}, { message: '' }, { message: 'x', more: 1 }, { message: 'x'.repeat(10_001) }])
      expect(
        (await s.call('moderator', api.posts.deny, { ...post('odd'), body: body as never })).status,
      ).toBe(400)
    expect((await s.call('moderator', api.posts.approve, post('nothing'))).status).toBe(404)
    expect((await s.call('moderator', api.posts.approve, post('deleted'))).status).toBe(404)
    expect((await s.call('moderator', api.posts.approve, post('odd'), { 'if-match': 'x' })).status).toBe(400)
    expect((await pending()).map(({ key }) => key)).toContain('odd')
  })
})
