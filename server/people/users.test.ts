import { api } from '@portreeve/contract'
import { describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { users } = api
const audit = (subject: string) =>
  s.query<{ action: string; actor_uid: string; reason: string | null; before: object; after: object }>(
    'select * from audit where subject_id = $1 order by id',
    [subject],
  )

describe('the user record', () => {
  test('[ENT-01] [ENT-02] [ENT-03] [ENT-04] [ENT-05] [ENT-06] [ENT-07] [ENT-08] [ENT-09] [ENT-10] [ENT-11] [ENT-12] [ENT-13] [ENT-14] [API-08] has every field of the spec, nulls and odd values kept', async () => {
    const full = {
      uid: 'full',
      displayName: 'Ana Yılmaz',
      email: 'ana@example.com',
      country_code: 'TR',
      phone_number: 'temp',
      post_ability: 2,
      appVersion: 'iOS 5.2.3',
      last_ip: '198.51.100.7',
      lastActive: '2026-10-25T02:55:23.000Z',
      subscriptionState: 'active',
      isBanned: false,
      oneSignalId: '04f32d2c-4520',
      created_at: 'not a date',
      stripe_customer_id: 'cus_1',
      stripe_connect_id: null,
      payout_timing_preference: 'instant',
      available_balance: 1234,
      pending_balance: 50,
      listing_quantity_permission: 1 as const,
      store_behavior: 0 as const,
      early_access: 1 as const,
    }
    await s.addUser(full)
    const answer = await s.call('admin', users.get, { params: { uid: 'full' } })
    expect(answer.body).toEqual({ status_code: 1, data: { ...full, version: 1 } })
    await s.addUser({ uid: 'no-mail', email: null })
    expect((await s.call('admin', users.get, { params: { uid: 'no-mail' } })).body.data.email).toBeNull()
  })

  test('[API-08] an unknown uid is refused with 404 and a message', async () => {
    const answer = await s.call('admin', users.get, { params: { uid: 'nobody' } })
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({
      status_code: 0,
      code: 'not_found',
      error_title: 'No such person',
      data: null,
    })
  })
})

describe('editing', () => {
  const changes = [
    { phone_number: '+1 (555) 010-0000' },
    { email: 'new@example.com' },
    { post_ability: 2 },
    { listing_quantity_permission: 1 as const },
    { store_behavior: 1 as const },
    { early_access: 1 as const },
  ]
  test('[API-09] each editable field is changed alone, stored and audited', async () => {
    await s.addUser({ uid: 'edit', email: 'old@example.com' })
    for (const change of changes) {
      const answer = await s.call('support', users.update, { params: { uid: 'edit' }, body: change })
      expect(answer.status).toBe(200)
    }
    const { data } = (await s.call('admin', users.get, { params: { uid: 'edit' } })).body
    expect(data).toMatchObject(Object.assign({}, ...changes))
    const rows = await audit('edit')
    expect(rows.map((row) => [row.action, row.actor_uid, row.after])).toEqual(
      changes.map((change) => ['users.update', 'staff-support', change]),
    )
    expect(rows[1]?.before).toEqual({ email: 'old@example.com' })
  })

  test('a changed address is found, the old one is not', async () => {
    await s.addUser({ uid: 'moved', email: 'before-moving@example.com' })
    await s.call('admin', users.update, {
      params: { uid: 'moved' },
      body: { email: 'after-moving@example.com' },
    })
    const find = async (search_term: string) =>
      (await s.call('admin', users.search, { query: { search_term } })).body.data
    expect((await find('after-moving')).map((user) => user.uid)).toEqual(['moved'])
    expect(await find('before-moving')).toEqual([])
  })

  test.each([
    [{}, 'exactly one field'],
    [{ email: 'a@example.com', post_ability: 1 }, 'exactly one field'],
    [{ isBanned: true }, "unknown field 'isBanned'"],
    [{ post_ability: '2' }, "'post_ability'"],
    [{ post_ability: 1.5 }, "'post_ability'"],
    [{ email: 'no address' }, "'email': is not an email address"],
    [{ phone_number: 'a\u0000b' }, 'NUL'],
    [{ phone_number: '\ud800' }, 'half a character'],
    [{ early_access: true }, "'early_access'"],
  ])('%j is refused in words and changes nothing', async (body, words) => {
    await s.addUser({ uid: 'same', email: 'same@example.com' }).catch(() => {})
    const answer = await s.call('admin', users.update, {
      params: { uid: 'same' },
      body: body as { post_ability: number },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error_message).toContain(words)
    expect((await s.call('admin', users.get, { params: { uid: 'same' } })).body.data.version).toBe(1)
  })

  test('a stale If-Match is refused with 409, a client without If-Match still works', async () => {
    await s.addUser({ uid: 'race' })
    const put = (value: number, headers?: Record<string, string>) =>
      s.call('admin', users.update, { params: { uid: 'race' }, body: { post_ability: value } }, headers)
    expect((await put(2, { 'if-match': '"1"' })).status).toBe(200)
    const stale = await put(3, { 'if-match': '"1"' })
    expect([stale.status, stale.body.code]).toEqual([409, 'conflict'])
    expect((await put(4)).body.data).toMatchObject({ post_ability: 4, version: 3 })
    expect((await put(5, { 'if-match': 'soon' })).status).toBe(400)
  })
})

describe('blocking', () => {
  test('[API-11] [API-12] [API-13] [ENT-15] keeps reason, actor and time; unblocking keeps the history', async () => {
    await s.addUser({ uid: 'bad' })
    const banned = await s.call('moderator', users.ban, {
      params: { uid: 'bad' },
      body: { ban_reason: 'Sold counterfeit items' },
    })
    expect(banned.body.data.isBanned).toBe(true)
    const unbanned = await s.call('moderator', users.unban, { params: { uid: 'bad' } })
    expect(unbanned.body.data.isBanned).toBe(false)
    await s.call('support', users.ban, { params: { uid: 'bad' }, body: { ban_reason: '' } })
    const { data } = (await s.call('admin', users.banReasons, { params: { uid: 'bad' } })).body
    expect(data.map(({ reason, actor }) => [reason, actor])).toEqual([
      [null, 'The support'],
      ['Sold counterfeit items', 'The moderator'],
    ])
    expect(Date.now() - Date.parse(data[0]?.created_at ?? '')).toBeLessThan(60_000)
    expect((await audit('bad')).map((row) => [row.action, row.reason])).toEqual([
      ['users.ban', 'Sold counterfeit items'],
      ['users.unban', null],
      ['users.ban', null],
    ])
  })

  test('a blocked person is not blocked again, an unblocked one is not unblocked, staff cannot block themselves', async () => {
    await s.addUser({ uid: 'once' })
    await s.addUser({ uid: 'staff-admin' })
    const body = { ban_reason: 'why' }
    expect((await s.call('admin', users.unban, { params: { uid: 'once' } })).status).toBe(409)
    await s.call('admin', users.ban, { params: { uid: 'once' }, body })
    expect((await s.call('admin', users.ban, { params: { uid: 'once' }, body })).status).toBe(409)
    const self = await s.call('admin', users.ban, { params: { uid: 'staff-admin' }, body })
    expect([self.status, self.body.error_title]).toEqual([422, "You can't block yourself"])
    expect((await s.call('admin', users.banReasons, { params: { uid: 'once' } })).body.data).toHaveLength(1)
  })

  test('twenty concurrent calls leave one block, one reason and one audit row', async () => {
    await s.addUser({ uid: 'crowd' })
    await s.token('admin')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        s.call('admin', users.ban, { params: { uid: 'crowd' }, body: { ban_reason: 'x' } }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await audit('crowd')).toHaveLength(1)
    expect(await s.query("select 1 from ban_reasons where uid = 'crowd'")).toHaveLength(1)
  })
})

describe('gift cards', () => {
  const redeem = (uid: string, code: string) =>
    s.call('finance', users.redeemGiftCard, { params: { uid }, body: { code } })
  test('[API-14] a card is redeemed once, into one balance, also when ten people send it at once', async () => {
    const people = Array.from({ length: 10 }, (_, n) => `gift-${n}`)
    for (const uid of people) await s.addUser({ uid, available_balance: 50 })
    await s.make.giftCard({ code: 'G-1' })
    await s.token('finance')
    const answers = await Promise.all([...people, ...people].map((uid) => redeem(uid, 'G-1')))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(answers.find((answer) => answer.status === 409)?.body.error_title).toBe(
      'Gift card already redeemed',
    )
    const balances = await s.query<{ cents: number }>(
      "select available_balance as cents from users where uid like 'gift-%' order by cents desc",
    )
    expect(balances.map(({ cents }) => Number(cents))).toEqual([1050, ...Array(9).fill(50)])
  })
  test('an unknown or empty code is refused with a message', async () => {
    const unknown = await redeem('gift-0', 'G-404')
    expect([unknown.status, unknown.body.error_title]).toEqual([404, 'No such gift card'])
    expect((await redeem('gift-0', '')).status).toBe(400)
  })
})

describe('deleting an account', () => {
  test('[API-10] [UDT-99] the account is gone from every answer, its money records and audit stay', async () => {
    await s.addUser({ uid: 'gone', displayName: 'Gone Person', email: 'gone@example.com' })
    await s.addUser({ uid: 'other' })
    await s.make.order({ id: 'o1', buyer_uid: 'gone' })
    await s.make.transaction({ id: 't1', seller_uid: 'other', purchaser_uid: 'gone', order_id: 'o1' })
    await s.make.listing({ key: 'l-gone', creatorUID: 'gone' })
    await s.make.code({ id: 'v-gone', uid: 'gone' })
    expect((await s.call('admin', users.remove, { params: { uid: 'gone' } })).body).toEqual({
      status_code: 1,
      data: null,
    })
    expect((await s.call('admin', users.get, { params: { uid: 'gone' } })).status).toBe(404)
    expect(
      (await s.call('admin', users.search, { query: { search_term: 'gone@example.com' } })).body.data,
    ).toEqual([])
    expect(
      (await s.call('admin', users.ban, { params: { uid: 'gone' }, body: { ban_reason: '' } })).status,
    ).toBe(404)
    expect(await s.query("select 1 from verification_codes where uid = 'gone'")).toEqual([])
    expect(await s.query("select 1 from transactions where purchaser_uid = 'gone'")).toHaveLength(1)
    expect(await s.query("select 1 from posts where key = 'l-gone' and deleted_at is not null")).toHaveLength(
      1,
    )
    expect((await audit('gone')).map((row) => row.action)).toEqual(['users.remove'])
  })

  test.each(['available_balance', 'pending_balance'] as const)('is refused for %s alone', async (balance) => {
    await s.addUser({ uid: `only-${balance}`, [balance]: 1 })
    const answer = await s.call('admin', users.remove, { params: { uid: `only-${balance}` } })
    expect([answer.status, answer.body.error_message]).toEqual([
      409,
      `This account still has a${balance === 'available_balance' ? 'n available' : ' pending'} balance of $0.01.`,
    ])
  })

  test('is refused with every reason while money is not settled', async () => {
    await s.addUser({ uid: 'busy', available_balance: 1234, pending_balance: -50 })
    await s.make.transaction({ id: 't2', seller_uid: 'busy', purchaser_uid: 'other', dispute_status: 2 })
    await s.make.dispute({ id: 'd1', transaction_id: 't2', creator_uid: 'other' })
    await s.make.operation({ id: 'op1', kind: 'refund', subject_id: 't2', cents: 500 })
    const answer = await s.call('admin', users.remove, { params: { uid: 'busy' } })
    expect(answer.status).toBe(409)
    expect(answer.body.error_message).toBe(
      'This account still has an open dispute, a pending refund or payment, an available balance of $12.34, a pending balance of -$0.50.',
    )
    expect((await s.call('admin', users.get, { params: { uid: 'busy' } })).status).toBe(200)
  })
})

test('roles: finance may not edit, support may not delete, and the refusal names the permission', async () => {
  await s.addUser({ uid: 'rights' })
  const edit = await s.call('finance', users.update, { params: { uid: 'rights' }, body: { post_ability: 1 } })
  expect([edit.status, edit.body.error_message]).toEqual([
    403,
    'Your role, finance, may not edit an account.',
  ])
  expect((await s.call('support', users.remove, { params: { uid: 'rights' } })).status).toBe(403)
  expect(await audit('rights')).toEqual([])
})
