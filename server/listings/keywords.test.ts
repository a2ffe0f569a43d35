import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { postSearchColumns } from '../search/search-text.ts'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { keywords } = api
const draft = { terms: 'fixie,pushbike', preferred_term: 'bike' }
const make = async (body = draft) => (await s.call('moderator', keywords.create, { body })).body.data
const list = async () => (await s.call('support', keywords.list, { query: {} })).body.data
const found = async (searchTerm: string) =>
  (await s.call('support', api.listingSearch.search, { query: { searchTerm } })).body.data.posts.map(
    (post) => post?.key,
  )
const reach = async (terms: string, preferred_term: string, id?: string) =>
  (
    await s.call('support', keywords.reach, { query: { terms, preferred_term, ...(id && { id }) } })
  ).body.data.map(({ term, newly, more }) => [term, newly, more])
const audited = (id: string) =>
  s.query<{ action: string; before: unknown; after: unknown }>(
    "select action, before, after from audit where subject_kind = 'keyword' and subject_id = $1 order by id",
    [id],
  )

beforeAll(async () => {
  await s.addUser({ uid: 'seller' })
  for (const [key, title, review_state] of [
    ['bike', 'Road bike', 'approved'],
    ['motorbike', 'Motorbike', 'approved'],
    ['fixie', 'Fixie', 'approved'],
    ['both', 'Fixie bike', 'approved'],
    ['push', 'Pushbike', 'approved'],
    ['pending', 'Fixie', 'pending'],
  ] as const)
    await s.make.listing({ key, creatorUID: 'seller', title, review_state })
})

test('permissions: every call needs a sign-in, and only admins and moderators change anything', async () => {
  const { id } = await make()
  const params = { id }
  expect((await s.call(undefined, keywords.list, { query: {} })).status).toBe(401)
  for (const role of ['support', 'finance'] as const) {
    expect((await s.call(role, keywords.list, { query: {} })).status).toBe(200)
    expect((await s.call(role, keywords.create, { body: draft })).status).toBe(403)
    expect((await s.call(role, keywords.update, { params, body: { terms: 'x' } })).status).toBe(403)
    expect((await s.call(role, keywords.remove, { params })).status).toBe(403)
  }
  await s.call('admin', keywords.remove, { params })
})

test('[API-70] [API-71] [ENT-75] a keyword is added, and is first in the list', async () => {
  await make({ terms: 'couch', preferred_term: 'sofa' })
  const made = await make({ terms: ' kicks, trainers ,', preferred_term: 'shoes' })
  expect(made).toEqual({
    id: expect.stringMatching(/^keyword-/),
    terms: ' kicks, trainers ,',
    preferred_term: 'shoes',
    created_at: expect.stringMatching(/Z$/),
    version: 1,
  })
  expect((await list())[0]).toEqual(made)
  expect(await audited(made.id)).toEqual([
    { action: 'keywords.create', before: null, after: expect.objectContaining({ preferred_term: 'shoes' }) },
  ])
})

test('[API-72] [API-73] a keyword is changed, and deleted once', async () => {
  const { id } = await make()
  const params = { id }
  const saved = await s.call('moderator', keywords.update, { params, body: { ...draft, terms: 'fixie' } })
  expect(saved.body.data).toMatchObject({ id, terms: 'fixie', preferred_term: 'bike', version: 2 })
  expect((await list()).find((one) => one.id === id)).toEqual(saved.body.data)
  const same = await s.call('moderator', keywords.update, { params, body: { preferred_term: 'bike' } })
  expect(same.body.data.version).toBe(2)
  expect((await s.call('moderator', keywords.remove, { params })).body).toEqual({
    status_code: 1,
    data: null,
  })
  expect((await list()).map((one) => one.id)).not.toContain(id)
  expect((await s.call('moderator', keywords.remove, { params })).status).toBe(404)
  expect((await s.call('moderator', keywords.update, { params, body: draft })).status).toBe(404)
  expect((await audited(id)).map(({ before, after }) => [before, after]).slice(1)).toEqual([
    [{ terms: 'fixie,pushbike' }, { terms: 'fixie' }],
    [{}, {}],
    [expect.objectContaining({ id, terms: 'fixie' }), null],
  ])
})

test('a keyword is neither changed nor deleted on an older version', async () => {
  const { id } = await make()
  const params = { id }
  const old = { 'if-match': '"1"' }
  await s.call('admin', keywords.update, { params, body: { terms: 'theirs' } }, old)
  const second = await s.call('moderator', keywords.update, { params, body: { terms: 'mine' } }, old)
  expect([second.status, second.body.error_message]).toEqual([
    409,
    'A colleague has changed this keyword since you opened it.',
  ])
  expect((await s.call('moderator', keywords.remove, { params }, old)).status).toBe(409)
  expect((await list()).find((one) => one.id === id)).toMatchObject({ terms: 'theirs', version: 2 })
  await s.call('moderator', keywords.remove, { params }, { 'if-match': '"2"' })
})

test.each<[string, object, string]>([
  ['no terms', { terms: '', preferred_term: 'bike' }, 'names no term'],
  ['only commas', { terms: ' , ,', preferred_term: 'bike' }, 'names no term'],
  ['no preferred name', { terms: 'fixie', preferred_term: '  ' }, 'is empty'],
  ['a missing side', { terms: 'fixie' }, "'preferred_term'"],
  ['a line break', { terms: 'fixie\nroadie', preferred_term: 'bike' }, 'holds a line break'],
  [
    'too many terms',
    { terms: Array.from({ length: 101 }, (_, i) => `t${i}`).join(','), preferred_term: 'x' },
    'more than 100 terms',
  ],
  ['an unknown field', { ...draft, id: 'x' }, "unknown field 'id'"],
])('refuses %s in words', async (_name, body, words) => {
  const answer = await s.call('moderator', keywords.create, { body: body as typeof draft })
  expect([answer.status, answer.body.error_message]).toEqual([400, expect.stringContaining(words)])
})

test.each([
  ['the same word twice', { terms: 'Bike, BIKE', preferred_term: 'bike' }],
  ['punctuation', { terms: '!!!', preferred_term: 'bike' }],
])('refuses %s, which would widen nothing', async (_name, body) => {
  const answer = await s.call('moderator', keywords.create, { body })
  expect([answer.status, answer.body.error_title]).toEqual([422, 'Widens no search'])
  const { id } = await make()
  const change = await s.call('moderator', keywords.update, { params: { id }, body })
  expect(change.status).toBe(422)
  await s.call('moderator', keywords.remove, { params: { id } })
})

test('at most 200 per page, with the count and the cursor', async () => {
  await s.query(
    `insert into keywords select 'bulk-' || i, 'term' || i, 'name' || i, '2020-01-01'::timestamptz + make_interval(mins => i / 2) from generate_series(1, 205) i`,
  )
  const first = await s.call('support', keywords.list, { query: {} })
  const cursor = String(first.headers['x-next-cursor'])
  const second = await s.call('support', keywords.list, { query: { cursor } })
  const ids = [...first.body.data, ...second.body.data].map(({ id }) => id)
  expect([first.body.data.length, new Set(ids).size, first.headers['x-total-count']]).toEqual([
    200,
    ids.length,
    String(ids.length),
  ])
  await s.query("delete from keywords where id like 'bulk-%'")
})

describe('the preview of newly found listings', () => {
  test('counts for each name before the keyword is saved, and saves nothing', async () => {
    await s.query('delete from keywords')
    // 'bike' already finds bike, motorbike, both and push: only 'fixie' is new. 'fixie' newly finds all with the word 'bike'.
    expect(await reach('fixie,pushbike', 'bike')).toEqual([
      ['bike', 1, false],
      ['fixie', 2, false],
      ['pushbike', 3, false],
    ])
    expect(await found('bike')).not.toContain('fixie')
    expect(await list()).toEqual([])
    const { id } = await make()
    expect((await found('bike')).sort()).toEqual(['bike', 'both', 'fixie', 'motorbike', 'push'])
    expect((await found('fixie')).sort()).toEqual(['bike', 'both', 'fixie', 'push'])
    // After the save nothing is new, neither for itself nor for the same keyword again.
    expect(await reach('fixie,pushbike', 'bike', id)).toEqual([
      ['bike', 0, false],
      ['fixie', 0, false],
      ['pushbike', 0, false],
    ])
    expect(await reach('fixie', 'motorbike', id)).toEqual([
      ['motorbike', 2, false],
      ['fixie', 1, false],
    ])
    await s.call('moderator', keywords.remove, { params: { id } })
    expect((await found('fixie')).sort()).toEqual(['both', 'fixie'])
  })

  test('counts up to a thousand, for the first ten names', async () => {
    const { search_title, search } = postSearchColumns({ title: 'Zorb', description: null })
    await s.query(
      `insert into posts (key, creator_uid, title, review_state, search_title, search) select 'zorb-' || i, 'seller', 'Zorb', 'approved', $1, $2 from generate_series(1, 1003) i`,
      [search_title, search],
    )
    expect(await reach('zorb', 'ball')).toEqual([
      ['ball', 1000, true],
      ['zorb', 0, false],
    ])
    expect(await reach(Array.from({ length: 30 }, (_, i) => `t${i}`).join(','), 'ball')).toHaveLength(10)
  })

  test('counts nothing for an empty term or punctuation', async () => {
    expect(await reach('', '')).toEqual([['', 0, false]])
    expect(await reach('!', '?')).toEqual([
      ['?', 0, false],
      ['!', 0, false],
    ])
    expect(
      (await s.call('support', keywords.reach, { query: { terms: 'x'.repeat(2001), preferred_term: 'x' } }))
        .status,
    ).toBe(400)
  })
})
