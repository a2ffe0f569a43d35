import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useMoneyDesk } from '../testing/money-desk.ts'
import { refreshPayment } from './payment-facts.ts'
import { joinWaiting } from './waiting-facts.ts'

const { cancel, make, openDispute, refund, s, settleAll, strip, vendors } = useMoneyDesk()
const { approvals, disputes, transactions } = api

const open = () => s.query("select kind, transaction_id from ledger_differences where state = 'open'")
const bank = (path: string, body: object) => vendors.post(`/stripe/dashboard/${path}`, body)
/** A webhook about a payment: the facts are read. */
const hear = (payment: string) => refreshPayment(s.ctx, { provider: 'stripe', payment })
/** Gives an order the payment in US dollars that `make` has registered. */
const repair = async (id: string) => {
  await s.query('update orders set payment_id = $2 where id = $1', [`o-${id}`, `pi_${id}`])
  await s.query("update ledger_differences set state = 'gone'")
}

/** A sale of 2500 of the currency's minor unit, paid at the provider in the same currency or another one. */
async function sale(id: string, currency: string, paid = currency, amount = 2500) {
  await make(id)
  await s.query('update transactions set currency = $2 where id = $1', [id, currency])
  await s.query("update orders set payment_id = 'pay_' || id where id = $1", [`o-${id}`])
  await vendors.know([{ payment_intent: `pay_o-${id}`, amount, currency: paid }])
}
const words = async (id: string, amount: number) => (await refund(id, amount)).body
const currencies = (table: string, where: string) =>
  s.query<{ currency: string }>(`select distinct currency from ${table} where ${where}`)

beforeAll(async () => {
  await s.token('admin')
})

describe('a sale in another currency', () => {
  test('is refunded, paid out and charged back in its own currency, and the ledger agrees', async () => {
    s.ctx.settings.currency = 'KWD'
    await sale('kwd', 'KWD')
    expect((await refund('kwd', 500)).status).toBe(200)
    expect(await strip('kwd')).toMatchObject({ captured: -2500, refunded: 500 })
    const dispute = (await openDispute('kwd')).body.data.id
    await s.call('finance', disputes.resolve, { params: { id: 'kwd', disputeId: dispute } })
    await settleAll()
    expect(await strip('kwd')).toMatchObject({ captured: -2500, refunded: 500, paid_out: 2000 })
    expect(await vendors.payments.sent('kwd', 'KWD')).toEqual({ sent: 2000, takenBack: 0 })
    expect(await vendors.payments.sent('kwd', 'USD')).toEqual({ sent: 0, takenBack: 0 })
    await bank('disputes', { payment_intent: 'pay_o-kwd' })
    await hear('pay_o-kwd')
    expect(await currencies('ledger_entries', "transaction_id = 'kwd'")).toEqual([{ currency: 'KWD' }])
    expect(await currencies('provider_refunds', "payment_id = 'pay_o-kwd'")).toEqual([{ currency: 'KWD' }])
    expect(await currencies('chargebacks', "payment_id = 'pay_o-kwd'")).toEqual([{ currency: 'KWD' }])
    expect(await open()).toEqual([])
    s.ctx.settings.currency = 'USD'
  })

  test('of a currency with other units at Stripe is counted in its own', async () => {
    s.ctx.settings.currency = 'ISK'
    await sale('isk', 'ISK', 'isk', 250_000)
    expect((await refund('isk', 150)).status).toBe(200)
    expect(await vendors.payments.payment('pay_o-isk')).toMatchObject({ captured: 2500, refunded: 150 })
    expect((await cancel('isk')).status).toBe(200)
    expect(await vendors.payments.payment('pay_o-isk')).toMatchObject({ refunded: 2500 })
    await settleAll()
    expect(await strip('isk')).toMatchObject({ captured: -2500, refunded: 2500 })
    s.ctx.settings.currency = 'USD'
  })

  test('refuses an amount that the provider would round', async () => {
    s.ctx.settings.currency = 'KWD'
    await sale('round', 'KWD')
    expect(await words('round', 501)).toMatchObject({
      code: 'vendor_failed',
      error_message: 'Stripe takes amounts in KWD in steps of 10 of the smallest unit.',
    })
    expect(await vendors.payments.payment('pay_o-round')).toMatchObject({ refunded: 0 })
    s.ctx.settings.currency = 'USD'
  })

  test('needs a second person for any amount, and its refunds do not count for the limit', async () => {
    await sale('yen', 'JPY')
    const answer = await words('yen', 1)
    expect(answer).toMatchObject({ code: 'second_person' })
    expect(answer.error_message).toMatch(/^¥1 is more than you may refund alone/)
    const { alone } = (await s.call('finance', transactions.money, { params: { id: 'yen' } })).body.data
    expect(alone).toBe(0)
    const [request] = (await s.call('admin', approvals.list, { query: {} })).body.data
    expect(request).toMatchObject({ transaction_id: 'yen', cents: 1, currency: 'JPY' })
    await make('dollar')
    const money = await s.call('finance', transactions.money, { params: { id: 'dollar' } })
    expect(money.body.data.alone).toBe(50_000)
  })
})

describe('a payment in another currency than its transactions', () => {
  test('is a difference and not a booking, and nothing is refunded of it', async () => {
    await sale('mixed', 'USD', 'eur')
    await bank('refunds', { payment_intent: 'pay_o-mixed', amount: 700 })
    await hear('pay_o-mixed')
    expect(await strip('mixed')).toEqual({ captured: -2500, held: 2500 })
    expect(await open()).toMatchObject([{ kind: 'currency', transaction_id: 'mixed' }])
    expect((await words('mixed', 100)).error_message).toBe(
      'Payment pay_o-mixed is in EUR, and its transaction in USD.',
    )
    expect(await vendors.payments.payment('pay_o-mixed')).toMatchObject({ refunded: 700 })
    await repair('mixed')
  })

  test('that came before its order is not booked when the order comes', async () => {
    await vendors.know([{ payment_intent: 'pay_o-early', amount: 2500, currency: 'eur' }])
    await bank('refunds', { payment_intent: 'pay_o-early', amount: 700 })
    await hear('pay_o-early')
    expect(await currencies('provider_refunds', "payment_id = 'pay_o-early'")).toEqual([{ currency: 'EUR' }])
    await make('early')
    await s.query("update orders set payment_id = 'pay_o-early' where id = 'o-early'")
    expect(await joinWaiting(s.ctx)).toBe(1)
    expect(await strip('early')).toEqual({ captured: -2500, held: 2500 })
    await repair('early')
  })
})

test('a list of money has one sum for each currency, and can show one of them', async () => {
  const { refunds } = api
  const totals = (await s.call('finance', refunds.totals, { query: { state: 'done' } })).body.data
  expect(totals).toMatchObject({ currency: 'USD', count: 0, cents: 0 })
  expect(totals.others?.map(({ currency, count, cents }) => [currency, count, cents])).toEqual([
    ['ISK', 2, 2500],
    ['KWD', 1, 500],
  ])
  const rows = (await s.call('finance', refunds.list, { query: { currency: 'KWD', state: 'done' } })).body
    .data
  expect(rows.map(({ amount, currency }) => [amount, currency])).toEqual([[500, 'KWD']])
  const { csv } = (await s.call('finance', refunds.export, { query: { currency: 'KWD', state: 'done' } }))
    .body.data
  expect(csv.split('\r\n')[1]).toContain(',refund,done,0.500,KWD,kwd,')
  const hits = (await s.call('support', api.orderSearch.search, { query: { query: 'currency:KWD' } })).body
    .data
  expect(hits.rows.map(({ id, currency }) => [id, currency])).toContainEqual(['kwd', 'KWD'])
  expect(hits.rows.every(({ currency }) => currency === 'KWD')).toBe(true)
})

test('the currency of a transaction with entries cannot be changed', async () => {
  await make('fixed')
  await refund('fixed', 100)
  await expect(s.query("update transactions set currency = 'EUR' where id = 'fixed'")).rejects.toThrow(
    'transaction fixed has entries in USD',
  )
})

test('the lists of disputes and chargebacks show one currency', async () => {
  await sale('of-euros', 'EUR')
  await openDispute('of-euros')
  await make('of-dollars')
  await openDispute('of-dollars')
  const disputed = async (query: object) =>
    (await s.call('finance', disputes.list, { query })).body.data.map((row) => row.transaction_id)
  expect((await disputed({})).toSorted()).toEqual(['of-dollars', 'of-euros'])
  expect(await disputed({ currency: 'EUR' })).toEqual(['of-euros'])
  expect(await disputed({ currency: 'JPY' })).toEqual([])
  const of = async (currency: string) =>
    (await s.call('finance', api.chargebacks.list, { query: { currency } })).body.data.length
  expect([await of('KWD'), await of('EUR')]).toEqual([1, 0])
})
