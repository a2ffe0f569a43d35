import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { OrderFilter } from '@portreeve/contract/money/order-search'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rebuildSearch } from '../../search/rebuild.ts'
import { useServer } from '../../testing/harness.ts'
import { inDays } from '../../testing/make.ts'

const s = useServer({ settings: { revealsPerHour: 3 } })
const search = (query: OrderFilter, as: Role = 'support') => s.call(as, api.orderSearch.search, { query })
const ids = async (query: OrderFilter, as: Role = 'support') =>
  (await search(query, as)).body.data.rows.map(({ id }) => id)
const matched = async (query: string) => (await search({ query })).body.data.matched

beforeAll(async () => {
  await s.addUser({ uid: 'anna-uid', displayName: 'Anna Berg', email: 'anna.berg@mail.example' })
  await s.addUser({ uid: 'otto-uid', displayName: 'Otto Kranz', email: 'otto@else.example', isBanned: true })
  await s.addUser({ uid: 'third-uid', displayName: 'Third Person' })
  for (const id of ['o1', 'o2', 'o3', 'o4'])
    await s.make.order({ id, stripe_payment_intent_id: `pi_${id}`, buyer_uid: 'anna-uid' })
  const add = (
    [id, title, seller, price]: [string, string, string, number],
    more: {
      order: string
      days: number
      status: number
      shipping: number
      payout?: number
      tracking?: string
    },
  ) =>
    s.make.transaction({
      ...{ id, public_id: `PUB${id.toUpperCase()}`, product_title: title, search_title: null },
      ...{ seller_uid: seller, purchaser_uid: 'anna-uid', order_id: more.order, price, shipping_cost: 500 },
      ...{ status: more.status, shipping_status: more.shipping, payout_status: more.payout ?? 2 },
      ...{ tracking_number: more.tracking ?? null, purchase_date: inDays(-more.days) },
    })
  await add(['t1', 'Road bike, blue', 'otto-uid', 2000], { order: 'o1', days: 6, status: 2, shipping: 3 })
  await add(['t2', 'Mountain bike', 'otto-uid', 9000], { order: 'o1', days: 1, status: 2, shipping: 3 })
  await add(['t3', 'Café table', 'third-uid', 500], {
    ...{ order: 'o2', days: 20, status: 2, shipping: 2, tracking: '9400111' },
  })
  await add(['t4', 'Lamp', 'third-uid', 700], { order: 'o3', days: 40, status: 3, shipping: 3 })
  await add(['t5', 'Clock', 'third-uid', 800], { order: 'o4', days: 50, status: 1, shipping: 1, payout: 1 })
  await s.make.label({ transaction_id: 't1', tracking_number: '9400222' })
  await s.query(
    "insert into ledger_entries (id, kind, transaction_id, reference) values ('open', 'opening', 't5', 'opening:t5'), ('one', 'refund', 't5', 're_5')",
  )
  await s.query(
    "insert into ledger_lines (entry_id, account, cents) values ('one', 'refunded', 300), ('one', 'fee', -300)",
  )
  await s.make.dispute({ id: 'dp_2', transaction_id: 't2', creator_uid: 'anna-uid' })
  await s.query("update transactions set dispute_id = 'dp_2', dispute_status = 2 where id = 't2'")
  await rebuildSearch.run(s.ctx, AbortSignal.timeout(60_000))
})
beforeEach(() => s.query('delete from reveals'))

test('a call needs a sign-in; every role that sees transactions may search', async () => {
  expect((await s.call(undefined, api.orderSearch.search, {})).status).toBe(401)
  for (const role of ['admin', 'moderator', 'support', 'finance'] as const)
    expect((await search({}, role)).body.data.rows).toHaveLength(5)
})

test.each([
  ['transaction', 't1', ['t1']],
  ['public_id', 'pubt3', ['t3']],
  ['order', 'o1', ['t2', 't1']],
  ['tracking', '9400111', ['t3']],
  ['tracking', ' 9400222 ', ['t1']],
  ['payment', 'pi_o1', ['t2', 't1']],
  ['provider_reference', 're_5', ['t5']],
  ['dispute', 'dp_2', ['t2']],
  ['title', 'bike', ['t2', 't1']],
  ['title', 'BLUE road', ['t1']],
  ['title', 'cafe', ['t3']],
  ['person', 'kranz', ['t2', 't1']],
  ['person', 'anna-uid', ['t2', 't1', 't3', 't4', 't5']],
  ['person', 'otto@else', ['t2', 't1']],
] as const)('finds by %s: %s', async (kind, term, expected) => {
  expect(await ids({ query: term })).toEqual(expected)
  expect(await matched(term)).toEqual([kind])
})

test('words that begin references, and unknown terms, find nothing', async () => {
  for (const term of ['opening', 'resolved', 'nothing-at-all', '%', "'"])
    expect([term, await ids({ query: term })]).toEqual([term, []])
})

test('a row has all that a list shows', async () => {
  const { rows } = (await search({ query: 't1' })).body.data
  expect(rows).toEqual([
    {
      ...{ id: 't1', public_id: 'PUBT1', order_id: 'o1', product_id: null, product_title: 'Road bike, blue' },
      ...{ product_thumbnail_path: null, price: 2000, shipping_cost: 500, currency: 'USD' },
      ...{ status: 2, shipping_status: 3, payout_status: 2, delivered_at: null },
      ...{ tracking_number: '9400222', carrier: null, purchase_date: expect.stringMatching(/Z$/) },
      buyer: { uid: 'anna-uid', name: 'Anna Berg', blocked: false },
      seller: { uid: 'otto-uid', name: 'Otto Kranz', blocked: true },
      ...{ refunded: 0, dispute_open: false, chargeback_open: false, waiting: false },
      late: { kind: 'not_shipped', days: 6 },
    },
  ])
  const all = (await search({})).body.data.rows
  expect(all.map(({ id, refunded }) => [id, refunded])).toEqual([
    ...[
      ['t2', 0],
      ['t1', 0],
      ['t3', 0],
      ['t4', 1200],
      ['t5', 300],
    ],
  ])
  expect(all.find(({ id }) => id === 't3')?.late).toEqual({ kind: 'in_transit', days: 20 })
  expect(all.find(({ id }) => id === 't2')?.dispute_open).toBe(true)
})

describe('filters and orders', () => {
  test.each([
    [{ state: 'late' }, ['t1', 't3']],
    [{ state: 'disputed' }, ['t2']],
    [{ state: 'refunded' }, ['t4', 't5']],
    [{ state: 'waiting' }, []],
    [{ state: 'charged_back' }, []],
    [{ state: 'held' }, ['t2', 't1']],
    [{ state: 'paid_out' }, ['t5']],
    [{ state: 'unpaid' }, ['t2', 't1', 't3', 't4']],
    [{ person: 'third-uid' }, ['t3', 't4', 't5']],
    [{ person: 'Otto' }, ['t2', 't1']],
    [{ person: 'no such person' }, []],
    [{ query: 'bike', state: 'late' }, ['t1']],
    [{ shipping_status: '3', min: '2000', max: '2000' }, ['t1']],
    [{ query: 'bike', dispute: 'open' }, ['t2']],
    [{ sort: 'price' }, ['t2', 't1', 't5', 't4', 't3']],
    [{ sort: 'price', direction: 'asc' }, ['t3', 't4', 't5', 't1', 't2']],
    [{ sort: 'state' }, ['t4', 't2', 't1', 't3', 't5']],
    [{ sort: 'age' }, ['t5', 't4', 't3', 't1', 't2']],
    [{ query: 'bike', sort: 'price', direction: 'asc' }, ['t1', 't2']],
  ] as [OrderFilter, string[]][])('%o', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected)
  })

  test('a period', async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
    expect(await ids({ from: day(30), to: day(3) })).toEqual(['t1', 't3'])
  })

  test.each(['date', 'price', 'state', 'age'] as const)(
    'pages by %s without gaps or repeats',
    async (sort) => {
      for (const direction of ['asc', 'desc'] as const) {
        const paged: string[] = []
        let cursor: string | undefined
        do {
          const answer = await search({ sort, direction, limit: '2', ...(cursor && { cursor }) })
          paged.push(...answer.body.data.rows.map(({ id }) => id))
          cursor = answer.headers['x-next-cursor'] as string | undefined
        } while (cursor)
        expect(paged).toEqual(await ids({ sort, direction }))
      }
    },
  )

  test('a cursor of another order, and any other text, is refused', async () => {
    const cursor = (await search({ limit: '1' })).headers['x-next-cursor'] as string
    for (const query of [{ sort: 'price', cursor }, { cursor: 'x' }, { cursor: 'e30' }] as OrderFilter[])
      expect((await search(query)).body.code).toBe('malformed')
  })
})

describe('finance, who sees personal data masked', () => {
  const audited = () => s.query("select after from audit where action = 'orderSearch.search' order by id")

  test('finds no order by a part of an email address', async () => {
    for (const part of ['anna.berg@', 'mail.example', 'otto@else'])
      expect([part, await ids({ query: part }, 'finance')]).toEqual([part, []])
  })

  test('finds by a whole address and a whole payment; both count as reveals and are audited', async () => {
    const before = (await audited()).length
    expect(await ids({ query: 'otto@else.example' }, 'finance')).toEqual(['t2', 't1'])
    expect(await ids({ query: 'pi_o3' }, 'finance')).toEqual(['t4'])
    expect((await audited()).slice(before)).toEqual([
      { after: { found_by_personal_value: ['otto-uid'] } },
      { after: { found_by_payment: 't4' } },
    ])
    expect(await s.query('select 1 from reveals')).toHaveLength(2)
    await search({ query: 'pi_o3' }, 'finance')
    expect((await search({ query: 'pi_o3' }, 'finance')).body.error_title).toBe('Too many revealed')
  })
})

test('marks of transactions by their ids, without unknown ones', async () => {
  const marks = (ids: string) => s.call('finance', api.orderSearch.marks, { query: { ids } })
  expect((await s.call(undefined, api.orderSearch.marks, { query: { ids: 't1' } })).status).toBe(401)
  const { data } = (await marks('t4,t1,unknown')).body
  expect(
    data.map(({ id, late, refunded, seller }) => [id, late?.days, refunded > 0, seller.blocked]),
  ).toEqual([
    ['t1', 6, false, true],
    ['t4', undefined, true, false],
  ])
  expect((await marks(Array(101).fill('t1').join(','))).body.code).toBe('malformed')
})

test('the parties of a transaction, with their open reports and what they have together', async () => {
  await s.make.userReport({ reporting_uid: 'otto-uid' }, { reporting_uid: 'otto-uid', status: 'resolved' })
  const { data } = (await s.call('moderator', api.orderSearch.parties, { params: { id: 't1' } })).body
  expect(data).toEqual({
    buyer: {
      ...{ uid: 'anna-uid', name: 'Anna Berg', blocked: false, since: expect.anything() },
      ...{ open_reports: 0, purchases: expect.any(Number), sales: expect.any(Number) },
    },
    seller: {
      ...{ uid: 'otto-uid', name: 'Otto Kranz', blocked: true, since: expect.anything() },
      ...{ open_reports: 1, purchases: 0, sales: 2 },
    },
    together: 2,
  })
})
