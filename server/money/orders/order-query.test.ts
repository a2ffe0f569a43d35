import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { OrderFilter } from '@portreeve/contract/money/order-search'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { inDays } from '../../testing/make.ts'

const s = useServer({ settings: { revealsPerHour: 2 } })
const search = (query: string, as: Role = 'support', more: OrderFilter = {}) =>
  s.call(as, api.orderSearch.search, { query: { query, ...more } })
const ids = async (...given: Parameters<typeof search>) =>
  (await search(...given)).body.data.rows.map(({ id }) => id)

beforeAll(async () => {
  await s.addUser({ uid: 'ida', displayName: 'Ida Lund', email: 'ida@mail.example' })
  await s.addUser({ uid: 'per', displayName: 'Per Lund', email: 'per@mail.example' })
  await s.addUser({ uid: 'eva', displayName: 'Eva Holm' })
  const add = (
    id: string,
    title: string,
    seller: string,
    days: number,
    more: Record<string, string | number | null>,
  ) =>
    s.make.transaction({
      ...{ id, product_title: title, seller_uid: seller, purchaser_uid: seller === 'ida' ? 'eva' : 'ida' },
      ...{ price: 2000, status: 1, shipping_status: 1, payout_status: 1, carrier: 'USPS', ...more },
      purchase_date: inDays(-days),
    })
  await add('bike', 'Blue bike', 'per', 40, { price: 9000, carrier: 'UPS', tracking_number: '9400111' })
  await add('late', 'Bike, blue', 'per', 20, {
    status: 2,
    shipping_status: 3,
    payout_status: 2,
    carrier: null,
  })
  await add('lamp', 'Lamp: blue', 'eva', 2, { status: 2, shipping_status: 2, payout_status: 2, price: 500 })
  await add('gone', 'Bluebikes', 'ida', 60, { status: 3, shipping_status: null, carrier: 'FedEx' })
  await s.make.label({ transaction_id: 'lamp', tracking_number: '9400222' })
  await s.query("update transactions set dispute_id = 'd', dispute_status = 2 where id = 'lamp'")
})
beforeEach(() => s.query('delete from reveals'))

test.each([
  ['state:pending', ['lamp', 'late']],
  ['-state:pending', ['bike', 'gone']],
  ['price:>$20', ['bike']],
  ['price:<=20', ['lamp', 'late', 'gone']],
  ['price:20', ['late', 'gone']],
  ['created:<30d', ['lamp', 'late']],
  ['created:>30d state:complete', ['bike']],
  ['carrier:ups', ['bike']],
  ['-carrier:usps', ['late', 'bike', 'gone']],
  ['tracking:9400111', ['bike']],
  ['tracking:9400222', ['lamp']],
  ['seller:per', ['late', 'bike']],
  ['seller:"Per Lund" price:>$20', ['bike']],
  ['buyer:eva', ['gone']],
  ['-seller:lund', ['lamp']],
  ['buyer:unknown', []],
  ['shipping:not_shipped', ['late']],
  ['payout:unpaid', ['lamp', 'late']],
  ['late:yes', ['late']],
  ['late:no', ['lamp', 'bike', 'gone']],
  ['disputed:yes', ['lamp']],
  ['refunded:yes', ['gone']],
  ['held:yes', ['lamp']],
  ['charged_back:no waiting:no held:no', ['late', 'bike', 'gone']],
  ['blue', ['lamp', 'late', 'bike', 'gone']],
  ['blue state:complete', ['bike']],
  ['blue bike', ['late', 'bike', 'gone']],
  ['"blue bike"', ['bike']],
  ['"blue bike" state:complete price:>$20', ['bike']],
  ['bike "state:pending"', []],
  ['per state:complete', ['bike']],
  ['late state:complete', []],
  ['9400111 state:complete', ['bike']],
  ['"lamp blue" disputed:yes', ['lamp']],
])('%s', async (query, expected) => expect(await ids(query)).toEqual(expected))

test('a word with a colon that is no filter is searched as text', async () => {
  for (const query of ['lamp:blue', 'Lamp: blue', 'https://blue.example/lamp'])
    expect([query, (await search(query)).status]).toEqual([query, 200])
  expect(await ids('lamp:blue')).toEqual(['lamp'])
  expect(await ids('Lamp: blue')).toEqual(['lamp'])
})

test('filters of the query combine with the other filters and the order', async () => {
  expect(await ids('state:pending', 'support', { state: 'disputed' })).toEqual(['lamp'])
  expect(await ids('-state:pending', 'support', { sort: 'price', direction: 'asc' })).toEqual([
    'gone',
    'bike',
  ])
  const first = await search('-state:pending', 'support', { limit: '1' })
  const cursor = first.headers['x-next-cursor'] as string
  expect(await ids('-state:pending', 'support', { limit: '1', cursor })).toEqual(['gone'])
})

test('words find the newest hits that the filters leave, not the newest hits', async () => {
  await s.query(
    `insert into transactions (id, product_title, search_title, seller_uid, purchaser_uid, price, status, purchase_date)
     select 'many' || i, 'Chair', 'QchairQ', 'eva', 'ida', 100 + i, 1, now() - make_interval(mins => i) from generate_series(1, 300) i`,
  )
  expect(await ids('chair price:>=$3.99')).toEqual(['many299', 'many300'])
  expect(await ids('eva price:>=$3.99 chair')).toEqual([])
  expect((await ids('eva price:>=$3.99')).slice(0, 3)).toEqual(['many299', 'many300', 'lamp'])
})

test.each([
  ['stat:pending', "There is no field 'stat'. Did you mean 'state'?"],
  ['price:cheap', "'cheap' is no amount. Write it as in price:>$100, price:<=$20, price:$15 or price:>€50."],
])('%s is refused with its sentence', async (query, sentence) => {
  const { status, body } = await search(query)
  expect([status, body.code, body.error_message]).toEqual([400, 'malformed', sentence])
})

describe('finance, who sees personal data masked', () => {
  test('finds by a whole address of a buyer or seller, which counts as a reveal, and is refused above the limit', async () => {
    expect(await ids('seller:per@mail.example state:complete', 'finance')).toEqual(['bike'])
    expect(await ids('seller:per@mail price:>0', 'finance')).toEqual([])
    expect(await s.query('select 1 from reveals')).toHaveLength(1)
    await search('buyer:ida@mail.example', 'finance')
    const { body } = await search('-buyer:ida@mail.example', 'finance')
    expect(body.error_title).toBe('Too many revealed')
  })
})

test('an amount matches the orders of its currency, one without a sign those of the environment', async () => {
  const sale = (id: string, currency: string, price: number) =>
    s.make.transaction({
      id,
      currency,
      price,
      product_title: 'Vase',
      seller_uid: 'per',
      purchaser_uid: 'ida',
    })
  await sale('euro', 'EUR', 5000)
  await sale('dollar', 'USD', 5000)
  await sale('yen', 'JPY', 5000)
  await sale('dinar', 'KWD', 50_000)
  const found = async (query: string, more = {}) => (await ids(`vase ${query}`, 'support', more)).toSorted()
  expect(await found('price:50')).toEqual(['dollar'])
  expect(await found('price:>=$50.00')).toEqual(['dollar'])
  expect(await found('price:€50')).toEqual(['euro'])
  expect(await found('price:>50eur')).toEqual([])
  expect(await found('price:<=5000JPY')).toEqual(['yen'])
  expect(await found('price:50.000KWD')).toEqual(['dinar'])
  expect(await found('-price:50')).toEqual(['dinar', 'euro', 'yen'])
  expect(await found('', { min: '5000', max: '5000' })).toEqual(['dollar'])
  await sale('dollars', 'USD', 4000)
  // By price, each currency by itself.
  const [up, down] = [
    ['euro', 'yen', 'dinar', 'dollars', 'dollar'],
    { sort: 'price', direction: 'desc' } as const,
  ]
  expect(await ids('vase', 'support', { sort: 'price', direction: 'asc' })).toEqual(up)
  const paged: string[] = []
  for (let cursor: string | undefined; paged.length < 5; ) {
    const { headers, body } = await search('vase', 'support', {
      ...down,
      limit: '2',
      ...(cursor && { cursor }),
    })
    paged.push(...body.data.rows.map(({ id }) => id))
    cursor = headers['x-next-cursor'] as string | undefined
  }
  expect(paged).toEqual(up.toReversed())
  await s.query("delete from transactions where id = 'dollars'")
  s.ctx.settings.currency = 'JPY'
  expect(await found('price:>4999')).toEqual(['yen'])
  expect(await found('', { min: '1' })).toEqual(['yen'])
  expect((await search('vase price:49.99')).body.error_message).toBe("'49.99' is no amount in JPY.")
  s.ctx.settings.currency = 'USD'
})
