import { api } from '@portreeve/contract'
import type { Question } from '@portreeve/contract/listings/questions'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { questions } = api
const add = (id: string, created_at = '2026-01-01T10:00:00Z') =>
  s.make.question({
    ...{
      id,
      title: 'How?',
      created_at,
      creator_uid: 'writer',
      body: 'One line\nand another',
      order_id: 'o1',
    },
    ...{ purchaser_uid: 'p1', seller_uid: 's1', product_id: 'l1', tracking_number: '1Z9' },
  })
const get = async (id: string) => (await s.call('support', questions.get, { params: { id } })).body.data
const save = (id: string, body: Partial<Question>, headers: Record<string, string> = {}) =>
  s.call('moderator', questions.update, { params: { id }, body }, headers)

beforeAll(async () => {
  await s.addUser({ uid: 'writer' })
})

test('permissions: every call needs a sign-in, and only admins and moderators change anything', async () => {
  await add('rights')
  const params = { id: 'rights' }
  expect((await s.call(undefined, questions.list, { query: {} })).status).toBe(401)
  for (const role of ['support', 'finance'] as const) {
    expect((await s.call(role, questions.list, { query: {} })).status).toBe(200)
    expect((await s.call(role, questions.update, { params, body: { title: 'x' } })).status).toBe(403)
    expect((await s.call(role, questions.remove, { params })).status).toBe(403)
  }
  expect(await get('rights')).toMatchObject({ title: 'How?', version: 1 })
})

test('[API-66] [ENT-73] the list, newest first, paged, under its key', async () => {
  await s.query(
    `insert into questions (id, title, created_at) select 'bulk-' || i, 'Bulk ' || i, '2020-01-01'::timestamptz + make_interval(mins => i / 2) from generate_series(1, 205) i`,
  )
  await add('newest', '2026-11-01T00:00:00Z')
  const first = await s.call('support', questions.list, { query: {} })
  expect(first.body.data.questions[0]).toMatchObject({
    id: 'newest',
    title: 'How?',
    created_at: '2026-11-01T00:00:00.000Z',
  })
  const cursor = String(first.headers['x-next-cursor'])
  const second = await s.call('support', questions.list, { query: { cursor } })
  const ids = [...first.body.data.questions, ...second.body.data.questions].map(({ id }) => id)
  expect([first.body.data.questions.length, new Set(ids).size]).toEqual([200, ids.length])
  expect(first.headers['x-total-count']).toBe(String(ids.length))
})

test('[API-67] [API-68] [ENT-74] a post is sent back whole and saved', async () => {
  await add('whole')
  const was = await get('whole')
  expect(was).toEqual({
    id: 'whole',
    title: 'How?',
    created_at: '2026-01-01T10:00:00.000Z',
    creator_uid: 'writer',
    body: 'One line\nand another',
    order_id: 'o1',
    purchaser_uid: 'p1',
    seller_uid: 's1',
    product_id: 'l1',
    tracking_number: '1Z9',
    version: 1,
  })
  const change = {
    title: null,
    body: 'x',
    order_id: 'o2',
    purchaser_uid: 'p2',
    seller_uid: 's2',
    product_id: 'l2',
    tracking_number: null,
  }
  const saved = await save('whole', { ...was, ...change, created_at: '2026-01-01T11:00:00+01:00' })
  expect(saved.body.data).toEqual({ ...was, ...change, version: 2 })
  expect(await get('whole')).toEqual(saved.body.data)
  expect(
    await s.query("select action, before, after from audit where subject_id = 'whole' order by id"),
  ).toEqual([
    { action: 'questions.update', before: expect.objectContaining({ order_id: 'o1' }), after: change },
  ])
})

test.each<[string, Partial<Question>, string]>([
  ['its id', { id: 'other' }, 'id'],
  ['its time', { created_at: '2026-01-02T10:00:00Z' }, 'created_at'],
  ['its writer', { creator_uid: null }, 'creator_uid'],
])('refuses to change %s, naming it', async (_name, change, words) => {
  await add(`fixed-${words}`)
  const answer = await save(`fixed-${words}`, { ...(await get(`fixed-${words}`)), title: 'x', ...change })
  expect([answer.status, answer.body.error_message]).toEqual([
    422,
    `These fields cannot be edited: ${words}.`,
  ])
  expect(await get(`fixed-${words}`)).toMatchObject({ title: 'How?', version: 1 })
})

test('refuses an unknown field and an invalid time with a message', async () => {
  await add('bad')
  const was = await get('bad')
  const unknown = await save('bad', { ...was, ...{ votes: 3 } })
  expect([unknown.status, unknown.body.error_message]).toEqual([
    400,
    "The body has an unknown field 'votes'.",
  ])
  expect((await save('bad', { ...was, created_at: 'yesterday' })).status).toBe(400)
})

test('is neither saved nor deleted on an older version, in the body or as If-Match', async () => {
  await add('moved')
  const was = await get('moved')
  await save('moved', { ...was, title: 'Theirs' })
  for (const answer of [
    await save('moved', { ...was, title: 'Mine' }),
    await save('moved', { title: 'Mine' }, { 'if-match': '"1"' }),
    await s.call('moderator', questions.remove, { params: { id: 'moved' } }, { 'if-match': '"1"' }),
  ])
    expect([answer.status, answer.body.error_message]).toEqual([
      409,
      'A colleague has changed this community post since you opened it.',
    ])
  expect(await get('moved')).toMatchObject({ title: 'Theirs', version: 2 })
  // Saved unchanged, it keeps its version.
  expect((await save('moved', { title: 'Theirs' })).body.data.version).toBe(2)
})

test('[API-69] a post is deleted once', async () => {
  await add('gone')
  const params = { id: 'gone' }
  expect((await s.call('moderator', questions.remove, { params })).body).toEqual({
    status_code: 1,
    data: null,
  })
  expect((await s.call('support', questions.get, { params })).status).toBe(404)
  expect((await s.call('moderator', questions.remove, { params })).status).toBe(404)
  expect((await save('gone', { title: 'x' })).status).toBe(404)
  const [row] = await s.query<{ before: Question }>("select before from audit where subject_id = 'gone'")
  expect(row?.before).toMatchObject({ id: 'gone', title: 'How?', body: 'One line\nand another' })
  expect(
    await s.query("select payload from live_events where topic = 'questions' order by id desc limit 1"),
  ).toEqual([{ payload: { id: 'gone', deleted: true } }])
})
