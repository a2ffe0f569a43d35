import { api } from '@portreeve/contract'
import type { CollectionAddition } from '@portreeve/contract/listings/collections'
import { describe, expect, test } from 'vitest'
import { collections, useCollections } from '../testing/collecting.ts'

const { s, make, add, keysOf, audited } = useCollections()

describe('its items', () => {
  test('[API-63] [API-64] [API-65] [ENT-72] are added, listed with key and value, and removed', async () => {
    const { id } = await make()
    const added = await add({ data: 'l1', collection: id })
    expect(added.body.data).toMatchObject({ key: 'l1', value: { key: 'l1', title: 'Listing 1' } })
    // D-071: the other forms of the body.
    expect((await add({ data: { item_id: 'l2', collection: id } })).status).toBe(200)
    expect((await add({ item_id: 'l3', collection: id })).status).toBe(200)
    const list = await s.call('support', collections.items, { params: { id }, query: {} })
    expect(list.body.data.map(({ key }) => key)).toEqual(['l3', 'l2', 'l1'])
    expect(list.body.data[2]).toEqual(added.body.data)
    expect(list.headers['x-total-count']).toBe('3')
    const removed = await s.call('moderator', collections.removeItem, { params: { cid: id, itemId: 'l2' } })
    expect(removed.body).toEqual({ status_code: 1, data: null })
    expect(await keysOf(id)).toEqual(['l3', 'l1'])
    // The collection's version stays: a colleague who edits its title is not refused.
    expect((await s.call('support', collections.get, { params: { id } })).body.data.version).toBe(1)
    expect((await audited(id)).slice(1).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['collections.addItem', null, { added: 'l1' }],
      ['collections.addItem', null, { added: 'l2' }],
      ['collections.addItem', null, { added: 'l3' }],
      ['collections.removeItem', { removed: 'l2' }, null],
    ])
  })

  test('a deleted listing leaves all collections', async () => {
    const { id } = await make()
    await add({ data: 'l5', collection: id })
    await add({ data: 'l6', collection: id })
    await s.call('moderator', api.posts.remove, { params: { id: 'l5' } })
    expect(await keysOf(id)).toEqual(['l6'])
    const list = await s.call('support', collections.items, { params: { id }, query: {} })
    expect(list.headers['x-total-count']).toBe('1')
    expect((await add({ data: 'l5', collection: id })).status).toBe(404)
  })

  test('are not added twice, nor to a missing collection, nor removed twice', async () => {
    const { id } = await make()
    const both = await Promise.all([add({ data: 'l1', collection: id }), add({ data: 'l1', collection: id })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await add({ data: 'l1', collection: id })).body.error_title).toBe('Already in this collection')
    expect((await add({ data: 'none', collection: id })).body.error_title).toBe('No such listing')
    expect((await add({ data: 'l1', collection: 'none' })).body.error_title).toBe('No such collection')
    const params = { cid: id, itemId: 'l1' }
    expect((await s.call('moderator', collections.removeItem, { params })).status).toBe(200)
    expect((await s.call('moderator', collections.removeItem, { params })).body.error_title).toBe(
      'Not in this collection',
    )
  })

  test.each<[string, object]>([
    ['nothing', {}],
    ['no collection', { data: 'l1' }],
    ['no listing', { collection: 'c' }],
    ['two listings', { data: 'l1', item_id: 'l2', collection: 'c' }],
    ['an empty listing', { data: '', collection: 'c' }],
    ['two collections', { data: { item_id: 'l1', collection: 'c' }, collection: 'd' }],
    ['a list', { data: ['l1'], collection: 'c' }],
  ])('%s is refused in words', async (_name, body) => {
    const answer = await add(body as CollectionAddition)
    expect([answer.status, answer.body.error_message]).toEqual([
      400,
      expect.stringMatching(/Send \{data: item_id, collection\}|must name a listing|is empty/),
    ])
  })

  test('many items are paged', async () => {
    const { id } = await make()
    await s.query(
      `insert into posts (key, creator_uid) select 'page-' || i, 'seller' from generate_series(1, 203) i`,
    )
    await s.query(
      `insert into collection_items select $1, 'page-' || i, '2026-01-01'::timestamptz + make_interval(mins => i / 3) from generate_series(1, 203) i`,
      [id],
    )
    const first = await s.call('support', collections.items, { params: { id }, query: {} })
    const cursor = String(first.headers['x-next-cursor'])
    const second = await s.call('support', collections.items, { params: { id }, query: { cursor } })
    expect([first.body.data.length, second.body.data.length]).toEqual([200, 3])
    expect(new Set([...first.body.data, ...second.body.data].map(({ key }) => key)).size).toBe(203)
  })

  test('every change is published to open pages', async () => {
    await s.query('delete from live_events')
    const { id } = await make()
    await add({ data: 'l1', collection: id })
    await s.call('moderator', collections.remove, { params: { id } })
    expect(await s.query('select topic, payload from live_events order by id')).toEqual([
      { topic: 'collections', payload: { id } },
      { topic: 'collections', payload: { id } },
      { topic: 'collections', payload: { id, deleted: true } },
    ])
  })
})
