import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { describe, expect, test } from 'vitest'
import { signatureOf } from '../../../sandbox/stripe-webhooks.ts'
import { useMoneyDesk } from '../../testing/money-desk.ts'
import { webhookSecret } from '../../testing/vendors.ts'
import { takePaymentEvent } from '../payment-events.ts'
import { refreshPayment, takePayment } from '../payment-facts.ts'
import { lockPaidBy } from '../payments.ts'

const { s, vendors, make, strip, money, refund, cancel, openDispute, settleAll } = useMoneyDesk()
const { chargebacks, disputes } = api

interface Thing {
  id: string
}
const bank = async (path: string, body: object = {}) =>
  (await (await vendors.post(`/stripe/dashboard/${path}`, body)).json()) as Thing
/** Delivers an event as Stripe does: it names the object, and its content may be old. */
async function deliver(type: string, object: object, id = `evt_${Math.random()}`) {
  const body = JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    type,
    data: { object },
  })
  const signature = signatureOf(body, webhookSecret, Math.floor(Date.now() / 1000))
  await takePaymentEvent(s.ctx, 'stripe', { headers: { 'stripe-signature': signature }, body })
}
const event = (dispute: object, type = 'updated') => deliver(`charge.dispute.${type}`, dispute)
async function charged(id: string, more: object = {}) {
  await make(id)
  const dispute = await bank('disputes', { payment_intent: `pi_${id}`, ...more })
  await event(dispute, 'created')
  return dispute
}
const payoutsOf = (id: string) =>
  s.query<{ state: string; cents: string | null }>(
    "select state, cents::int as cents from operations where kind = 'payout' and subject_id = $1",
    [id],
  )
const get = (id: string, as: Role = 'support') => s.call(as, chargebacks.get, { params: { id } })
const submit = (id: string, evidence: object, as: Role = 'support') =>
  s.call(as, chargebacks.submitEvidence, { params: { id }, body: { evidence } })

describe('a chargeback', () => {
  test('takes the seller’s unsent money and a fee, holds refunds, and is booked back when it is won', async () => {
    const dispute = await charged('won')
    expect(await strip('won')).toEqual({
      captured: -2500,
      charged_back: 2500,
      provider_fee: 1500,
      fee: -1500,
    })
    expect((await money('won')).blocked).toEqual(['a chargeback is open'])
    expect((await money('won')).left).toBe(0)
    expect((await refund('won', 1)).status).toBe(409)
    expect((await openDispute('won')).status).toBe(409)
    await bank(`disputes/${dispute.id}/close`, { status: 'won' })
    await event(dispute, 'closed')
    expect(await strip('won')).toEqual({ captured: -2500, held: 2500, provider_fee: 1500, fee: -1500 })
    expect((await payoutsOf('won')).map(({ state, cents }) => [state, cents])).toEqual([['pending', null]])
    expect((await get(dispute.id)).body.data.chargeback).toMatchObject({
      state: 'won',
      withdrawn: 0,
      fee: 1500,
    })
    expect((await refund('won', 100)).status).toBe(200)
    expect(
      await s.query(
        "select action, after from audit where subject_id = 'won' and action = 'payments.chargeback' order by id",
      ),
    ).toMatchObject([
      { after: { state: 'needs_response', withdrawn: 2500 } },
      { after: { state: 'won', withdrawn: 0 } },
    ])
  })

  test('the money of a won one is sent to the seller, less a refund in the meantime, once', async () => {
    const dispute = await charged('sent')
    await bank(`disputes/${dispute.id}/close`, { status: 'won' })
    for (const type of ['funds_reinstated', 'closed']) await event(dispute, type)
    expect((await refund('sent', 100)).status).toBe(200)
    await settleAll()
    expect(await strip('sent')).toEqual({
      ...{ captured: -2500, refunded: 100, paid_out: 2400, provider_fee: 1500, fee: -1500 },
    })
    expect(await payoutsOf('sent')).toMatchObject([{ state: 'done', cents: 2400 }])
    expect((await vendors.payments.sent('sent')).sent).toBe(2400)
  })

  test('has a version for each event, which names it; a reading for another reason names the provider', async () => {
    await make('named')
    const dispute = await bank('disputes', { payment_intent: 'pi_named' })
    await deliver('charge.dispute.created', dispute, 'evt_opened')
    await s.query('select pg_sleep(0.003)')
    await bank(`disputes/${dispute.id}/close`, { status: 'won' })
    await refreshPayment(s.ctx, { provider: 'stripe', payment: 'pi_named' })
    expect(
      await s.query(
        `select state, history_by from (select id, state, history_by, history_since from history.chargebacks
          union all select id, state, history_by, history_since from chargebacks) v where id = $1 order by history_since`,
        [dispute.id],
      ),
    ).toEqual([
      { state: 'needs_response', history_by: 'provider stripe evt_opened' },
      { state: 'won', history_by: 'provider stripe' },
    ])
    expect(
      await s.query(
        "select distinct history_by from ledger_entries where transaction_id = 'named' and history_by is not null order by 1",
      ),
    ).toEqual([{ history_by: 'provider stripe' }, { history_by: 'provider stripe evt_opened' }])
  })

  test('a payout that waits for it is the one that is sent after it is won', async () => {
    await make('waits')
    const { id } = (await openDispute('waits')).body.data
    const dispute = await bank('disputes', { payment_intent: 'pi_waits' })
    await event(dispute, 'created')
    await s.call('finance', disputes.resolve, { params: { id: 'waits', disputeId: id } })
    await settleAll()
    expect((await money('waits')).payout?.held_by).toEqual(['a chargeback is open'])
    await bank(`disputes/${dispute.id}/close`, { status: 'won' })
    await event(dispute, 'closed')
    await settleAll()
    expect(await strip('waits')).toMatchObject({ paid_out: 2500, fee: -1500 })
    expect(await payoutsOf('waits')).toMatchObject([{ state: 'done', cents: 2500 }])
  })

  test('a part lost, and given back after the payout of the rest, is sent too', async () => {
    await make('late-back')
    const { id } = (await openDispute('late-back')).body.data
    await s.call('finance', disputes.resolve, { params: { id: 'late-back', disputeId: id } })
    const dispute = await bank('disputes', { payment_intent: 'pi_late-back', amount: 1000 })
    await event(dispute, 'created')
    const key = { provider: 'stripe', payment: 'pi_late-back' }
    const seen = await vendors.payments.payment(key.payment)
    const chargebacks = seen.chargebacks?.map((one) => ({ ...one, state: 'lost' as const }))
    const lost = { ...seen, ...(chargebacks && { chargebacks }) }
    await s.ctx.database.db.transaction(async (tx) =>
      takePayment(tx, s.ctx, key, await lockPaidBy(tx, key), lost, new Date().toISOString()),
    )
    await settleAll()
    expect(await strip('late-back')).toMatchObject({ charged_back: 1000, paid_out: 1500, fee: -1500 })
    await bank(`disputes/${dispute.id}/close`, { status: 'won' })
    await event(dispute, 'funds_reinstated')
    await settleAll()
    expect(await strip('late-back')).toMatchObject({ paid_out: 2500, fee: -1500 })
  })

  test('won after the payout is the marketplace’s money again, and the seller gets nothing twice', async () => {
    await make('paid', { payout_status: 1 })
    const dispute = await bank('disputes', { payment_intent: 'pi_paid' })
    await event(dispute, 'created')
    expect(await strip('paid')).toMatchObject({ charged_back: 2500, fee: -4000, paid_out: 2500 })
    await bank(`disputes/${dispute.id}/close`, { status: 'won' })
    await event(dispute, 'closed')
    await settleAll()
    expect(await strip('paid')).toEqual({ captured: -2500, provider_fee: 1500, fee: -1500, paid_out: 2500 })
    expect(await payoutsOf('paid')).toEqual([])
  })

  test('while a payout is on its way, the marketplace bears it', async () => {
    await make('leaving')
    const { id } = (await openDispute('leaving')).body.data
    await s.call('finance', disputes.resolve, { params: { id: 'leaving', disputeId: id } })
    await vendors.set('stripe', 'fail', { only: '/v1/transfers' })
    await settleAll()
    expect((await money('leaving')).in_flight).toMatchObject([{ kind: 'payout', cents: 2500 }])
    await vendors.set('stripe', 'ok')
    const dispute = await bank('disputes', { payment_intent: 'pi_leaving' })
    await event(dispute, 'created')
    expect(await strip('leaving')).toMatchObject({ held: 2500, charged_back: 2500, fee: -4000 })
    await settleAll()
    expect(await strip('leaving')).toEqual({
      ...{ captured: -2500, charged_back: 2500, provider_fee: 1500, fee: -4000, paid_out: 2500 },
    })
  })

  test('lost after the payout is the marketplace’s loss', async () => {
    await make('lost', { payout_status: 1 })
    const dispute = await bank('disputes', { payment_intent: 'pi_lost' })
    await bank(`disputes/${dispute.id}/close`, { status: 'lost' })
    await event(dispute)
    expect(await strip('lost')).toEqual({
      captured: -2500,
      charged_back: 2500,
      provider_fee: 1500,
      fee: -4000,
      paid_out: 2500,
    })
    expect((await money('lost')).left).toBe(0)
  })

  test('events twice, late and in any order change nothing more', async () => {
    const dispute = await charged('again')
    const state = await strip('again')
    for (const type of ['funds_withdrawn', 'created', 'updated']) await event(dispute, type)
    expect(await strip('again')).toEqual(state)
    await bank(`disputes/${dispute.id}/close`, { status: 'won' })
    for (const type of ['funds_reinstated', 'created', 'closed']) await event(dispute, type)
    expect(await strip('again')).toEqual({ captured: -2500, held: 2500, provider_fee: 1500, fee: -1500 })
    expect(
      await s.query("select 1 from ledger_entries where transaction_id = 'again' and kind = 'chargeback'"),
    ).toHaveLength(2)
  })

  test('an inquiry takes nothing and leaves a refund open, and holds the payout', async () => {
    await make('inquiry')
    const { id } = (await openDispute('inquiry')).body.data
    const inquiry = await bank('disputes', { payment_intent: 'pi_inquiry', inquiry: true })
    await event(inquiry, 'created')
    await s.call('finance', disputes.resolve, { params: { id: 'inquiry', disputeId: id } })
    await settleAll()
    expect((await money('inquiry')).payout?.held_by).toEqual(['a chargeback is open'])
    expect(await strip('inquiry')).toEqual({ captured: -2500, held: 2500 })
    expect((await refund('inquiry', 500)).status).toBe(200)
    await bank(`disputes/${inquiry.id}/close`, { status: 'warning_closed' })
    await event(inquiry, 'closed')
    await settleAll()
    expect(await strip('inquiry')).toEqual({ captured: -2500, refunded: 500, paid_out: 2000 })
  })

  test('of a payment for two transactions is divided, and reported on both', async () => {
    await make('two')
    const parties = { seller_uid: 'seller', purchaser_uid: 'buyer', order_id: 'o-two' }
    await s.make.transaction({ id: 'two-b', ...parties, status: 1, shipping_status: 1, payout_status: 2 })
    await vendors.post('/stripe/known', JSON.stringify({ payment_intent: 'pi_both', amount: 3500 }))
    await s.query("update orders set payment_id = 'pi_both' where id = 'o-two'")
    const dispute = await bank('disputes', { payment_intent: 'pi_both' })
    await event(dispute, 'created')
    expect(await strip('two')).toMatchObject({ charged_back: 2500, provider_fee: 1500 })
    expect(await strip('two-b')).toEqual({ captured: -1000, charged_back: 1000 })
    const list = await s.call('finance', chargebacks.list, { query: { transaction: 'two-b' } })
    expect(list.body.data).toMatchObject([{ transaction_id: 'two', transactions: ['two', 'two-b'] }])
  })

  test('of a payment that no order knows is stored and moves nothing here', async () => {
    await vendors.post('/stripe/known', JSON.stringify({ payment_intent: 'pi_stray', amount: 900 }))
    const dispute = await bank('disputes', { payment_intent: 'pi_stray' })
    await event(dispute, 'created')
    expect((await get(dispute.id)).body.data).toMatchObject({
      chargeback: { transaction_id: null },
      composed: {},
    })
    expect((await submit(dispute.id, { customer_name: 'x' })).body.error_title).toBe('No transaction')
  })
})

describe('the evidence', () => {
  test('is composed from what the server holds, saved, and sent once', async () => {
    const dispute = await charged('proof')
    await s.query(
      "update transactions set product_title = 'Road bike', public_id = 'PUB1', tracking_number = '9400', carrier = 'USPS', delivered_at = now() where id = 'proof'",
    )
    await s.make.conversationOf('c1', 'buyer', 'seller')
    await s.make.message({ conversation_id: 'c1', senderID: 'buyer', text: 'It has arrived, thank you' })
    const { composed, draft } = (await get(dispute.id)).body.data
    expect(draft).toBeNull()
    expect(composed).toMatchObject({
      product_description: expect.stringMatching(/^Road bike, \$25\.00 with shipping\n/),
      customer_email_address: 'buyer@example.com',
      shipping_carrier: 'USPS',
      shipping_tracking_number: '9400',
      access_activity_log: expect.stringContaining('Order PUB1'),
      uncategorized_text: expect.stringContaining('Buyer: It has arrived, thank you'),
    })
    const masked = (await get(dispute.id, 'finance')).body.data.composed
    expect([masked.uncategorized_text, masked.customer_email_address]).toEqual([
      '',
      expect.stringContaining('•'),
    ])

    const save = await s.call('finance', chargebacks.saveEvidence, {
      ...{ params: { id: dispute.id }, body: { evidence: { ...masked, customer_name: 'Bo Buyer' } } },
    })
    expect(save.status).toBe(200)
    const saved = (await get(dispute.id)).body.data.draft
    expect(saved).toMatchObject({ customer_name: 'Bo Buyer', customer_email_address: 'buyer@example.com' })

    expect((await submit(dispute.id, {})).body.error_title).toBe('No evidence')
    expect((await submit(dispute.id, saved ?? {}, 'moderator')).status).toBe(403)
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(dispute.id, saved ?? {})))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await vendors.payments.payment('pi_proof')).chargebacks).toMatchObject([
      { state: 'under_review', submitted: true },
    ])
    await event(dispute)
    expect((await get(dispute.id)).body.data).toMatchObject({
      ...{ submitted: { customer_name: 'Bo Buyer' }, sending: 'no', chargeback: { state: 'under_review' } },
    })
  })

  test('after its time, or refused by the provider, is refused', async () => {
    const late = await charged('late', { due_in: 60 })
    await s.query("update chargebacks set evidence_due_at = now() - interval '1 minute' where id = $1", [
      late.id,
    ])
    expect((await submit(late.id, { customer_name: 'x' })).body.error_title).toBe('Too late')
    const gone = await charged('gone')
    await bank(`disputes/${gone.id}/close`, { status: 'lost' })
    expect((await submit(gone.id, { customer_name: 'x' })).status).toBe(502)
    expect((await get(gone.id)).body.data.sending).toBe('failed')
    await event(gone, 'closed')
    expect((await submit(gone.id, { customer_name: 'x' })).body.error_title).toBe('Closed')
  })
})

test('the list has open ones, nearest deadline first, and closed ones', async () => {
  await s.query('update chargebacks set closed_at = now() where closed_at is null')
  const far = await charged('far', { due_in: 9000 })
  const near = await charged('near', { due_in: 600 })
  const list = async (query: object) =>
    (await s.call('moderator', chargebacks.list, { query })).body.data.map(({ id }) => id)
  expect(await list({})).toEqual([near.id, far.id])
  expect((await list({ scope: 'closed' })).length).toBeGreaterThan(3)
})

test('an early fraud warning offers the refund until the payment is charged back', async () => {
  await make('warned')
  const warning = await bank('early_fraud_warnings', { payment_intent: 'pi_warned' })
  for (let n = 0; n < 2; n++) await deliver('radar.early_fraud_warning.created', warning)
  const list = async () =>
    (await s.call('finance', chargebacks.warnings, { query: { transaction: 'warned' } })).body.data
  expect(await list()).toMatchObject([
    { id: warning.id, actionable: true, amount: 2500, left: 2500, fee_saved: 1500, transaction_id: 'warned' },
  ])
  await refund('warned', 500)
  expect((await list())[0]?.left).toBe(2000)
  await event(await bank('disputes', { payment_intent: 'pi_warned' }), 'created')
  expect((await list())[0]?.actionable).toBe(false)
})

test('an early fraud warning of a cancelled transaction advises nothing more', async () => {
  await make('warned-late')
  const warning = await bank('early_fraud_warnings', { payment_intent: 'pi_warned-late' })
  await deliver('radar.early_fraud_warning.created', warning)
  const query = { transaction: 'warned-late' }
  const list = async () => (await s.call('finance', chargebacks.warnings, { query })).body.data
  expect(await list()).toMatchObject([{ actionable: true, left: 2500 }])
  expect((await cancel('warned-late')).status).toBe(200)
  expect(await list()).toMatchObject([{ actionable: false, left: 0 }])
})
