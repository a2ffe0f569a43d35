import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeAll, expect, test } from 'vitest'
import { signatureOf } from '../../../sandbox/stripe-webhooks.ts'
import { useMoneyDesk } from '../../testing/money-desk.ts'
import { webhookSecret } from '../../testing/vendors.ts'
import { takePaymentEvent } from '../payment-events.ts'
import { runDueCheck } from './differences.ts'

const { s, vendors, make, money, strip, refund, settleAll } = useMoneyDesk()
const { reconciliation, approvals, refunds } = api

const run = (as: Role = 'finance') => s.call(as, reconciliation.run, {})
const check = async () => {
  await run()
  expect(await runDueCheck(s.ctx)).toBe(true)
}
const open = async (query: object = { state: 'open' }) =>
  (await s.call('support', reconciliation.differences, { query })).body.data
const settle = (id: string, as: Role = 'finance', against: 'fee' | 'held' = 'fee') =>
  s.call(as, reconciliation.settle, { params: { id }, body: { against, reason: 'The event was lost' } })
const post = async (path: string, body: object) =>
  (await (await vendors.post(`/stripe/dashboard/${path}`, body)).json()) as { id: string }
/** Delivers an event as Stripe does. */
const event = (type: string, object: object) => {
  const api_version = '2026-10-28.endive'
  const body = JSON.stringify({
    id: `evt_${Math.random()}`,
    object: 'event',
    api_version,
    type,
    data: { object },
  })
  const signature = signatureOf(body, webhookSecret, Math.floor(Date.now() / 1000))
  return takePaymentEvent(s.ctx, 'stripe', { headers: { 'stripe-signature': signature }, body })
}
/** A refund in the provider's dashboard whose event never arrived. */
const lostEvent = async (id: string, amount: number) => {
  await make(id)
  await refund(id, 100)
  return post('refunds', { payment_intent: `pi_${id}`, amount })
}

beforeAll(() => run())

test('a check runs once a day, and again on request', async () => {
  expect(await runDueCheck(s.ctx)).toBe(true)
  expect(await runDueCheck(s.ctx)).toBe(false)
  expect((await run('support')).status).toBe(403)
  expect((await run()).body.data).toMatchObject({ state: 'requested' })
  expect(await Promise.all([runDueCheck(s.ctx), runDueCheck(s.ctx)])).toEqual(
    expect.arrayContaining([true, false]),
  )
  const days = (await s.call('moderator', reconciliation.days, {})).body.data
  expect(days).toMatchObject([
    { state: 'done', found: 0, open: 0, day: new Date().toISOString().slice(0, 10) },
  ])
})

test('a difference is found with both sides, stands once, and is settled by a correction', async () => {
  await lostEvent('lost', 700)
  await check()
  await check()
  const [found, ...more] = await open()
  expect(more).toEqual([])
  expect(found).toMatchObject({
    ...{
      kind: 'refund',
      transaction_id: 'lost',
      reference: 'pi_lost',
      ledger_cents: 100,
      provider_cents: 800,
    },
    words: 'Order o-lost: the provider refunded $8.00, the ledger says $1.00.',
  })
  const { id = '' } = found ?? {}
  expect((await settle(id, 'support')).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 20 }, () => settle(id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await strip('lost')).toEqual({ captured: -2500, refunded: 800, held: 2400, fee: -700 })
  expect(await open({})).toMatchObject([
    { state: 'settled', settled_by: { uid: 'staff-finance' }, reason: 'The event was lost' },
  ])
  const movements = await s.call('support', refunds.movements, { params: { id: 'lost' } })
  expect(movements.body.data.slice(0, 2)).toMatchObject([
    { kind: 'refund', amount: 700, reason: "Refunded at the payment provider's own dashboard" },
    { kind: 'correction', amount: 700, reason: 'The event was lost' },
  ])
  await check()
  expect(await open()).toEqual([])
})

test('the event of a corrected refund or chargeback, late, changes nothing more', async () => {
  const lost = await lostEvent('late', 700)
  await make('late-bank')
  await refund('late-bank', 100)
  const dispute = await post('disputes', { payment_intent: 'pi_late-bank', amount: 2000 })
  await check()
  for (const { id } of await open()) expect((await settle(id)).status).toBe(200)
  const corrected = { captured: -2500, refunded: 800, held: 2400, fee: -700 }
  const charged = {
    captured: -2500,
    refunded: 100,
    held: 2400,
    charged_back: 2000,
    provider_fee: 1500,
    fee: -3500,
  }
  expect([await strip('late'), await strip('late-bank')]).toEqual([corrected, charged])
  await event('refund.updated', lost)
  await event('charge.dispute.created', dispute)
  expect([await strip('late'), await strip('late-bank')]).toEqual([corrected, charged])
  // The marketplace bore it, so the marketplace gets it back.
  await post(`disputes/${dispute.id}/close`, { status: 'won' })
  await event('charge.dispute.closed', dispute)
  expect(await strip('late-bank')).toEqual({
    ...{ captured: -2500, refunded: 100, held: 2400 },
    provider_fee: 1500,
    fee: -1500,
  })
  await check()
  expect(await open()).toEqual([])
})

test('a correction whose difference is another one by now is refused', async () => {
  await lostEvent('moved', 700)
  await check()
  const [found] = await open()
  await post('refunds', { payment_intent: 'pi_moved', amount: 200 })
  expect((await settle(found?.id ?? '')).body.error_title).toBe('Changed meanwhile')
  await check()
  const [now] = await open()
  expect(now).toMatchObject({ id: found?.id, provider_cents: 1000 })
  expect((await settle(now?.id ?? '')).status).toBe(200)
})

test('above the limit a correction waits for a second person', async () => {
  await lostEvent('large', 900)
  await check()
  const [found] = await open()
  s.ctx.settings.refundAlone = 500
  expect((await settle(found?.id ?? '', 'finance', 'held')).body.code).toBe('second_person')
  s.ctx.settings.refundAlone = 50_000
  expect(await open()).toEqual([])
  expect(await open({ state: 'asked' })).toHaveLength(1)
  const [request] = (await s.call('admin', approvals.list, { query: { transaction: 'large' } })).body.data
  expect(request).toMatchObject({ kind: 'correction', difference_id: found?.id, cents: 900 })
  const answer = await s.call('admin', approvals.approve, { params: { id: request?.id ?? '' } })
  expect(answer.body.data).toEqual({ state: 'done', cents: 900 })
  expect(await strip('large')).toEqual({ captured: -2500, refunded: 1000, held: 1500 })
  expect((await money('large')).left).toBe(1500)
})

test('above the limit, a correction that lowers the ledger’s refunds waits too', async () => {
  await make('failed-there')
  await refund('failed-there', 900)
  const params = { id: 'failed-there' }
  const [movement] = (await s.call('finance', refunds.movements, { params })).body.data
  await post(`refunds/${movement?.reference}`, { status: 'failed' })
  await check()
  const found = (await open()).find(({ kind }) => kind === 'refund')
  expect(found).toMatchObject({ ledger_cents: 900, provider_cents: 0 })
  s.ctx.settings.refundAlone = 500
  expect((await settle(found?.id ?? '')).body.code).toBe('second_person')
  s.ctx.settings.refundAlone = 50_000
  const [request] = (await s.call('admin', approvals.list, { query: { transaction: 'failed-there' } })).body
    .data
  expect(request).toMatchObject({ kind: 'correction', cents: 900 })
  const approved = await s.call('admin', approvals.approve, { params: { id: request?.id ?? '' } })
  expect(approved.status).toBe(200)
  expect((await strip('failed-there')).refunded).toBeUndefined()
})

test('a payout that the ledger lacks is corrected once', async () => {
  await make('paid', { payout_status: 1 })
  await s.query("update transactions set payout_status = 2 where id = 'paid'")
  await refund('paid', 100)
  await check()
  const [found] = await open()
  expect(found).toMatchObject({ kind: 'payout', ledger_cents: 0, provider_cents: 2500 })
  expect((await settle(found?.id ?? '')).status).toBe(200)
  expect((await settle(found?.id ?? '')).body.error_title).toBe('Settled')
  expect(await strip('paid')).toEqual({
    ...{ captured: -2500, refunded: 100, held: 2400 },
    ...{ paid_out: 2500, fee: -2500 },
  })
})

test('a difference that a second look does not find is none: money moves during a check', async () => {
  await make('moving')
  await refund('moving', 100)
  let looks = 0
  const payment: typeof vendors.payments.payment = async (id) => {
    const found = await vendors.payments.payment(id)
    if (id !== 'pi_moving') return found
    looks++
    return looks === 1 ? { ...found, refunded: 0, refunds: [] } : found
  }
  const byName = new Map([['stripe', { ...vendors.payments, payment }]])
  await run()
  await runDueCheck({ ...s.ctx, payments: { byName, default: 'stripe' } })
  expect(looks).toBe(2)
  expect(await open()).toEqual([])
})

test('a difference that is not found any more is gone; other kinds cannot be corrected', async () => {
  await make('price')
  await refund('price', 100)
  await s.query("update transactions set price = 1999 where id = 'price'")
  await check()
  const [found] = await open()
  expect(found).toMatchObject({ kind: 'captured', ledger_cents: 2500, provider_cents: 2499 })
  expect((await settle(found?.id ?? '')).body.error_title).toBe('Cannot be corrected')
  await s.query("update transactions set price = 2000 where id = 'price'")
  await check()
  expect((await open({ state: 'gone' })).map(({ id }) => id)).toContain(found?.id)
  expect((await settle(found?.id ?? '')).body.error_title).toBe('Settled')
})

test('a provider that does not answer fails the check, and the next one finds everything', async () => {
  await vendors.set('stripe', 'fail')
  await s.query("delete from live_events where topic = 'reconciliation'")
  await check()
  expect(
    await s.query(
      "select payload ->> 'state' as state from live_events where topic = 'reconciliation' order by id",
    ),
  ).toEqual([{ state: 'requested' }, { state: 'running' }, { state: 'failed' }])
  const [day] = (await s.call('finance', reconciliation.days, {})).body.data
  expect(day).toMatchObject({ state: 'failed', failure: expect.stringContaining('No clear answer') })
  await vendors.set('stripe', 'ok')
  await check()
  await settleAll()
  expect((await s.call('finance', reconciliation.days, {})).body.data[0]?.state).toBe('done')
})
