import { describe, expect, test } from 'vitest'
import { collections, draft, useCollections } from '../testing/collecting.ts'

const { s, make, add, keysOf, audited } = useCollections()

test('permissions: every call needs a sign-in, and only admins and moderators change anything', async () => {
  const { id } = await make()
  const params = { id }
  expect((await s.call(undefined, collections.list, { query: {} })).status).toBe(401)
  for (const role of ['support', 'finance'] as const) {
    expect((await s.call(role, collections.list, { query: {} })).status).toBe(200)
    expect((await s.call(role, collections.create, { body: draft })).status).toBe(403)
    expect((await s.call(role, collections.update, { params, body: { visible: 1 } })).status).toBe(403)
    expect((await s.call(role, collections.remove, { params })).status).toBe(403)
    expect((await s.call(role, collections.addItem, { body: { data: 'l1', collection: id } })).status).toBe(
      403,
    )
    expect((await s.call(role, collections.removeItem, { params: { cid: id, itemId: 'l1' } })).status).toBe(
      403,
    )
  }
  expect((await s.call('support', collections.get, { params })).body.data).toMatchObject({
    version: 1,
    visible: 0,
  })
  expect(await keysOf(id)).toEqual([])
})

describe('a collection', () => {
  test('[API-59] [API-60] [ENT-68] [ENT-69] [ENT-70] [ENT-71] is created invisible, and read back as sent', async () => {
    const before = Date.now()
    const made = await make()
    expect(made).toEqual({
      ...draft,
      id: expect.stringMatching(/^collection-[0-9a-f-]{36}$/),
      visible: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      version: 1,
    })
    expect(Date.parse(made.created_at)).toBeGreaterThanOrEqual(before - 1)
    expect((await s.call('finance', collections.get, { params: { id: made.id } })).body.data).toEqual(made)
    expect(await audited(made.id)).toEqual([
      { action: 'collections.create', before: null, after: expect.objectContaining(draft) },
    ])
    expect(await make({})).toMatchObject({ public_id: null, title: null, description: null, image_url: null })
  })

  test('[API-58] is in the list, newest first, paged with a count', async () => {
    await s.query(
      `insert into collections (id, title, created_at) select 'bulk-' || i, 'Bulk ' || i, '2020-01-01'::timestamptz + make_interval(mins => i / 2) from generate_series(1, 205) i`,
    )
    const made = await make()
    const first = await s.call('support', collections.list, { query: {} })
    expect(first.body.data[0]).toEqual(made)
    expect(first.body.data).toHaveLength(200)
    expect(first.headers['x-more']).toBe('true')
    const second = await s.call('support', collections.list, {
      query: { cursor: String(first.headers['x-next-cursor']) },
    })
    const ids = [...first.body.data, ...second.body.data].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(first.headers['x-total-count']).toBe(String(ids.length))
    expect((await s.call('support', collections.list, { query: { cursor: 'x' } })).status).toBe(400)
  })

  test('[API-61] changes by its fields, or only by visible', async () => {
    const { id } = await make()
    const change = { ...draft, title: 'Winter bikes', description: null }
    const saved = await s.call('moderator', collections.update, { params: { id }, body: change })
    expect(saved.body.data).toMatchObject({ ...change, visible: 0, version: 2 })
    const shown = await s.call('moderator', collections.update, { params: { id }, body: { visible: 1 } })
    expect(shown.body.data).toMatchObject({ ...change, visible: 1, version: 3 })
    expect((await s.call('support', collections.get, { params: { id } })).body.data).toEqual(shown.body.data)
    expect((await audited(id)).slice(1)).toEqual([
      {
        action: 'collections.update',
        before: { title: draft.title, description: draft.description },
        after: { title: 'Winter bikes', description: null },
      },
      { action: 'collections.update', before: { visible: 0 }, after: { visible: 1 } },
    ])
  })

  test.each<[string, object, string]>([
    ['nothing', {}, 'Send at least one field'],
    ['an unknown field', { name: 'x' }, "unknown field 'name'"],
    ['another visible', { visible: 2 }, "'visible'"],
    ['visible as a text', { visible: '1' }, "'visible'"],
    ['its id', { id: 'x' }, "unknown field 'id'"],
    ['too long a title', { title: 'x'.repeat(1001) }, 'longer than 1000'],
  ])('refuses %s in words', async (_name, body, words) => {
    const { id } = await make()
    const answer = await s.call('moderator', collections.update, { params: { id }, body })
    expect([answer.status, answer.body.error_message]).toEqual([400, expect.stringContaining(words)])
  })

  test('is not changed or deleted on an older version, and the attempt leaves nothing', async () => {
    const { id } = await make()
    const params = { id }
    const old = { 'if-match': '"1"' }
    await s.call('admin', collections.update, { params, body: { title: 'Theirs' } }, old)
    const second = await s.call('moderator', collections.update, { params, body: { title: 'Mine' } }, old)
    expect([second.status, second.body.code, second.body.error_message]).toEqual([
      409,
      'conflict',
      'A colleague has changed this collection since you opened it.',
    ])
    expect(
      (await s.call('moderator', collections.update, { params, body: { visible: 1 } }, old)).status,
    ).toBe(409)
    expect((await s.call('moderator', collections.remove, { params }, old)).status).toBe(409)
    expect((await s.call('support', collections.get, { params })).body.data).toMatchObject({
      title: 'Theirs',
      visible: 0,
      version: 2,
    })
    expect(await audited(id)).toHaveLength(2)
    const again = await s.call(
      'moderator',
      collections.update,
      { params, body: { title: 'Mine' } },
      { 'if-match': '"2"' },
    )
    expect(again.body.data.title).toBe('Mine')
  })

  test('keeps its version when saved unchanged', async () => {
    const { id } = await make()
    expect(
      (await s.call('moderator', collections.update, { params: { id }, body: draft })).body.data.version,
    ).toBe(1)
    expect((await audited(id)).at(-1)).toEqual({ action: 'collections.update', before: {}, after: {} })
  })

  test('two concurrent changes on one version: one wins', async () => {
    const { id } = await make()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        s.call(
          'moderator',
          collections.update,
          { params: { id }, body: { title: `T${at}` } },
          { 'if-match': '"1"' },
        ),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('[API-62] is deleted with its items, once; its listings stay', async () => {
    const { id } = await make()
    await add({ data: 'l1', collection: id })
    expect((await s.call('moderator', collections.remove, { params: { id } })).body).toEqual({
      status_code: 1,
      data: null,
    })
    for (const endpoint of [collections.get, collections.items, collections.remove] as const)
      expect((await s.call('moderator', endpoint, { params: { id }, query: {} } as never)).status).toBe(404)
    expect(
      (await s.call('moderator', collections.update, { params: { id }, body: { visible: 1 } })).status,
    ).toBe(404)
    expect(await s.query('select 1 from collection_items where collection_id = $1', [id])).toEqual([])
    expect(await s.query("select 1 from posts where key = 'l1' and deleted_at is null")).toHaveLength(1)
    expect((await audited(id)).at(-1)).toMatchObject({ before: { ...draft, items: ['l1'] } })
    const list = await s.call('support', collections.list, { query: {} })
    expect(list.body.data.map((one) => one.id)).not.toContain(id)
  })
})
