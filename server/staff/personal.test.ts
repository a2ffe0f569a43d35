import { api } from '@portreeve/contract'
import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { may, type Role, rightsOf, roles } from '@portreeve/contract/base/rights'
import { revealable } from '@portreeve/contract/people/users'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { writeAudit } from '../core/audit/audit.ts'
import { auditKey, pathOf, useServer } from '../testing/harness.ts'

const s = useServer()

/** Values that no other person has. */
const planted = {
  email: 'petra.planted@mailbox-planted.example',
  phone_number: '+1 555 010 7654321',
  last_ip: '203.0.113.77',
  oneSignalId: '0f1e2d3c-planted-push',
  stripe_customer_id: 'cus_plantedcustomer',
  stripe_connect_id: 'acct_plantedconnect',
}
const payments = ['pi_plantedorder', 'pi_plantedlabel', 'ch_plantedcharge']
const secrets = [...Object.values(planted), ...payments]
const uid = 'petra'

beforeAll(async () => {
  await s.addUser({ uid, displayName: 'Petra', ...planted })
  // Linked by every value, so that linked accounts show the shared values.
  await s.addUser({ uid: 'twin', displayName: 'Petra Twin', ...planted })
  await s.addUser({ uid: 'other' })
  await s.make.order({ id: 'o1', stripe_payment_intent_id: payments[0], buyer_uid: uid })
  const done = { status: 1, shipping_status: 1, payout_status: 1 }
  await s.make.transaction({ id: 't1', seller_uid: 'other', purchaser_uid: uid, order_id: 'o1', ...done })
  await s.make.label({ id: 'l1', transaction_id: 't1', payment_intent_id: payments[1] })
  await s.make.promotion({ id: 'p1', owner_uid: uid, stripe_id: payments[2] })
  await s.make.device({ id: 'd1', uid, device_id: 'd1', code: '123' })
  for (const role of roles) await s.token(role)
  // In every JSON value that an answer may have: by its name, and by a name beside it.
  for (const [field, value] of Object.entries(planted)) {
    await s.query(
      "insert into decided_fields (entity, key, field, ours, theirs, differs_since) values ('users', $1, $2, $3, $4, now())",
      [uid, field, JSON.stringify(value), JSON.stringify({ list: [value] })],
    )
    const json = JSON.stringify({ [field]: value, more: [{ field, ours: value, theirs: value }] })
    await s.ctx.database.db.transaction((tx) =>
      writeAudit(tx, auditKey, { uid: 'staff-admin', role: 'admin' }, 'ingest.settle', {
        subject: ['user', uid],
        before: JSON.parse(json),
        after: JSON.parse(json),
      }),
    )
    await s.query(
      `insert into events (id, type, subject_kind, subject_id, data, actor)
       select coalesce(max(id), 0) + 1, 'user.updated', 'user', $1, $2, '{}' from events`,
      [uid, json],
    )
  }
  const snapshot = JSON.stringify({ title: planted.email, email: planted.email })
  await s.make.listing({ key: 'lamp', title: 'Lamp', creatorUID: uid })
  await s.query(
    `insert into review_decisions (id, kind, subject_id, owner_uid, decision, by_uid, by_name, at, version, operation_id, snapshot)
     values ('rd', 'listing', 'none', $1, 'approved', 'staff-admin', 'Admin', now(), 1, 'op', $2)`,
    [uid, snapshot],
  )
})

const values: Record<string, string> = { uid, name: 'none', messagesId: 'none' }
const ids = ['t1', 'o1', 'p1', 'd1', uid]

/** Every reading call, with input that leads to the planted person. */
function inputs(endpoint: Endpoint): Input<Endpoint>[] {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const queries = [
    {},
    { search_term: 'petra', exclude_uid: '' },
    { search_term: planted.email, exclude_uid: '' },
    { party1: uid, party2: 'other' },
    { person: uid },
    { from: uid, to: 'other' },
    { q: 'petra' },
  ].filter((query) => endpoint.query.safeParse(query).success)
  const kinds = names.includes('kind') ? ['promotion', 'user'] : ['']
  return queries.flatMap((query) =>
    kinds.flatMap((kind) =>
      ids.map((id) => ({
        params: Object.fromEntries(names.map((name) => [name, { ...values, kind }[name] ?? id])),
        query,
      })),
    ),
  ) as Input<Endpoint>[]
}

const reading = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls as Record<string, Endpoint>)
    .filter(([, endpoint]) => endpoint.method === 'GET')
    .map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)

describe.each(roles)('for %s', (role) => {
  test('no reading call shows values that the role may not see, and together they show all others', async () => {
    const token = await s.token(role)
    const shown = new Set<string>()
    for (const [name, endpoint] of reading)
      for (const input of inputs(endpoint)) {
        const path = pathOf(endpoint, input as { params?: object; query?: object })
        const response = await s.server.inject({
          url: path,
          headers: { authorization: `Bearer ${token}`, 'x-api-key': 'test-key' },
        })
        for (const secret of secrets)
          if (response.body.includes(secret)) {
            shown.add(secret)
            expect(may(rightsOf(role), 'personal.read'), `${name} shows ${role} ${secret}`).toBe(true)
          }
      }
    expect([...shown].sort()).toEqual(may(rightsOf(role), 'personal.read') ? [...secrets].sort() : [])
  }, 120_000)
})

const get = async (as: Role) => (await s.call(as, api.users.get, { params: { uid } })).body.data

test('a reading call uses the caller’s current role, and reads nothing before it is authorized', async () => {
  const ask = () => s.call('support', api.users.get, { params: { uid } })
  const become = (role: string, disabled = false) =>
    s.query("update staff set role = $1, disabled = $2 where uid = 'staff-support'", [role, disabled])
  expect((await ask()).body.data).toMatchObject({ email: planted.email })
  // The timeline call itself decides, by the kind of record.
  const record = { params: { kind: 'conversation', id: 'none' } }
  expect((await s.call('support', api.timeline.of, record)).status).toBe(200)
  await become('finance')
  expect((await s.call('support', api.timeline.of, record)).status).toBe(403)
  // The one statement authenticates; no data is read without the permission.
  const statements = vi.spyOn(s.ctx.database.pool, 'query')
  expect((await s.call('support', api.audit.list, { query: {} })).status).toBe(403)
  expect(statements).toHaveBeenCalledTimes(1)
  statements.mockRestore()
  expect((await ask()).body.data.email).not.toBe(planted.email)
  await become('support')
  expect((await ask()).body.data).toMatchObject({ email: planted.email })
  await become('support', true)
  expect((await ask()).status).toBe(403)
  // A caller without the permission gets no other refusal.
  expect((await s.call('support', api.users.get, { params: { uid: 'nobody' } })).status).toBe(403)
  await become('support')
  expect((await s.call('support', api.users.get, { params: { uid: 'nobody' } })).status).toBe(404)
})

test('a masked value keeps its shape', async () => {
  expect(await get('moderator')).toMatchObject({
    displayName: 'Petra',
    email: 'p•••@m•••.example',
    phone_number: '•••• 4321',
    last_ip: '203.•••.•••.•••',
    oneSignalId: '••••push',
    stripe_customer_id: 'cus_••••omer',
    stripe_connect_id: 'acct_••••nect',
  })
  expect(await get('support')).toMatchObject(planted)
})

test('a changing call returns masked values too, also in a replay', async () => {
  await s.addUser({ ...planted, uid: 'changed', displayName: 'Changed' })
  const change = () =>
    s.call(
      'moderator',
      api.users.update,
      { params: { uid: 'changed' }, body: { post_ability: 3 } },
      { 'idempotency-key': 'personal-1' },
    )
  for (const answer of [await change(), await change()]) {
    expect(answer.body.data).toMatchObject({ post_ability: 3, email: 'p•••@m•••.example' })
    expect(JSON.stringify(answer.body)).not.toContain(planted.phone_number)
  }
})

test('a mask is never written back; a whole value is', async () => {
  await s.addUser({ ...planted, uid: 'written' })
  const write = (body: { phone_number: string } | { email: string }) =>
    s.call('moderator', api.users.update, { params: { uid: 'written' }, body })
  const answer = await write({ phone_number: '•••• 4321' })
  expect([answer.status, answer.body.error_title]).toEqual([422, 'Hidden value'])
  expect((await write({ email: 'p•••@m•••.example' })).status).not.toBe(200)
  expect((await write({ phone_number: '+1 999' })).body.data.phone_number).toBe('••••')
  const [row] = await s.query<{ phone_number: string; email: string }>(
    "select phone_number, email from users where uid = 'written'",
  )
  expect(row).toEqual({ phone_number: '+1 999', email: planted.email })
})

test.each(revealable.slice(0, 4))('a search by a whole %s still finds the person', async (field) => {
  const found = await s.call('finance', api.users.search, { query: { search_term: planted[field] } })
  expect(found.body.data.map((one) => one.uid)).toContain(uid)
})

describe('revealing', () => {
  const reveal = (
    as: Role,
    fields: (typeof revealable)[number][] = ['phone_number', 'email'],
    reason = 'Called',
  ) => s.call(as, api.users.reveal, { params: { uid }, body: { fields, reason } })

  test('needs the right and a reason', async () => {
    expect((await reveal('support')).status).toBe(403)
    expect((await reveal('moderator', ['email'], '  ')).status).toBe(400)
    expect((await reveal('moderator', [])).status).toBe(400)
    const nobody = { params: { uid: 'nobody' }, body: { fields: ['email' as const], reason: 'x' } }
    expect((await s.call('moderator', api.users.reveal, nobody)).status).toBe(404)
  })

  test('shows only the requested fields; the audit has the fields and the reason, not the values', async () => {
    expect((await reveal('moderator')).body.data).toEqual({
      phone_number: planted.phone_number,
      email: planted.email,
    })
    const rows = await s.query<{ after: unknown; reason: string }>(
      "select reason, after from audit where action = 'users.reveal' and subject_id = $1",
      [uid],
    )
    expect(rows).toEqual([{ reason: 'Called', after: { revealed: ['phone_number', 'email'] } }])
  })

  test('the charges of promotions', async () => {
    const body = { fields: ['charges' as const], reason: 'Refund' }
    const answer = await s.call('finance', api.users.reveal, { params: { uid }, body })
    expect(answer.body.data).toEqual({ charges: { p1: payments[2] } })
  })

  test("an order's payment and its labels'", async () => {
    const input = { params: { id: 'o1' }, body: { reason: 'Dispute' } }
    expect((await s.call('support', api.orders.reveal, input)).status).toBe(403)
    expect((await s.call('finance', api.orders.reveal, input)).body.data).toEqual({
      stripe_payment_intent_id: payments[0],
      labels: { l1: payments[1] },
      ship_to: expect.objectContaining({ ship_to_line1: null }),
    })
  })

  test('the answer is not stored for replay', async () => {
    const headers = { 'idempotency-key': 'personal-reveal' }
    const body = { fields: ['email' as const], reason: 'Again' }
    for (let at = 0; at < 2; at++)
      expect((await s.call('moderator', api.users.reveal, { params: { uid }, body }, headers)).status).toBe(
        200,
      )
    expect(await s.query("select 1 from idempotency_keys where key = 'personal-reveal'")).toEqual([])
  })

  test('thirty times an hour, also concurrently; then the refusal says when to retry', async () => {
    await s.query('delete from reveals')
    await s.query(
      "insert into reveals (staff_uid, at) values ('staff-finance', now() - interval '61 minutes')",
    )
    const answers = await Promise.all(Array.from({ length: 35 }, () => reveal('finance', ['email'])))
    expect(answers.filter(({ status }) => status === 200).length).toBe(30)
    const over = answers.find(({ status }) => status === 429)
    expect(over?.body.error_message).toMatch(
      /^You have revealed personal data 30 times within an hour; 30 are allowed\. The next is possible in \d+ min\.$/,
    )
    expect((await reveal('moderator', ['email'])).status).toBe(200)
    await s.query("update reveals set at = at - interval '1 hour'")
    expect((await reveal('finance', ['email'])).status).toBe(200)
  })
})
