import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { actingScopes, closedToPrograms, whyClosed } from '@portreeve/contract/base/programs'
import { needsFreshPassword, permissionNames, permissions } from '@portreeve/contract/base/rights'
import type { MachineScope } from '@portreeve/contract/marketplace/machine-keys'
import { beforeAll, expect, test } from 'vitest'
import { useApprovals } from '../testing/approving.ts'
import { keyFor } from '../testing/machine.ts'

// Programs that act: under the rights of their owner, within limits, never as a second person (docs/programs.md).

const { s, vendors, make } = useApprovals()

const of = (id: string) => ({ params: { id } })
const person = (uid: string) => ({ params: { uid } })
const ban = { body: { ban_reason: 'Fakes' } }
const auditOf = (subject: string) =>
  s.query('select action, actor_uid, actor_role, reason from audit where subject_id = $1 order by id', [
    subject,
  ])

let token = ''
const program = async (scopes: MachineScope[], more: Parameters<typeof keyFor>[2] = {}) => ({
  token: await keyFor(s, scopes, { owner: 'staff-finance', ...more }),
})
beforeAll(async () => {
  for (const role of ['admin', 'moderator', 'support', 'finance'] as const) await s.token(role)
  for (const uid of ['ana', 'ben', 'cleo']) await s.addUser({ uid, email: `${uid}@example.com` })
  token = await keyFor(s, ['act.users.block', 'act.users.read'], { name: 'Checks', owner: 'staff-support' })
})

test('what a program may never do is listed once, with its reason', () => {
  const closed = Object.keys(closedToPrograms)
  expect(closed.filter((name) => !Object.hasOwn(permissions, name))).toEqual([])
  expect(permissionNames.filter((name) => needsFreshPassword(name) && !closed.includes(name))).toEqual([])
  expect(actingScopes.filter((scope) => scope.startsWith('propose.') && scope.endsWith('.read'))).toEqual([])
  // A scope that reads changes nothing.
  const open = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).filter(
      ([name, one]) =>
        one.method !== 'GET' && one.may.endsWith('.read') && !whyClosed(`${group}.${name}`, one),
    ),
  )
  expect(open).toEqual([])
})

test('a key that acts has an owner; nobody gives what they do not hold', async () => {
  const create = (owner: string | undefined, scopes: MachineScope[]) =>
    s.call('admin', api.machineKeys.create, { body: { name: 'New', scopes, ...(owner && { owner }) } })
  expect((await create(undefined, ['act.users.block'])).body.code).toBe('malformed')
  expect((await create('nobody', ['act.users.block'])).body.code).toBe('not_found')
  expect((await create('staff-finance', ['act.users.block'])).body).toMatchObject({
    code: 'forbidden',
    error_message: expect.stringContaining('may not block or unblock an account'),
  })
  const keys = { ...{ refund_alone: null, refund_alone_day: null } }
  await s.call('admin', api.roles.create, {
    body: { name: 'Keys', permissions: ['machineKeys.read', 'machineKeys.manage'], ...keys },
  })
  await s.query("update staff set role = 'Keys' where uid = 'staff-moderator'")
  const given = await s.call('moderator', api.machineKeys.create, {
    body: { name: 'New', scopes: ['act.users.block'], owner: 'staff-support' },
  })
  await s.query("update staff set role = 'moderator' where uid = 'staff-moderator'")
  expect(given.body).toMatchObject({
    code: 'forbidden',
    error_message: expect.stringContaining('Your role, Keys'),
  })
})

test('a program makes the ordinary calls; the audit names it and its owner, and the history its key', async () => {
  expect((await s.call({ token }, api.users.ban, { ...person('ana'), ...ban })).status).toBe(200)
  expect(await auditOf('ana')).toEqual([
    { action: 'users.ban', actor_uid: 'staff-support', actor_role: 'program: Checks', reason: 'Fakes' },
  ])
  const [row] = await s.query("select history_by from users where uid = 'ana'")
  expect(row?.history_by).toMatch(/^key mk_/)
  expect(
    await s.query("select actor from events where type = 'user.blocked' and subject_id = 'ana'"),
  ).toEqual([{ actor: { uid: 'staff-support', role: 'program: Checks' } }])
  // A repeated call is as that of staff; the harness has compared the first one with its dry run.
  const key = { 'idempotency-key': 'one' }
  const once = () => s.call({ token }, api.users.ban, { ...person('ben'), ...ban }, key)
  expect((await once()).status).toBe(200)
  expect((await once()).headers['idempotent-replayed']).toBe('true')
  expect(await auditOf('ben')).toHaveLength(1)
})

test('it reads with scopes that read, and sees no personal data, whatever its owner sees', async () => {
  const emails = async (as: 'support' | { token: string }) =>
    (await s.call(as, api.users.search, { query: { search_term: 'cleo' } })).body.data.map(
      ({ email }) => email,
    )
  expect(await emails({ token })).toEqual(['c•••@e•••.com'])
  expect(await emails('support')).toEqual(['cleo@example.com'])
  expect((await s.call({ token }, api.posts.pending, {})).body).toMatchObject({
    code: 'forbidden',
    error_message: 'The machine key Checks has no scope act.posts.read.',
  })
  for (const call of [api.staff.me, api.machineKeys.list, api.staff.list, api.roles.list] as Endpoint[])
    expect((await s.call({ token }, call, {} as never)).body.error_title).toBe('Not for programs')
  // A key for records alone is none for these calls.
  const shop = await keyFor(s, ['ingest.users'])
  expect((await s.call({ token: shop }, api.users.get, person('cleo'))).body.code).toBe('signed_out')
})

test('it stops when its owner loses the right or leaves, and when it is ended', async () => {
  const call = async () => (await s.call({ token }, api.users.ban, { ...person('cleo'), ...ban })).body
  await s.query("update staff set role = 'finance' where uid = 'staff-support'")
  expect(await call()).toMatchObject({
    code: 'forbidden',
    error_message: expect.stringContaining('The owner of'),
  })
  const listed = async () =>
    (await s.call('admin', api.machineKeys.list, {})).body.data.find(({ name }) => name === 'Checks')
  expect((await listed())?.idle_scopes).toEqual(['act.users.block'])
  await s.query("update staff set role = 'support', disabled = true where uid = 'staff-support'")
  expect(await call()).toMatchObject({ error_title: 'Its owner has left' })
  expect((await listed())?.idle_scopes).toHaveLength(2)
  await s.query("update staff set disabled = false where uid = 'staff-support'")
  const own = await program(['act.users.read'], { name: 'Ends' })
  await s.query("update machine_keys set revoked_at = now() - interval '1 second' where name = 'Ends'")
  expect((await s.call(own, api.users.get, person('cleo'))).body.code).toBe('signed_out')
})

test('at most so many actions in an hour, many at once too; what is refused does not count', async () => {
  const limits = { per_hour: 3, cents_per_day: 0 }
  const few = { token: await keyFor(s, ['act.users.block'], { owner: 'staff-support', limits }) }
  for (let n = 0; n < 10; n++) await s.addUser({ uid: `many-${n}` })
  expect((await s.call(few, api.users.ban, { ...person('unknown'), ...ban })).status).toBe(404)
  const all = await Promise.all(
    [...Array(10).keys()].map((n) => s.call(few, api.users.ban, { ...person(`many-${n}`), ...ban })),
  )
  expect(all.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(all.filter(({ body }) => body.code === 'too_many')).toHaveLength(7)
})

test('its money is limited by the day, and by the currency', async () => {
  await make(['m1', 'm2', 'm3'])
  const pays = await program(['act.money.refund'], { limits: { per_hour: 100, cents_per_day: 3000 } })
  const refund = (id: string, amount: number) =>
    s.call(pays, api.transactions.refund, { ...of(id), body: { amount } })
  expect((await refund('m1', 2000)).body.data).toMatchObject({ state: 'done' })
  expect((await refund('m2', 1001)).body).toMatchObject({ code: 'too_many', error_title: 'Limit of the day' })
  s.ctx.settings.refundAloneOthers = { EUR: { alone: 50_000, day: 200_000 } }
  await s.make.sale('euro', { price: 5000, currency: 'EUR' })
  await vendors.know([{ payment_intent: 'pi_euro', amount: 5000, currency: 'eur', transfers: [] }])
  expect((await refund('euro', 100)).body).toMatchObject({ code: 'refused', error_title: 'Another currency' })
  const both = await Promise.all([refund('m2', 1000), refund('m3', 1000)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('above what its owner may alone it asks a second person, who is neither the owner nor a program', async () => {
  await make(['big'])
  const pays = await program(['act.money.refund'], { limits: { per_hour: 100, cents_per_day: 1_000_000 } })
  const asked = await s.call(pays, api.transactions.refund, { ...of('big'), body: { amount: 80_000 } })
  expect(asked.body.code).toBe('second_person')
  const [request] = await s.query<{ id: string }>("select id from approvals where transaction_id = 'big'")
  const id = request?.id ?? ''
  expect((await s.call(pays, api.approvals.approve, { ...of(id) })).body.error_title).toBe('Not for programs')
  expect((await s.call('finance', api.approvals.approve, { ...of(id) })).body.code).toBe('forbidden')
  expect((await s.call('admin', api.approvals.approve, { ...of(id) })).status).toBe(200)
})
