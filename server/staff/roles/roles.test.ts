import { api } from '@portreeve/contract'
import { fullSight } from '@portreeve/contract/base/case-kinds'
import { type Permission, permissionNames, rightsOf, roles } from '@portreeve/contract/base/rights'
import { isMoney, type StaffRole } from '@portreeve/contract/staff/roles'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { hirerOf, type Signed } from '../../testing/hiring.ts'
import { teamInbox } from '../../testing/team-inbox.ts'

// Roles that a marketplace makes: who may give what, what waits for a second person, and what leaves their people.

const s = useServer()
const hire = hirerOf(s)
const { talk, get, assign } = teamInbox(s)

let second: Signed
beforeAll(async () => {
  for (const uid of ['ana', 'buyer', 'seller']) await s.addUser({ uid })
  for (const role of roles) await s.token(role)
  second = await hire('admin')
})

let made = 0
const limits = { refund_alone: null, refund_alone_day: null }
const unlimited = { ...fullSight, ...limits }
const bodyOf = (permissions: Permission[], more: object = {}) => ({
  name: `Role ${++made}`,
  permissions,
  ...limits,
  ...more,
})
const create = (permissions: Permission[], more: object = {}, as: 'admin' | Signed = 'admin') =>
  s.call(as, api.roles.create, { body: bodyOf(permissions, more) })
/** A role with these permissions, whatever they are: a second admin confirms it. */
async function role(permissions: Permission[], more: object = {}): Promise<StaffRole> {
  const { body } = await create(permissions, more)
  expect(body.error_message).toBeUndefined()
  if (!body.data.waiting) return body.data
  return (await s.call(second, api.roles.confirm, { params: body.data })).body.data
}
const change = (name: string, body: object, as: 'admin' | Signed = 'admin', headers = {}) =>
  s.call(as, api.roles.change, { params: { name }, body }, headers)
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('its people may do what it names, and nothing else; a change holds from their next call', async () => {
  const { name } = await role(['users.read', 'notes.write'])
  const person = await hire(name)
  const me = await s.call(person, api.staff.me, {})
  expect([me.body.data.role, me.body.data.permissions]).toEqual([name, ['users.read', 'notes.write']])
  const block = { params: { uid: 'ana' }, body: { ban_reason: 'x' } }
  expect(codeOf(await s.call(person, api.users.ban, block))).toEqual([403, 'forbidden'])
  expect((await s.call(person, api.users.get, { params: { uid: 'ana' } })).status).toBe(200)
  const given = await change(name, { permissions: ['users.block'] })
  expect(given.body.data).toMatchObject({
    permissions: ['users.block'],
    people: 1,
    waiting: null,
    version: 2,
  })
  expect((await s.call(person, api.users.ban, block)).status).toBe(200)
  expect(codeOf(await s.call(person, api.users.get, { params: { uid: 'ana' } }))).toEqual([403, 'forbidden'])
  const rows = await s.query("select before, after from audit where action = 'roles.change'")
  expect(rows).toEqual([
    {
      before: { name, permissions: ['users.read', 'notes.write'], ...unlimited },
      after: { name, permissions: ['users.block'], ...unlimited },
    },
  ])
})

test('what gives money waits for a second person; the rest holds at once', async () => {
  const { body } = await create(['users.read', 'money.refund'])
  const params = { name: body.data.name }
  expect(body.data).toMatchObject({
    permissions: ['users.read'],
    waiting: { permissions: ['users.read', 'money.refund'], by: { uid: 'staff-admin' } },
  })
  expect(codeOf(await s.call('admin', api.roles.confirm, { params }))).toEqual([403, 'forbidden'])
  const invited = await hire('admin')
  await s.query("insert into staff_grants (staff_uid, by_uid, kind) values ($1, 'staff-admin', 'invited')", [
    invited.uid,
  ])
  const same = await s.call(invited, api.roles.confirm, { params })
  expect([same.status, same.body.error_message]).toEqual([403, expect.stringContaining('invited')])
  const confirmed = await s.call(second, api.roles.confirm, { params })
  expect(confirmed.body.data).toMatchObject({ permissions: ['users.read', 'money.refund'], waiting: null })
  expect(codeOf(await s.call(second, api.roles.confirm, { params }))).toEqual([409, 'conflict'])
})

test('what waits lapses when the colleague who asked has left, or may not give it any more', async () => {
  const asker = await hire('admin')
  const { body } = await create(['money.hold'], {}, asker)
  const confirm = () => s.call(second, api.roles.confirm, { params: body.data })
  for (const [call, input, back] of [
    [api.staff.disable, {}, api.staff.enable],
    [api.staff.changeRole, { body: { role: 'support' } }, null],
  ] as const) {
    expect((await s.call('admin', call, { params: asker, ...input } as never)).status).toBe(200)
    expect(codeOf(await confirm())).toEqual([409, 'conflict'])
    if (back) await s.call('admin', back, { params: asker })
  }
  expect((await s.call('admin', api.roles.decline, { params: body.data })).body.data.waiting).toBeNull()
})

test('a higher limit waits, a lower one does not; declined, it stays as it was', async () => {
  const { name } = await role(['money.refund'], { refund_alone: 5_000 })
  const lower = await change(name, { refund_alone: 1_000 })
  expect(lower.body.data).toMatchObject({ refund_alone: 1_000, waiting: null })
  for (const refund_alone of [2_000, null]) {
    const higher = await change(name, { refund_alone })
    expect(higher.body.data).toMatchObject({ refund_alone: 1_000, waiting: { refund_alone } })
  }
  const declined = await s.call('admin', api.roles.decline, { params: { name } })
  expect(declined.body.data).toMatchObject({ refund_alone: 1_000, waiting: null })
})

test('nobody gives what they do not hold, nor changes their own role or a colleague who may do more', async () => {
  const own = await role(['staff.read', 'staff.manage', 'users.read', 'users.block'])
  const lead = await hire(own.name)
  expect((await create(['users.block'], {}, lead)).status).toBe(200)
  const more = await create(['users.block', 'users.erase', 'audit.read'], {}, lead)
  expect([more.status, more.body.error_message]).toEqual([
    403,
    'You may not erase a person, and 1 more: nobody gives what they do not hold.',
  ])
  const other = await role(['users.read'])
  expect(codeOf(await change(other.name, { permissions: ['users.delete'] }, lead))).toEqual([
    403,
    'forbidden',
  ])
  const self = await change(own.name, { permissions: ['users.read'] }, lead)
  expect([self.status, self.body.error_title]).toEqual([403, 'Your own role'])
  const invitation = { email: 'new@portreeve.test', displayName: 'New', uid: 'new' }
  for (const given of ['support', 'admin'])
    expect(codeOf(await s.call(lead, api.staff.invite, { body: { ...invitation, role: given } }))).toEqual([
      403,
      'forbidden',
    ])
  expect((await s.call(lead, api.staff.invite, { body: { ...invitation, role: other.name } })).status).toBe(
    200,
  )
  const params = { uid: 'staff-support' }
  for (const call of [api.staff.disable, api.staff.resetSecondFactor])
    expect(codeOf(await s.call(lead, call, { params }))).toEqual([403, 'forbidden'])
  expect(codeOf(await s.call(lead, api.staff.changeRole, { params, body: { role: other.name } }))).toEqual([
    403,
    'forbidden',
  ])
  const settings = (second_factor_roles: string[]) => ({ body: { second_factor_roles } })
  const save = (as: 'admin' | Signed, names: string[]) =>
    s.call(as, api.staff.saveSignInSettings, settings(names))
  expect((await save(lead, ['finance', other.name])).status).toBe(200)
  expect(codeOf(await save(lead, [other.name]))).toEqual([403, 'forbidden'])
  expect((await save(lead, ['finance'])).status).toBe(200)
  expect((await save('admin', [])).status).toBe(200)
})

test('a built-in role stays; a role that people have, and a name that is taken, are refused', async () => {
  expect(codeOf(await change('support', { permissions: [] }))).toEqual([422, 'refused'])
  expect(codeOf(await s.call('admin', api.roles.remove, { params: { name: 'support' } }))).toEqual([
    422,
    'refused',
  ])
  for (const name of ['Admin', 'operator', ' ', '<b>', 'x'.repeat(41)])
    expect(codeOf(await create([], { name }))).toEqual([400, 'malformed'])
  const { name } = await role(['users.read'])
  expect(codeOf(await create([], { name: name.toUpperCase() }))).toEqual([409, 'conflict'])
  const person = await hire(name)
  expect(codeOf(await s.call('admin', api.roles.remove, { params: { name } }))).toEqual([422, 'refused'])
  const renamed = await change(name, { name: `Renamed ${name}` })
  expect(renamed.body.data).toMatchObject({ name: `Renamed ${name}`, people: 1 })
  expect((await s.call(person, api.staff.me, {})).body.data.role).toBe(`Renamed ${name}`)
  await s.call('admin', api.staff.changeRole, { params: person, body: { role: 'support' } })
  const removed = await s.call('admin', api.roles.remove, { params: { name: `Renamed ${name}` } })
  expect(removed.status).toBe(200)
  const unknown = await s.call('admin', api.staff.changeRole, { params: person, body: { role: name } })
  expect([unknown.status, unknown.body.error_title]).toEqual([422, 'No such role'])
})

test('what its people may not do any more leaves them, and the page says so before', async () => {
  const { name } = await role(['inbox.read', 'inbox.write', 'conversations.read'])
  const person = await hire(name)
  const id = await talk()
  await assign('admin', id, person.uid)
  const effect = await s.call('admin', api.roles.effect, {
    params: { name },
    body: { permissions: ['inbox.read'] },
  })
  expect(effect.body.data).toMatchObject([{ uid: person.uid, work: { conversations: 1, cases: 0 } }])
  expect((await get(id)).assignee?.uid).toBe(person.uid)
  await change(name, { permissions: ['inbox.read'] })
  expect((await get(id)).assignee).toBeNull()
})

test('two at once: one confirmation counts, and a role that loses a permission leaves no work behind', async () => {
  const third = await hire('admin')
  const { body } = await create(['money.hold'])
  const confirming = [second, third].map((one) => s.call(one, api.roles.confirm, { params: body.data }))
  expect((await Promise.all(confirming)).map(({ status }) => status).toSorted()).toEqual([200, 409])
  for (let turn = 0; turn < 8; turn++) {
    const { name } = await role(['inbox.read', 'inbox.write', 'conversations.read'])
    const [person, id] = [await hire(name), await talk()]
    const [changed] = await Promise.all([
      change(name, { permissions: ['inbox.read'] }),
      assign('admin', id, person.uid),
    ])
    expect(changed.status).toBe(200)
    expect((await get(id)).assignee).toBeNull()
  }
})

test('a limit of the role holds below that of the environment', async () => {
  const { name } = await role(
    permissionNames.filter((one) => rightsOf('finance').permissions.includes(one)),
    { refund_alone: 1_000 },
  )
  const person = await hire(name)
  await s.make.sale('sale', {})
  const order = await s.call(person, api.transactions.money, { params: { id: 'sale' } })
  expect(order.body.data.alone).toBe(1_000)
  // In another currency it leaves the same share of what the environment allows there: 1,000 of 50,000 are 900 of 45,000.
  s.ctx.settings.refundAloneOthers = { EUR: { alone: 45_000, day: 60_000 } }
  await s.make.sale('euro', { currency: 'EUR' })
  const euro = await s.call(person, api.transactions.money, { params: { id: 'euro' } })
  expect(euro.body.data.alone).toBe(900)
  const more = { params: { id: 'euro' }, body: { amount: 901 } }
  expect((await s.call(person, api.transactions.refund, more)).body.code).toBe('second_person')
})

test('money permissions are those that move money', () => {
  expect(permissionNames.filter(isMoney)).toEqual([
    'transactions.override',
    'money.refund',
    'money.cancel',
    'money.approve',
    'money.hold',
    'money.correct',
    'money.settings',
    'disputes.write',
    'gift_cards.redeem',
  ])
})
