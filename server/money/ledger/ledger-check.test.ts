import { api } from '@portreeve/contract'
import pg from 'pg'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { stripePayments } from '../../adapters/payments-stripe.ts'
import { useServer } from '../../testing/harness.ts'
import { inDays } from '../../testing/make.ts'
import { useVendors } from '../../testing/vendors.ts'
import { runDueCheck } from './differences.ts'
import { checkLedger } from './ledger-check.ts'

const vendors = useVendors()
const s = useServer({ payments: vendors.payments })
const { reconciliation } = api

const run = () => s.call('finance', reconciliation.run, {})
const check = async () => {
  await run()
  expect(await runDueCheck(s.ctx)).toBe(true)
}
const open = async () =>
  (await s.call('finance', reconciliation.differences, { query: { state: 'open' } })).body.data
const newest = async () => (await s.call('finance', reconciliation.days, {})).body.data[0]
const dashboard = (path: string, body: object) => vendors.post(`/stripe/dashboard/${path}`, body)

let sales = 0
/** A sale of $25.00 that staff have not touched. @returns its payment, at which the provider received `cents` unless it is unknown */
async function sale(id: string, { cents = 2500, known = true, ago = 0, price = 2000 } = {}): Promise<string> {
  sales += 1
  const payment = `pi_${id}_${sales}`
  const parties = { seller_uid: 'person', purchaser_uid: 'person' }
  await s.make.sale(id, { ...parties, price, shipping_cost: 500, purchase_date: inDays(-ago) })
  await s.query('update orders set payment_id = $1 where id = $2', [payment, `o-${id}`])
  if (known) await vendors.know([{ payment_intent: payment, amount: cents }])
  return payment
}

beforeAll(() => s.addUser({ uid: 'person' }))
afterEach(async () => {
  await vendors.set('stripe', 'ok')
  for (const table of ['ledger_difference_days', 'ledger_differences', 'ledger_checks'])
    await s.query(`delete from ${table}`)
  await s.query('delete from transactions')
  await s.query('delete from orders')
})

test('payments that staff never touched are compared: a dashboard refund, a chargeback, less money than the price', async () => {
  const refunded = await sale('refunded')
  const disputed = await sale('disputed')
  await sale('dear', { price: 9000 })
  await sale('fine', { cents: 2600 })
  await dashboard('refunds', { payment_intent: refunded, amount: 700 })
  await dashboard('disputes', { payment_intent: disputed, amount: 2500 })
  await check()
  const found = new Map((await open()).map((one) => [one.transaction_id, one]))
  expect([...found.keys()].sort()).toEqual(['dear', 'disputed', 'refunded'])
  expect(found.get('refunded')).toMatchObject({ kind: 'refund', ledger_cents: 0, provider_cents: 700 })
  expect(found.get('disputed')).toMatchObject({ kind: 'chargeback', ledger_cents: 0, provider_cents: 4000 })
  expect(found.get('dear')).toMatchObject({
    ...{ kind: 'captured', ledger_cents: 9500, provider_cents: 2500 },
    words: 'Order o-dear: the provider received $25.00, its transactions cost $95.00.',
  })
  expect(await newest()).toMatchObject({ state: 'done', checked: 4, total: 4, found: 3 })
})

test('a payment that the provider does not know is one difference, and those after it are compared', async () => {
  const unknown = await sale('a-unknown', { known: false })
  const refunded = await sale('b-refunded')
  await dashboard('refunds', { payment_intent: refunded, amount: 700 })
  await check()
  expect(await newest()).toMatchObject({ state: 'done', checked: 2 })
  expect((await open()).map(({ kind, transaction_id }) => [kind, transaction_id]).sort()).toEqual([
    ['refund', 'b-refunded'],
    ['unreadable_payment', 'a-unknown'],
  ])
  expect((await open()).find(({ kind }) => kind === 'unreadable_payment')).toMatchObject({
    ...{ reference: unknown, ledger_cents: 2500, provider_cents: null },
    words: expect.stringMatching(/^Order o-a-unknown: its payment cannot be read\. .*No such payment_intent/),
  })
})

test('a payment at which the provider always fails is one difference, too', async () => {
  const payments = []
  for (const id of ['a', 'b', 'c']) payments.push(await sale(id))
  await vendors.set('stripe', 'fail', { only: payments[1] })
  await check()
  expect(await newest()).toMatchObject({ state: 'done', checked: 3 })
  expect((await open()).map(({ kind, transaction_id }) => [kind, transaction_id])).toEqual([
    ['unreadable_payment', 'b'],
  ])
})

test('a provider that is down is not a difference for each payment: the check says so and goes on later', async () => {
  for (let n = 0; n < 12; n++) await sale(`s${String(n).padStart(2, '0')}`)
  await vendors.set('stripe', 'fail')
  await check()
  expect(await newest()).toMatchObject({
    ...{ state: 'failed', checked: 0, total: 12 },
    failure: expect.stringContaining('No clear answer from Stripe'),
  })
  expect(await open()).toEqual([])
  await vendors.set('stripe', 'ok')
  expect(await runDueCheck(s.ctx)).toBe(false)
  await s.query("update ledger_checks set finished_at = now() - interval '16 minutes'")
  expect(await runDueCheck(s.ctx)).toBe(true)
  expect(await newest()).toMatchObject({ state: 'done', checked: 12 })
})

test('a check that was killed goes on where it was, on the next day too, and its differences stand', async () => {
  for (const id of ['a', 'b', 'c']) {
    const payment_intent = await sale(id)
    if (id !== 'b') await dashboard('refunds', { payment_intent, amount: 100 })
  }
  await check()
  const old = "beat_at = now() - interval '3 minutes'"
  await s.query(`update ledger_checks set state = 'running', position = 'b', checked = 2, ${old}`)
  expect(await runDueCheck(s.ctx)).toBe(true)
  // The first one is not compared again, and is not gone either.
  expect(await newest()).toMatchObject({ state: 'done', checked: 3, open: 2 })
  await s.query(
    "update ledger_checks set state = 'failed', position = 'b', checked = 2, day = day - 1, finished_at = now()",
  )
  expect(await runDueCheck(s.ctx)).toBe(true)
  expect(await newest()).toMatchObject({
    state: 'done',
    checked: 3,
    day: new Date().toISOString().slice(0, 10),
  })
  expect(await open()).toHaveLength(2)
})

test('a stopped check ends, keeps its place, and goes on when staff ask; no other run writes meanwhile', async () => {
  for (const id of ['a', 'b', 'c']) await sale(id)
  await run()
  let reads = 0
  const sent: typeof vendors.payments.sent = async (id) => {
    reads += 1
    if (reads === 1) {
      expect((await s.call('support', reconciliation.stop, {})).status).toBe(403)
      expect((await s.call('finance', reconciliation.stop, {})).body.data.state).toBe('stopped')
    }
    return vendors.payments.sent(id)
  }
  const byName = new Map([['stripe', { ...vendors.payments, sent }]])
  expect(await runDueCheck({ ...s.ctx, payments: { byName, default: 'stripe' } })).toBe(true)
  expect(await newest()).toMatchObject({ state: 'stopped', checked: 0 })
  expect(await runDueCheck(s.ctx)).toBe(false)
  expect((await s.call('finance', reconciliation.stop, {})).body.error_title).toBe('Nothing to stop')
  await check()
  expect(await newest()).toMatchObject({ state: 'done', checked: 3, total: 3 })
})

test('a stopping server releases the check at once', async () => {
  await sale('a')
  await run()
  expect(await runDueCheck(s.ctx, AbortSignal.abort())).toBe(true)
  expect(await newest()).toMatchObject({ state: 'running' })
  expect(await runDueCheck(s.ctx)).toBe(true)
  expect(await newest()).toMatchObject({ state: 'done', checked: 1 })
})

test('older sales are checked while money, a chargeback or a difference is open, and by turns', async () => {
  const settings = { ledgerDays: 180, ledgerCallsPerSecond: 0 }
  const turns = "abs(hashtext(id)::bigint) % 90 = (now()::date - date '2020-01-01') % 90"
  for (let n = 0; n < 5; n++) await sale(`old${n}`, { ago: 200 })
  const [{ n: due } = { n: 0 }] = await s.query<{ n: number }>(
    `select count(*)::int as n from transactions where ${turns}`,
  )
  expect((await checkLedger(s.ctx.database.db, s.ctx.payments, settings)).checked).toBe(due)
  await s.query(
    "insert into ledger_entries (id, kind, transaction_id, reference) select id, 'opening', id, 'opening:' || id from transactions where id < 'old2'",
  )
  await s.query(
    "insert into ledger_lines values ('old0', 'captured', -2500), ('old0', 'held', 2500), ('old1', 'captured', -2500), ('old1', 'fee', 2500)",
  )
  const [{ n: open } = { n: 0 }] = await s.query<{ n: number }>(
    `select count(*)::int as n from transactions where id = 'old0' or ${turns}`,
  )
  expect((await checkLedger(s.ctx.database.db, s.ctx.payments, settings)).checked).toBe(open)
  await s.query('delete from ledger_lines')
  await s.query('delete from ledger_entries')
})

test('the payment of several sales is compared once, whatever page they are on', async () => {
  for (let n = 0; n < 450; n++)
    await s.make.transaction({
      ...{ id: `t${String(n).padStart(3, '0')}`, seller_uid: 'person', purchaser_uid: 'person' },
      ...{ price: 0, status: 2 },
    })
  await sale('a0')
  await sale('z9')
  let reads = 0
  const payment: typeof vendors.payments.payment = (id) => {
    reads += 1
    return vendors.payments.payment(id)
  }
  await vendors.know([{ payment_intent: 'pi_both', amount: 5000 }])
  await s.query("update orders set payment_id = 'pi_both'")
  const byName = new Map([['stripe', { ...vendors.payments, payment }]])
  const { checked, faults } = await checkLedger(s.ctx.database.db, { byName, default: 'stripe' })
  expect([checked, faults, reads]).toEqual([452, [], 1])
})

test('a provider that is not set up is one difference', async () => {
  for (const id of ['a', 'b', 'c']) await sale(id)
  await s.query("update orders set provider = 'gone' where id <> 'o-a'")
  await check()
  expect((await open()).map(({ kind }) => kind)).toEqual(['no_provider'])
})

test('the calls of a check are spread over time', async () => {
  const payments = stripePayments({
    key: 'sk_test_portreeve',
    address: vendors.address(),
    webhookSecret: 'x',
  })
  const providers = { byName: new Map([['stripe', payments]]), default: 'stripe' }
  for (const id of ['a', 'b']) await sale(id)
  const began = Date.now()
  await checkLedger(s.ctx.database.db, providers, { ledgerDays: 180, ledgerCallsPerSecond: 50 })
  // Two payments of three calls and two lists of transfers: the last one begins after seven calls' time.
  expect(Date.now() - began).toBeGreaterThan(80)
})

test('many differences are stored by as many statements as one: the embedded database answers nobody meanwhile', async () => {
  for (let at = 0; at < 40; at++) await sale(`lost-${at}`, { known: false })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await check()
    const texts = query.mock.calls.map(([first]) => String((first as { text?: string })?.text ?? first))
    expect(texts.filter((text) => /^insert into "ledger_difference/.test(text)).length).toBeLessThanOrEqual(4)
  } finally {
    query.mockRestore()
  }
  expect((await open()).filter(({ transaction_id }) => transaction_id?.startsWith('lost-'))).toHaveLength(40)
  await check()
  expect((await open()).filter(({ transaction_id }) => transaction_id?.startsWith('lost-'))).toHaveLength(40)
})
