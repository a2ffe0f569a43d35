import { api } from '@portreeve/contract'
import { maxSavedViews, type SavedView } from '@portreeve/contract/inbox-views'
import type { Role } from '@portreeve/contract/rights'
import { beforeEach, expect, test } from 'vitest'
import { useServer } from './harness.ts'
import { refusalOf } from './team-inbox.ts'

const s = useServer()
const { inboxViews } = api
const draft = {
  view: 'unassigned',
  tag: 'parcel',
  account: 'support',
  assignee: null,
  shared: false,
} as const
const create = (role: Role, name: string, more: Partial<SavedView> = {}) => {
  const { shared = false } = more
  return s.call(role, inboxViews.create, { body: { name, ...draft, shared } })
}
const update = (role: Role, id: string, body: { name?: string; shared?: boolean }) =>
  s.call(role, inboxViews.update, { params: { id }, body })
const names = async (role: Role) =>
  (await s.call(role, inboxViews.list, {})).body.data.map(({ name }) => name)

beforeEach(() => s.query('delete from inbox_views'))

test('finance may neither read nor save views', async () => {
  expect((await s.call('finance', inboxViews.list, {})).status).toBe(403)
  expect((await create('finance', 'x')).status).toBe(403)
})

test('a personal view is its owner’s; a shared one is everyone’s, by name', async () => {
  const saved = await create('support', ' Parcels ')
  expect(saved.body.data).toEqual({
    ...{ id: expect.any(String), name: 'Parcels', ...draft },
    owner: { uid: 'staff-support', name: expect.any(String) },
  })
  await create('support', 'Cards', { shared: true })
  expect([await names('support'), await names('moderator')]).toEqual([['Cards', 'Parcels'], ['Cards']])
  await update('support', saved.body.data.id, { shared: true })
  expect(await names('moderator')).toEqual(['Cards', 'Parcels'])
})

test('a name that the caller sees already is refused, in any case', async () => {
  await create('support', 'Parcels', { shared: true })
  expect(refusalOf(await create('moderator', 'parcels')).slice(0, 2)).toEqual([409, 'Name is taken'])
  const { id } = (await create('support', 'Cards')).body.data
  expect((await update('support', id, { name: 'PARCELS' })).status).toBe(409)
  expect((await update('support', id, { name: 'cards' })).body.data.name).toBe('cards')
  for (const name of ['', ' ', 'x'.repeat(61)]) expect((await create('support', name)).status).toBe(400)
})

test('only the owner and admins change a shared view; another person’s personal view is not there', async () => {
  const shared = (await create('support', 'Cards', { shared: true })).body.data.id
  const own = (await create('support', 'Parcels')).body.data.id
  expect(refusalOf(await update('moderator', shared, { name: 'x' })).slice(0, 2)).toEqual([
    403,
    'Not your view',
  ])
  expect((await s.call('moderator', inboxViews.remove, { params: { id: shared } })).status).toBe(403)
  expect((await update('admin', own, { name: 'x' })).status).toBe(404)
  expect((await update('admin', shared, { name: 'Payments' })).status).toBe(200)
  expect((await s.call('support', inboxViews.remove, { params: { id: own } })).status).toBe(200)
  expect(await names('support')).toEqual(['Payments'])
  const actions = await s.query(
    "select action from audit where action like 'inboxViews.%' order by id desc limit 2",
  )
  expect(actions).toEqual([{ action: 'inboxViews.remove' }, { action: 'inboxViews.update' }])
})

test('a person has at most so many views', async () => {
  await s.query(
    `insert into inbox_views (id, owner, name, shared, view) select 'v' || n, 'staff-support', 'v' || n, false, 'all' from generate_series(1, $1::int) n`,
    [maxSavedViews],
  )
  expect(refusalOf(await create('support', 'One more')).slice(0, 2)).toEqual([422, 'Too many views'])
})
