import { api } from '@portreeve/contract'
import type { IngestName } from '@portreeve/contract/marketplace/ingest-names'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { ingested, market } from '../testing/import-harness.ts'
import { keyFor, writer } from '../testing/machine.ts'

// The currency of the marketplace's rows: a row's own, else its order's, else the default.

const s = useServer()
let shop: ReturnType<typeof writer>
beforeAll(async () => {
  shop = writer(
    s,
    await keyFor(s, ['ingest.users', 'ingest.listings', 'ingest.orders', 'ingest.transactions']),
  )
  await s.token('support')
  for (const name of ['users', 'listings'] as const) await shop.rows(name, ingested[name])
})

test('takes the currency of a row, else that of its order, else the default; it stays once money has moved', async () => {
  const sale = (id: string, more: object = {}) => ({ ...market.transactions[0], id, order_id: null, ...more })
  const order = { ...market.orders[0], id: 'yen-order', stripe_payment_intent_id: null }
  await shop.rows('orders', [
    { ...order, currency: 'JPY' },
    { ...order, id: 'plain-order' },
  ])
  const write = async (row: object, entity: IngestName = 'transactions') =>
    (await shop.rows(entity, [row])).results[0]
  const currencyOf = async (id: string) =>
    (await s.call('support', api.transactions.get, { params: { id } })).body.data.currency
  await write(sale('c-none'))
  await write(sale('c-euro', { currency: 'EUR' }))
  await write(sale('c-yen', { order_id: 'yen-order' }))
  s.ctx.settings.currency = 'GBP'
  await write(sale('c-none', { price: 700 }))
  await write(sale('c-new'))
  s.ctx.settings.currency = 'USD'
  expect(await Promise.all(['c-none', 'c-euro', 'c-yen', 'c-new'].map(currencyOf))).toEqual([
    ...['USD', 'EUR', 'JPY', 'GBP'],
  ])
  for (const [row, reason, entity] of [
    [
      sale('c-odd', { currency: 'XYZ' }),
      'currency is no currency of ISO 4217: three capital letters, such as EUR',
      'transactions',
    ],
    [sale('c-odd', { currency: 'eur' }), /^currency is no currency of ISO 4217/, 'transactions'],
    [
      sale('c-odd', { order_id: 'yen-order', currency: 'EUR' }),
      'currency EUR is not that of its order, JPY',
      'transactions',
    ],
    [{ ...order, currency: 'EUR' }, 'currency EUR is not that of its transactions, JPY', 'orders'],
  ] as const)
    expect(await write(row, entity)).toMatchObject({
      result: 'rejected',
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    })
  // Nothing has moved: the row is right.
  expect(await write(sale('c-euro', { currency: 'SEK' }))).toMatchObject({ result: 'changed' })
  await s.query(
    "insert into ledger_entries (id, kind, transaction_id, reference, currency) values ('le-c', 'opening', 'c-euro', 'opening:c-euro', 'SEK')",
  )
  expect(await write(sale('c-euro', { currency: 'EUR' }))).toMatchObject({ kept: ['currency'] })
  expect(await currencyOf('c-euro')).toBe('SEK')
  expect(
    await s.query("select ours, theirs from decided_fields where entity = 'transactions' and key = 'c-euro'"),
  ).toEqual([{ ours: 'SEK', theirs: 'EUR' }])
  expect(await write(sale('c-euro'))).not.toMatchObject({ result: 'rejected' })
  expect(await currencyOf('c-euro')).toBe('SEK')
  const both = ['EUR', 'SEK'].map((currency, n) => sale(`c-two-${n}`, { order_id: 'plain-order', currency }))
  expect((await shop.rows('transactions', both)).results).toMatchObject([
    { result: 'new' },
    { result: 'rejected', reason: 'currency SEK is not that of its order, EUR' },
  ])
})

test('two batches at once give one order one currency', async () => {
  const order = { ...market.orders[0], stripe_payment_intent_id: null }
  for (let turn = 0; turn < 6; turn++) {
    const id = `two-${turn}`
    await shop.rows('orders', [{ ...order, id }])
    const sale = (currency: string) => ({
      ...{ ...market.transactions[0], id: `${id}-${currency}` },
      ...{ order_id: id, currency },
    })
    await Promise.all([
      shop.rows('transactions', [sale('EUR')]),
      shop.rows('transactions', [sale('SEK')]),
      shop.rows('orders', [{ ...order, id, currency: 'JPY' }]),
    ])
    const held = await s.query(
      `select currency from transactions where order_id = $1
       union select currency from orders where id = $1 and currency is not null`,
      [id],
    )
    expect(held).toHaveLength(1)
  }
})
