import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'

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
  await s.make.order({
    id: 'o1',
    stripe_payment_intent_id: 'pi_1',
    buyer_uid: 'buyer',
    created_at: '2026-01-01',
  })
  // 250 old transactions, one a minute; then single transactions for each filter.
  await s.query(`insert into transactions (id, seller_uid, purchaser_uid, order_id, price, status, shipping_status, payout_status, purchase_date)
    select 'bulk-' || lpad(i::text, 3, '0'), 'seller', 'buyer', 'o1', 1000 + i, 1, 1, 1, '2025-01-01'::timestamptz + make_interval(mins => i / 2) from generate_series(1, 250) i`)
  await s.query(`insert into transactions (id, public_id, seller_uid, purchaser_uid, price, shipping_cost, status, shipping_status, payout_status, purchase_date, dispute_id, dispute_status) values
    ('risk', 'P1', 'seller', 'other', 5, 499, 2, 3, 2, now() - interval '73 hours', null, null),
    ('fresh', 'P2', 'seller', 'other', 6, null, 2, 3, 2, now() - interval '71 hours', null, null),
    ('disputed', 'P3', 'other', 'buyer', 7, 0, 1, 1, 2, '2026-02-01', 'd1', 2),
    ('settled', 'P4', 'other', 'buyer', 999999, 0, 5, 1, 1, '2026-02-02', 'd2', 1),
    ('strange', 'P5', 'other', 'buyer', 8, 0, 9, 9, 9, '2026-02-03', null, null)`)
  await s.make.label({
    ...{
      id: 'l1',
      transaction_id: 'risk',
      created_at: '2026-01-01',
      tracking_number: 'T1',
      ep_shipment_id: 'shp_1',
    },
    ...{ payment_intent_id: 'pi_l', key: 'k', label_image_url: 'labels/1.png', purchase_date: '2026-01-01' },
  })
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
    currency: 'USD',
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

describe('transactions of people', () => {
  const of = (uid: string) => ({ params: { uid } })
  beforeAll(async () => {
    for (const uid of ['ana', 'bo', 'empty']) await s.addUser({ uid })
    await s.make.order({ id: 'o', buyer_uid: 'bo' })
    await s.query(`insert into transactions (id, seller_uid, purchaser_uid, order_id, price, purchase_date)
      select 't' || i, case when i % 2 = 0 then 'ana' else 'bo' end, case when i % 2 = 0 then 'bo' else 'ana' end, 'o', i, '2026-01-01'::timestamptz + make_interval(mins => i) from generate_series(1, 4) i`)
    const old = { id: 't-other', purchase_date: '2025-01-01' }
    await s.make.transaction({ ...old, seller_uid: 'empty', purchaser_uid: 'ana' })
    await s.make.label({ id: 'label', transaction_id: 't4' })
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
