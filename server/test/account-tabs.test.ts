import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from '../adapters/mail.ts'
import { useServer } from './harness.ts'

const sent: Parameters<Mail['send']>[0][] = []
const s = useServer({
  mail: {
    send: async (mail) => {
      sent.push(mail)
      return mail.key
    },
  },
})
const of = (uid: string) => ({ params: { uid } })

beforeAll(async () => {
  await s.addUser({ uid: 'ana', displayName: 'Ana', email: 'ana@example.com' })
  await s.addUser({ uid: 'bo', displayName: 'Bo' })
  await s.addUser({ uid: 'empty' })
})

describe('listings of a person', () => {
  beforeAll(async () => {
    await s.query(`insert into listings (key, title, creator_uid, review_state, creation_date, creation_date_time, location, post_type)
      select 'p' || i, 'Title ' || i, 'ana', case when i <= 2 then 'denied' else 'approved' end,
        case when i = 3 then 'no date' else '2026-01-01' end,
        case when i = 3 then null else '2026-01-01'::timestamptz + make_interval(mins => i) end,
        '{"lat": 1, "lon": 2}', i % 2 from generate_series(1, 452) i`)
    await s.query("insert into listings (key, creator_uid, deleted_at) values ('deleted', 'ana', now())")
  })

  test('[API-19] [ENT-20] newest first, 200 at a time by cursor, each exactly once, with the true total', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    for (let turn = 0; turn < 3; turn++) {
      const answer = await s.call('support', api.posts.ofUser, {
        ...of('ana'),
        query: cursor ? { cursor } : {},
      })
      expect(answer.headers['x-total-count']).toBe('450')
      seen.push(...answer.body.data.map((post) => post.key))
      cursor = answer.headers['x-next-cursor'] as string | undefined
      expect(answer.headers['x-more']).toBe(turn < 2 ? 'true' : undefined)
    }
    expect(seen).toEqual([...Array.from({ length: 449 }, (_, i) => `p${452 - i}`), 'p3'])
  })

  test('[API-20] denied listings are separate; a person without listings gets an empty list, an unknown person 404, an invalid cursor 400', async () => {
    const denied = await s.call('support', api.posts.deniedOfUser, of('ana'))
    expect(denied.body.data.map((post) => post.key)).toEqual(['p2', 'p1'])
    expect((await s.call('support', api.posts.ofUser, of('empty'))).body.data).toEqual([])
    expect((await s.call('support', api.posts.ofUser, of('nobody'))).status).toBe(404)
    expect((await s.call('support', api.posts.ofUser, { ...of('ana'), query: { cursor: 'x' } })).status).toBe(
      400,
    )
  })

  test('[API-21] a deleted listing is gone, audited, and cannot be deleted again; support may not delete', async () => {
    const params = { id: 'p5' }
    expect((await s.call('support', api.posts.remove, { params })).status).toBe(403)
    expect((await s.call('moderator', api.posts.remove, { params })).body).toEqual({
      status_code: 1,
      data: null,
    })
    expect((await s.call('moderator', api.posts.remove, { params })).status).toBe(404)
    expect((await s.call('support', api.posts.ofUser, of('ana'))).headers['x-total-count']).toBe('449')
    expect(await s.query("select action, before from audit where subject_id = 'p5'")).toEqual([
      { action: 'posts.remove', before: { key: 'p5', title: 'Title 5', creatorUID: 'ana' } },
    ])
  })
})

describe('reports about people', () => {
  const report = (id: string, about: string, by: string | null, status = 'open', minute = 0) =>
    s.query(
      `insert into user_reports (id, reporting_uid, reporter_uid, report_reason_id, input, status, created_at)
       values ($1, $2, $3, 'scam', 'He did it', $4, '2026-01-01'::timestamptz + make_interval(mins => $5))`,
      [id, about, by, status, minute],
    )
  const groups = async () => (await s.call('support', api.userReports.list, {})).body.data

  test('[API-29] [ENT-27] [ENT-28] [ENT-29] [ENT-30] [ENT-31] open reports, grouped by the reported person, newest group first', async () => {
    await report('r1', 'ana', 'bo', 'open', 1)
    await report('r2', 'bo', 'ana', 'open', 2)
    await report('r3', 'ana', null, 'open', 3)
    await report('r4', 'bo', 'ana', 'resolved', 4)
    const data = await groups()
    expect(
      data.map((group) => [group.reporting_uid, group.reporting, group.reports.map((one) => one.id)]),
    ).toEqual([
      ['ana', { uid: 'ana', displayName: 'Ana' }, ['r3', 'r1']],
      ['bo', { uid: 'bo', displayName: 'Bo' }, ['r2']],
    ])
    expect(data[0]?.reports).toEqual([
      expect.objectContaining({ id: 'r3', reporter_uid: null, reporter: null }),
      {
        id: 'r1',
        reporting_uid: 'ana',
        reporter_uid: 'bo',
        reporter: { displayName: 'Bo' },
        report_reason_id: 'scam',
        input: 'He did it',
        status: 'open',
        created_at: '2026-01-01T00:01:00.000Z',
      },
    ])
  })

  test('[API-30] [ENT-32] unseen reports stay open and are counted; a second call resolves none', async () => {
    await report('r5', 'ana', 'bo', 'open', 5)
    const body = { status: 'resolved' as const, seen: ['r3', 'r1'] }
    const answers = await Promise.all(
      [1, 2].map(() => s.call('support', api.userReports.resolve, { ...of('ana'), body })),
    )
    expect(
      answers.map((answer) => answer.body.data).sort((a, b) => b.resolved_count - a.resolved_count),
    ).toEqual([
      { resolved_count: 2, left_open: 1 },
      { resolved_count: 0, left_open: 1 },
    ])
    expect(
      (await groups()).find((group) => group.reporting_uid === 'ana')?.reports.map((one) => one.id),
    ).toEqual(['r5'])
    const all = await s.call('support', api.userReports.resolve, {
      ...of('ana'),
      body: { status: 'resolved' },
    })
    expect(all.body.data).toEqual({ resolved_count: 1, left_open: 0 })
    expect((await groups()).map((group) => group.reporting_uid)).toEqual(['bo'])
    expect(
      (await s.call('finance', api.userReports.resolve, { ...of('bo'), body: { status: 'resolved' } }))
        .status,
    ).toBe(403)
    const wrong = await s.call('support', api.userReports.resolve, {
      ...of('bo'),
      body: { status: 'closed' as 'resolved' },
    })
    expect(wrong.status).toBe(400)
  })
})

describe('reports about listings', () => {
  test('[API-31] [API-32] [ENT-21] [ENT-22] counted per listing; ignoring removes the listing, and ignoring it again is no error', async () => {
    await s.query(
      `insert into listings (key, title, description, thumbnail_image_url, creator_uid) values ('bike', 'Bike', 'Red', 'listings/bike.svg', 'bo'), ('car', 'Car', null, null, 'bo')`,
    )
    await s.query(`insert into content_reports (id, post_key, reporter_uid, status, created_at)
      select 'c' || i, case when i <= 3 then 'bike' else 'car' end, 'ana', case when i = 3 then 'ignored' else 'open' end, '2026-01-01'::timestamptz + make_interval(mins => i) from generate_series(1, 4) i`)
    const list = async () => (await s.call('support', api.listingReports.list, {})).body.data
    expect(await list()).toEqual([
      {
        key: 'car',
        title: 'Car',
        description: null,
        thumbnailImageURL: null,
        status: 'open',
        total_reports: 1,
        report_ids: ['c4'],
      },
      {
        key: 'bike',
        title: 'Bike',
        description: 'Red',
        thumbnailImageURL: 'listings/bike.svg',
        status: 'open',
        total_reports: 2,
        report_ids: ['c1', 'c2'],
      },
    ])
    const ignore = (seen?: string[]) =>
      s.call('moderator', api.listingReports.ignore, {
        params: { id: 'bike' },
        body: { status: 'ignored', ...(seen && { seen }) },
      })
    // A report that was not on the screen stays open and is counted; an empty `seen` ignores none.
    expect((await ignore([])).body.data).toEqual({ ignored_count: 0, left_open: 2 })
    expect((await ignore(['c1', 'c4'])).body.data).toEqual({ ignored_count: 1, left_open: 1 })
    expect((await list()).map((row) => [row.key, row.total_reports])).toEqual([
      ['car', 1],
      ['bike', 1],
    ])
    expect((await ignore()).body.data).toEqual({ ignored_count: 1, left_open: 0 })
    expect((await ignore()).body.data).toEqual({ ignored_count: 0, left_open: 0 })
    await s.call('moderator', api.posts.remove, { params: { id: 'car' } })
    expect(await list()).toEqual([])
    expect(await s.query("select distinct status from content_reports where post_key = 'bike'")).toEqual([
      { status: 'ignored' },
    ])
  })
})

describe('transactions of people', () => {
  beforeAll(async () => {
    await s.query("insert into orders (id, buyer_uid, status, created_at) values ('o', 'bo', 1, now())")
    await s.query(`insert into transactions (id, seller_uid, purchaser_uid, order_id, price, purchase_date)
      select 't' || i, case when i % 2 = 0 then 'ana' else 'bo' end, case when i % 2 = 0 then 'bo' else 'ana' end, 'o', i, '2026-01-01'::timestamptz + make_interval(mins => i) from generate_series(1, 4) i`)
    await s.query(
      "insert into transactions (id, seller_uid, purchaser_uid, price, purchase_date) values ('t-other', 'empty', 'ana', 1, '2025-01-01')",
    )
    await s.query(
      "insert into ship_labels (id, transaction_id, created_at, status) values ('label', 't4', now(), 1)",
    )
  })
  test('[API-22] [ENT-33] purchases and sales in one list', async () => {
    const { data } = (await s.call('finance', api.transactions.ofUser, of('ana'))).body
    expect(data.map((txn) => txn.id)).toEqual(['t4', 't3', 't2', 't1', 't-other'])
    expect(data[0]?.ship_labels).toEqual([expect.objectContaining({ id: 'label', status: 1 })])
  })
  test('[API-33] between two people in either order, and no others', async () => {
    const between = async (party1: string, party2: string) =>
      (await s.call('support', api.transactions.between, { query: { party1, party2 } })).body.data.map(
        (txn) => txn.id,
      )
    expect(await between('ana', 'bo')).toEqual(['t4', 't3', 't2', 't1'])
    expect(await between('bo', 'ana')).toEqual(['t4', 't3', 't2', 't1'])
    expect(await between('bo', 'empty')).toEqual([])
    expect(
      (
        await s.call('support', api.transactions.between, {
          query: { party1: 'ana' } as { party1: string; party2: string },
        })
      ).status,
    ).toBe(400)
  })
})

describe('devices and codes', () => {
  beforeAll(async () => {
    await s.query(`insert into devices (id, uid, device_id, code, created_at, created_at_time, verification_status) values
      ('d1', 'ana', 'dev-1', '111111', '2026-01-02T00:00:00Z', '2026-01-02', 0), ('d2', 'ana', null, '222222', 'odd', null, 1), ('d3', 'bo', null, '3', '2026-01-01', '2026-01-01', 0)`)
    await s.query(
      "insert into verification_codes (id, uid, code, created_at, created_at_time) values ('v1', 'ana', '123456', '2026-01-01', '2026-01-01'), ('v2', 'ana', '654321', 'odd', null)",
    )
  })
  test('[API-24] [ENT-16] [ENT-17] [ENT-18] devices of a person', async () => {
    expect((await s.call('support', api.devices.list, of('ana'))).body.data).toEqual([
      {
        id: 'd1',
        device_id: 'dev-1',
        code: '111111',
        created_at: '2026-01-02T00:00:00Z',
        verification_status: 0,
      },
      { id: 'd2', device_id: null, code: '222222', created_at: 'odd', verification_status: 1 },
    ])
  })
  test('[API-25] a new code is mailed; by id or device_id; a verified device and a person without an address are refused', async () => {
    const resend = (id: string) => s.call('support', api.devices.sendVerification, { params: { id } })
    for (const id of ['d1', 'dev-1']) expect((await resend(id)).body.data).toEqual({ sent: 'sent' })
    expect(sent.map((mail) => mail.to)).toEqual(['ana@example.com', 'ana@example.com'])
    const [device] = await s.query<{ code: string }>("select code from devices where id = 'd1'")
    expect(sent.at(-1)?.text).toContain(device?.code ?? '-')
    expect([(await resend('d2')).status, (await resend('d3')).status, (await resend('d9')).status]).toEqual([
      409, 422, 404,
    ])
    expect((await s.call('finance', api.devices.sendVerification, { params: { id: 'd1' } })).status).toBe(403)
  })
  test('[API-26] [API-27] [ENT-19] reading codes is audited, and codes are deleted', async () => {
    const list = async () => (await s.call('support', api.verification.list, of('ana'))).body.data
    expect(await list()).toEqual([
      { id: 'v1', code: '123456', created_at: '2026-01-01' },
      { id: 'v2', code: '654321', created_at: 'odd' },
    ])
    expect(await s.query("select actor_uid from audit where action = 'verification.list'")).toEqual([
      { actor_uid: 'staff-support' },
    ])
    const remove = () => s.call('support', api.verification.remove, { params: { id: 'v1' } })
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
    expect((await list()).map((code) => code.id)).toEqual(['v2'])
    expect((await s.call('finance', api.verification.list, of('ana'))).status).toBe(403)
  })
})

test('[API-23] [ENT-23] [ENT-24] [ENT-25] [ENT-26] promotions of a person, with and without a charge', async () => {
  await s.query(`insert into promoted_posts (id, owner_uid, post_title, post_thumbnail_image_path, promo_start_date, promo_end_date, price, created_at, charge_stripe_id) values
    ('pr1', 'ana', 'Bike', 'listings/bike.svg', '2026-01-01', '2026-01-08', 2500, '2025-12-30', 'ch_1'), ('pr2', 'ana', null, null, null, null, null, '2025-12-29', null)`)
  const { data } = (await s.call('support', api.promotedPosts.ofUser, of('ana'))).body
  expect(data).toEqual([
    expect.objectContaining({
      id: 'pr1',
      post_title: 'Bike',
      price: 2500,
      promo_start_date: '2026-01-01T00:00:00.000Z',
      charge: { stripe_id: 'ch_1' },
    }),
    expect.objectContaining({ id: 'pr2', post_title: null, price: null, charge: null }),
  ])
})

describe('conversations of a person', () => {
  beforeAll(async () => {
    await s.query(
      "insert into conversations (id, conversations_messages_id, last_message, date) values ('c1', 'm1', 'Hi', '2026-01-01'), ('c2', 'm2', 'Yo', '2026-01-02')",
    )
    await s.query(
      "insert into conversation_members (conversation_id, uid, name, read, position) values ('c1', 'ana', 'Ana', true, 0), ('c1', 'bo', 'Bo', false, 1), ('c2', 'bo', 'Bo', true, 0), ('c2', 'empty', 'E', true, 1)",
    )
    await s.query(
      "insert into messages (id, conversation_id, sender_id, type, text, date) values ('x2', 'c1', 'bo', 0, 'second', '2026-01-01T00:01:00Z'), ('x1', 'c1', 'ana', 0, 'first', '2026-01-01')",
    )
  })
  test('[API-17] [API-76] [ENT-76] [ENT-77] [ENT-79] [ENT-80] the list and the messages, audited; finance may not read them', async () => {
    const list = await s.call('moderator', api.conversations.ofUser, of('bo'))
    expect(list.body.data.map((one) => [one.key, one.read_status])).toEqual([
      ['c2', 1],
      ['c1', 0],
    ])
    expect(list.body.data[1]).toEqual({
      key: 'c1',
      conversationsMessagesID: 'm1',
      lastMessage: 'Hi',
      date: '2026-01-01T00:00:00.000Z',
      read_status: 0,
      product_id: null,
      participants: ['ana', 'bo'],
      members: { ana: 'Ana', bo: 'Bo' },
      readByUsers: { ana: true, bo: false },
    })
    const read = await s.call('moderator', api.conversations.messages, {
      params: { id: 'c1', messagesId: 'm1' },
    })
    expect(
      read.body.data.map((message) => [
        message.text,
        message.author,
        message.senderDisplayName,
        message.timestamp,
      ]),
    ).toEqual([
      ['first', 'ana', 'Ana', Date.parse('2026-01-01')],
      ['second', 'bo', 'Bo', Date.parse('2026-01-01T00:01:00Z')],
    ])
    expect(
      await s.query("select action, subject_id from audit where action like 'conversations.%' order by id"),
    ).toEqual([
      { action: 'conversations.ofUser', subject_id: 'bo' },
      { action: 'conversations.messages', subject_id: 'c1' },
    ])
    expect((await s.call('finance', api.conversations.ofUser, of('bo'))).status).toBe(403)
    expect(
      (await s.call('moderator', api.conversations.messages, { params: { id: 'c1', messagesId: 'm2' } }))
        .status,
    ).toBe(404)
  })
})

describe('linked accounts', () => {
  test('by push id, phone, IP and payment customer, each with its evidence; an address shared by many is weak', async () => {
    const shared = {
      oneSignalId: 'Push-1',
      phone_number: '+1 555 000',
      last_ip: '203.0.113.9',
      stripe_customer_id: 'cus_x',
    }
    await s.addUser({ uid: 'ring-1', displayName: 'Ring One', ...shared })
    await s.addUser({ uid: 'ring-2', oneSignalId: 'push-1', isBanned: true })
    await s.addUser({ uid: 'ring-3', phone_number: '1555000' })
    await s.addUser({ uid: 'ring-4', stripe_customer_id: 'cus_x' })
    await s.addUser({ uid: 'ring-5', oneSignalId: 'push-1', phone_number: 'temp' })
    await s.addUser({ uid: 'temp', phone_number: 'temp' })
    for (let i = 0; i < 11; i++) await s.addUser({ uid: `crowd-${i}`, last_ip: '203.0.113.9' })
    const { data } = (await s.call('support', api.linkedAccounts.get, of('ring-1'))).body
    expect(data.accounts[0]).toEqual({ uid: 'ring-1', displayName: 'Ring One', isBanned: false })
    expect(data.accounts[1]?.uid).toBe('ring-2')
    expect(data.accounts).toHaveLength(16)
    expect(
      data.links.map(({ kind, value, uids, shared_by, weak }) => [kind, value, uids.length, shared_by, weak]),
    ).toEqual([
      ['push_id', 'Push-1', 3, 3, false],
      ['phone', '+1 555 000', 2, 2, false],
      ['ip', '203.0.113.9', 12, 12, true],
      ['payment_customer', 'cus_x', 2, 2, false],
    ])
    expect((await s.call('support', api.linkedAccounts.get, of('temp'))).body.data).toEqual({
      accounts: [{ uid: 'temp', displayName: 'Somebody', isBanned: false }],
      links: [],
      more: false,
    })
    expect((await s.call('support', api.linkedAccounts.get, of('nobody'))).status).toBe(404)
  })
})
