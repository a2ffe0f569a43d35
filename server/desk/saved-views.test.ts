import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { maxSavedViews, type SavedView } from '@portreeve/contract/desk/saved-views'
import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { refusalOf } from '../testing/team-inbox.ts'

const s = useServer()
const { savedViews } = api
const search = { view: 'unassigned', tag: 'parcel' }
const create = (role: Role, name: string, more: Partial<SavedView> = {}) =>
  s.call(role, savedViews.create, {
    body: { list: 'messages', search, shared: false, name, ...more },
  })
const update = (role: Role, id: string, body: { name?: string; shared?: boolean; search?: typeof search }) =>
  s.call(role, savedViews.update, { params: { id }, body })
const names = async (role: Role) =>
  (await s.call(role, savedViews.list, {})).body.data.map(({ name }) => name)

beforeEach(() => s.query('delete from saved_views'))

test('a view belongs to its list: who may not read the list neither saves nor sees views of it', async () => {
  expect((await create('finance', 'x')).status).toBe(403)
  expect((await create('support', 'x', { list: 'audit', search: { kind: 'user' } })).status).toBe(403)
  await create('support', 'Parcels', { shared: true })
  await create('support', 'Failed', { list: 'refunds', search: { state: 'failed' }, shared: true })
  expect([await names('finance'), await names('moderator')]).toEqual([['Failed'], ['Failed', 'Parcels']])
})

test('a role that loses a list no longer sees, changes or deletes its own views of it', async () => {
  const { id } = (await create('support', 'Parcels')).body.data
  await s.query("update saved_views set list = 'audit'")
  expect(await names('support')).toEqual([])
  expect((await update('support', id, { name: 'x' })).status).toBe(404)
  expect((await s.call('support', savedViews.remove, { params: { id } })).status).toBe(404)
  expect(await s.query('select name from saved_views')).toEqual([{ name: 'Parcels' }])
})

test('a personal view is its owner’s; a shared one is everyone’s, by name', async () => {
  const saved = await create('support', ' Parcels ')
  expect(saved.body.data).toEqual({
    ...{ id: expect.any(String), list: 'messages', name: 'Parcels', search, shared: false },
    owner: { uid: 'staff-support', name: expect.any(String) },
  })
  await create('support', 'Cards', { shared: true })
  expect([await names('support'), await names('moderator')]).toEqual([['Cards', 'Parcels'], ['Cards']])
  await update('support', saved.body.data.id, { shared: true })
  expect(await names('moderator')).toEqual(['Cards', 'Parcels'])
})

test('a name that the owner sees already in the list is refused, in any case; another list has names of its own', async () => {
  await create('support', 'Parcels', { shared: true })
  expect(refusalOf(await create('moderator', 'parcels')).slice(0, 2)).toEqual([409, 'Name is taken'])
  const other = await create('support', 'Parcels', { list: 'disputes', search: { scope: 'mine' } })
  expect(other.status).toBe(200)
  const { id } = (await create('support', 'Cards')).body.data
  expect((await update('support', id, { name: 'PARCELS' })).status).toBe(409)
  expect((await update('support', id, { name: 'cards' })).body.data.name).toBe('cards')
  for (const name of ['', ' ', 'x'.repeat(61)]) expect((await create('support', name)).status).toBe(400)
  expect((await create('support', 'Empty', { search: {} })).status).toBe(400)
})

test('only the owner and admins change a shared view; another person’s personal view is not there', async () => {
  const shared = (await create('support', 'Cards', { shared: true })).body.data.id
  const own = (await create('support', 'Parcels')).body.data.id
  expect(refusalOf(await update('moderator', shared, { name: 'x' })).slice(0, 2)).toEqual([
    403,
    'Not your view',
  ])
  expect((await s.call('moderator', savedViews.remove, { params: { id: shared } })).status).toBe(403)
  expect((await update('admin', own, { name: 'x' })).status).toBe(404)
  const changed = await update('admin', shared, { name: 'Payments', search: { view: 'all', tag: 'card' } })
  expect(changed.body.data).toMatchObject({ name: 'Payments', search: { view: 'all', tag: 'card' } })
  expect((await s.call('support', savedViews.remove, { params: { id: own } })).status).toBe(200)
  expect(await names('support')).toEqual(['Payments'])
  const actions = await s.query(
    "select action from audit where action like 'savedViews.%' order by id desc limit 2",
  )
  expect(actions).toEqual([{ action: 'savedViews.remove' }, { action: 'savedViews.update' }])
})

test('a person has at most so many views', async () => {
  await s.query(
    `insert into saved_views (id, owner, list, name, shared, search) select 'v' || n, 'staff-support', 'messages', 'v' || n, false, '{"view":"all"}' from generate_series(1, $1::int) n`,
    [maxSavedViews],
  )
  expect(refusalOf(await create('support', 'One more')).slice(0, 2)).toEqual([422, 'Too many views'])
})
