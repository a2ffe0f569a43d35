import { api } from '@portreeve/contract'
import { messagesBetween } from '@portreeve/contract/conversations'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from './harness.ts'

const s = useServer()
type Filter = Parameters<typeof list>[0]
const list = (
  query: {
    [K in
      | 'limit'
      | 'cursor'
      | 'status'
      | 'shipping_status'
      | 'payout_status'
      | 'person'
      | 'from'
      | 'to'
      | 'min'
      | 'max']?: string
  } & { cancel_risk?: 'true' | 'false'; dispute?: 'open' | 'resolved' | 'none' },
) => s.call('support', api.transactions.list, { query })
const ids = async (query: Filter) => (await list(query)).body.data.map((txn) => txn.id)

beforeAll(async () => {
  for (const uid of ['seller', 'buyer', 'other']) await s.addUser({ uid })
  await s.query(
    "insert into orders (id, stripe_payment_intent_id, buyer_uid, status, created_at) values ('o1', 'pi_1', 'buyer', 1, '2026-01-01')",
  )
  // 250 old transactions, one a minute; then single transactions for each filter.
  await s.query(`insert into transactions (id, seller_uid, purchaser_uid, order_id, price, status, shipping_status, payout_status, purchase_date)
    select 'bulk-' || lpad(i::text, 3, '0'), 'seller', 'buyer', 'o1', 1000 + i, 1, 1, 1, '2025-01-01'::timestamptz + make_interval(mins => i / 2) from generate_series(1, 250) i`)
  await s.query(`insert into transactions (id, public_id, seller_uid, purchaser_uid, price, shipping_cost, status, shipping_status, payout_status, purchase_date, dispute_id, dispute_status) values
    ('risk', 'P1', 'seller', 'other', 5, 499, 2, 3, 2, now() - interval '4 days', null, null),
    ('fresh', 'P2', 'seller', 'other', 6, null, 2, 3, 2, now() - interval '1 day', null, null),
    ('disputed', 'P3', 'other', 'buyer', 7, 0, 1, 1, 2, '2026-02-01', 'd1', 2),
    ('settled', 'P4', 'other', 'buyer', 999999, 0, 5, 1, 1, '2026-02-02', 'd2', 1),
    ('strange', 'P5', 'other', 'buyer', 8, 0, 9, 9, 9, '2026-02-03', null, null)`)
  await s.query(
    "insert into ship_labels (id, transaction_id, created_at, status, tracking_number, ep_shipment_id, payment_intent_id, key, label_image_url, purchase_date) values ('l1', 'risk', '2026-01-01', 1, 'T1', 'shp_1', 'pi_l', 'k', 'labels/1.png', '2026-01-01')",
  )
})

describe('the list', () => {
  test('[API-36] 100 newest by default, at most limit, paged by cursor: each exactly once', async () => {
    expect((await ids({})).length).toBe(100)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const answer = await list({ limit: '60', ...(cursor ? { cursor } : {}) })
      expect(answer.body.data.length).toBeLessThanOrEqual(60)
      seen.push(...answer.body.data.map((txn) => txn.id))
      cursor = answer.headers['x-next-cursor'] as string | undefined
    } while (cursor)
    const all = await s.query<{ id: string }>(
      'select id from transactions order by purchase_date desc, id desc',
    )
    expect(seen).toEqual(all.map((row) => row.id))
  })

  test.each<[Filter, string[]]>([
    [{ cancel_risk: 'true' }, ['risk']],
    [{ status: '2' }, ['fresh', 'risk']],
    [{ status: '9' }, ['strange']],
    [{ shipping_status: '3', cancel_risk: 'false' }, ['fresh', 'risk']],
    [{ payout_status: '2' }, ['fresh', 'risk', 'disputed']],
    [{ dispute: 'open' }, ['disputed']],
    [{ dispute: 'resolved' }, ['settled']],
    [{ dispute: 'none', person: 'other', status: '9' }, ['strange']],
    [{ person: 'other' }, ['fresh', 'risk', 'strange', 'settled', 'disputed']],
    [{ from: '2026-02-01T00:00:00Z', to: '2026-02-03T00:00:00Z' }, ['settled', 'disputed']],
    [{ min: '7', max: '8' }, ['strange', 'disputed']],
    [{ min: '999999' }, ['settled']],
    [{ person: 'nobody' }, []],
  ])('[API-37] filter %j', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected)
  })

  test.each([
    { limit: '0' },
    { limit: '201' },
    { limit: 'all' },
    { status: 'x' },
    { from: 'soon' },
    { min: '1.5' },
    { min: '-1' },
    { cursor: 'made up' },
  ])('%j is refused in words', async (filter) => {
    const answer = await list(filter as Filter)
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed'])
    expect(answer.body.error_message).toContain(Object.keys(filter)[0])
  })
})

test('[API-38] [ENT-36] [ENT-37] [ENT-38] [ENT-39] [ENT-40] [ENT-41] [ENT-42] [ENT-43] [ENT-44] [ENT-45] [ENT-46] [ENT-47] [ENT-48] [ENT-49] [ENT-50] one transaction with its labels', async () => {
  const { data } = (await s.call('admin', api.transactions.get, { params: { id: 'risk' } })).body
  expect(data).toEqual({
    id: 'risk',
    public_id: 'P1',
    product_id: null,
    product_title: null,
    product_thumbnail_path: null,
    seller_uid: 'seller',
    purchaser_uid: 'other',
    seller_display_name: null,
    purchaser_display_name: null,
    order_id: null,
    price: 5,
    shipping_cost: 499,
    status: 2,
    shipping_status: 3,
    payout_status: 2,
    purchase_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    delivered_at: null,
    tracking_number: null,
    carrier: null,
    tracking_url: null,
    dispute_id: null,
    dispute_status: null,
    dispute_buyer_comms_url: null,
    dispute_seller_comms_url: null,
    version: 1,
    ship_labels: [
      {
        id: 'l1',
        key: 'k',
        created_at: '2026-01-01T00:00:00.000Z',
        label_image_url: 'labels/1.png',
        tracking_number: 'T1',
        ep_shipment_id: 'shp_1',
        purchase_date: '2026-01-01T00:00:00.000Z',
        payment_intent_id: 'pi_l',
        status: 1,
      },
    ],
  })
  expect((await s.call('finance', api.transactions.get, { params: { id: 'none' } })).status).toBe(404)
})

test('[API-35] [ENT-34] [ENT-35] an order with its transactions', async () => {
  const { data } = (await s.call('admin', api.orders.get, { params: { id: 'o1' } })).body
  expect(data.order).toEqual({
    id: 'o1',
    stripe_payment_intent_id: 'pi_1',
    buyer_uid: 'buyer',
    status: 1,
    created_at: '2026-01-01T00:00:00.000Z',
  })
  expect(data.txns).toHaveLength(250)
  expect((await s.call('finance', api.orders.get, { params: { id: 'none' } })).status).toBe(404)
})

test('[API-48] the messages of two people by both uids, audited; finance may not read them', async () => {
  await s.query(
    "insert into conversations (id, conversations_messages_id, date) values ('c1', 'm1', now()), ('c2', 'm2', now())",
  )
  await s.query(
    "insert into conversation_members (conversation_id, uid, name) values ('c1', 'seller', 'S'), ('c1', 'buyer', 'B'), ('c2', 'seller', 'S'), ('c2', 'other', 'O')",
  )
  await s.query(
    "insert into messages (id, conversation_id, sender_id, text, date) values ('x1', 'c1', 'seller', 'hello', '2026-01-01'), ('x2', 'c1', 'buyer', 'hi', '2026-01-02'), ('x3', 'c2', 'other', 'no', '2026-01-03')",
  )
  const between = (from: string, to: string) =>
    s.call('support', api.conversations.between, { query: { from, to } })
  expect(
    messagesBetween((await between('seller', 'buyer')).body.data).map((message) => [
      message.text,
      message.senderDisplayName,
    ]),
  ).toEqual([
    ['hello', 'S'],
    ['hi', 'B'],
  ])
  expect((await between('buyer', 'seller')).body.data).toHaveLength(2)
  expect((await between('buyer', 'other')).body.data).toEqual([])
  expect(
    await s.query("select count(*)::int as n from audit where action = 'conversations.between'"),
  ).toEqual([{ n: 3 }])
  expect(
    (await s.call('finance', api.conversations.between, { query: { from: 'seller', to: 'buyer' } })).status,
  ).toBe(403)
})
