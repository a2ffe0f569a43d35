import { api } from '@portreeve/contract'
import { describe, expect, test } from 'vitest'
import { signatureOf } from '../../sandbox/stripe-webhooks.ts'
import { keyFor, writer } from '../testing/machine.ts'
import { useMoneyDesk } from '../testing/money-desk.ts'
import { webhookSecret } from '../testing/vendors.ts'
import { checkLedger } from './ledger/ledger-check.ts'
import { joinWaiting } from './waiting-facts.ts'

const { s, vendors, make, money, strip, refund, openDispute, settleAll } = useMoneyDesk()
const { disputes, reconciliation } = api

interface Thing {
  [name: string]: unknown
  id: string
}
const bank = async (path: string, body: object = {}) =>
  (await (await vendors.post(`/stripe/dashboard/${path}`, body)).json()) as Thing

let events = 0
/** Sends a signed event, and returns the answer's status. */
async function send(type: string, object: object, api_version = '2026-10-28.endive'): Promise<number> {
  const body = JSON.stringify({ id: `evt_${++events}`, object: 'event', api_version, type, data: { object } })
  const answer = await s.server.inject({
    ...{ method: 'POST', url: '/webhooks/stripe', payload: body },
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signatureOf(body, webhookSecret, Math.floor(Date.now() / 1000)),
    },
  })
  return answer.statusCode
}
/** Resolves a dispute for the seller, which schedules the payout. */
async function resolve(id: string) {
  const { id: disputeId } = (await openDispute(id)).body.data
  return s.call('admin', disputes.resolve, { params: { id, disputeId } })
}
const open = async () =>
  (await s.call('finance', reconciliation.differences, { query: { state: 'open' } })).body.data

describe('one set of facts has one ledger', () => {
  test.each([
    ['as it happened', 'R D F C', 4000],
    ['the refund fails first', 'R F D C', 4000],
    ['won', 'R D F W', 0],
  ])('a refund that failed and a dispute over all of it: %s', async (_name, order, taken) => {
    const id = `set-${order.replaceAll(' ', '')}`
    await make(id)
    let [refunded, dispute]: (Thing | undefined)[] = []
    for (const step of order.split(' ')) {
      if (step === 'R') {
        expect((await refund(id, 2500)).status).toBe(200)
        const [one] = (await vendors.payments.payment(`pi_${id}`)).refunds
        refunded = { id: one?.reference ?? '' }
      }
      if (step === 'D') {
        dispute = await bank('disputes', { payment_intent: `pi_${id}`, amount: 2500 })
        await send('charge.dispute.created', dispute)
      }
      if (step === 'F')
        await send('refund.failed', await bank(`refunds/${refunded?.id}`, { status: 'failed' }))
      if (step === 'C' || step === 'W')
        await send(
          'charge.dispute.closed',
          await bank(`disputes/${dispute?.id}/close`, { status: step === 'C' ? 'lost' : 'won' }),
        )
    }
    expect(await strip(id)).toEqual({
      ...{ captured: -2500, provider_fee: 1500, fee: -1500 },
      ...(taken > 0 ? { charged_back: 2500 } : { held: 2500 }),
    })
  })
})

describe('a webhook is a hint', () => {
  test('of an older version: the refund in the dashboard is booked before the payout', async () => {
    await make('older')
    await resolve('older')
    await bank('refunds', { payment_intent: 'pi_older', amount: 1000 })
    const charge = { id: 'ch_older', object: 'charge', payment_intent: 'pi_older', amount_refunded: 1000 }
    expect(await send('charge.refunded', charge, '2020-08-27')).toBe(200)
    expect(await strip('older')).toEqual({ captured: -2500, refunded: 1000, held: 1500 })
    await settleAll()
    expect(await strip('older')).toEqual({ captured: -2500, refunded: 1000, paid_out: 1500 })
  })

  test('that cannot be used is answered with 200 and kept with its problem; a forged one is refused', async () => {
    const dispute = { id: 'du_foreign', object: 'dispute', payment_intent: 'pi_foreign' }
    expect(await send('charge.dispute.created', dispute)).toBe(200)
    expect(await send('refund.created', { id: 're_none', object: 'refund' })).toBe(200)
    expect(
      await s.query(
        'select type, payment_id, problem is null as used from payment_events where problem is not null',
      ),
    ).toEqual([
      { type: 'charge.dispute.created', payment_id: 'pi_foreign', used: false },
      { type: 'refund.created', payment_id: null, used: false },
    ])
    const { statusCode } = await s.server.inject({ method: 'POST', url: '/webhooks/stripe', payload: '{}' })
    expect(statusCode).toBe(400)
  })

  test('a nearer deadline or another reason of a chargeback is stored', async () => {
    await make('nearer')
    const dispute = await bank('disputes', { payment_intent: 'pi_nearer', due_in: 500_000 })
    await send('charge.dispute.created', dispute)
    const due = async () =>
      (
        await s.query<{ due: string; reason: string }>(
          "select evidence_due_at::text as due, reason from chargebacks where payment_id = 'pi_nearer'",
        )
      )[0]
    const before = await due()
    const { payment } = vendors.payments
    vendors.payments.payment = async (id) => {
      const seen = await payment(id)
      const chargebacks = seen.chargebacks?.map((one) => ({
        ...{ ...one, reason: 'general', due_at: '2030-01-01T00:00:00.000Z' },
      }))
      return { ...seen, ...(chargebacks && { chargebacks }) }
    }
    await send('charge.dispute.updated', dispute)
    vendors.payments.payment = payment
    expect(before?.reason).not.toBe('general')
    expect(await due()).toEqual({ due: expect.stringMatching(/^2030-01-01/), reason: 'general' })
  })

  test('a transfer that was reversed at the provider is a difference that names both sides', async () => {
    await make('reversed')
    await resolve('reversed')
    await settleAll()
    const { sent } = vendors.payments
    vendors.payments.sent = async () => ({ sent: 2500, takenBack: 700 })
    expect(
      await send('transfer.reversed', { id: 'tr_1', object: 'transfer', transfer_group: 'reversed' }),
    ).toBe(200)
    vendors.payments.sent = sent
    expect(await open()).toMatchObject([
      { kind: 'payout', transaction_id: 'reversed', ledger_cents: 2500, provider_cents: 1800 },
    ])
    await s.query("update ledger_differences set state = 'gone'")
  })
})

describe('a fact that comes before its record', () => {
  test('waits, and is booked when the order and its transactions have come, one by one', async () => {
    await vendors.know([{ payment_intent: 'pi_early', amount: 4000 }])
    await send('refund.created', await bank('refunds', { payment_intent: 'pi_early', amount: 3000 }))
    await send('charge.dispute.created', await bank('disputes', { payment_intent: 'pi_early', amount: 1000 }))
    await send('radar.early_fraud_warning.created', {
      ...{ id: 'issfr_early', object: 'radar.early_fraud_warning', payment_intent: 'pi_early' },
      ...{ fraud_type: 'made_with_stolen_card', actionable: true, created: 1_790_000_000 },
    })
    expect(await joinWaiting(s.ctx)).toBe(0)
    const shop = writer(s, await keyFor(s, ['ingest.orders', 'ingest.transactions']))
    const post = async (entity: string, row: object) =>
      expect((await shop.rows(entity, [row])).results).toMatchObject([{ result: 'new' }])
    await post('orders', {
      ...{ id: 'o-early', buyer_uid: 'buyer', status: 1, stripe_payment_intent_id: 'pi_early' },
      created_at: '2026-11-01T00:00:00.000Z',
    })
    const txn = (id: string, price: number) =>
      post('transactions', {
        ...{ id, order_id: 'o-early', seller_uid: 'seller', purchaser_uid: 'buyer', price, shipping_cost: 0 },
        ...{ status: 1, shipping_status: 1, payout_status: 2, purchase_date: '2026-11-01T00:00:00.000Z' },
      })
    await txn('early-a', 1000)
    await joinWaiting(s.ctx)
    expect(await strip('early-a')).toMatchObject({ refunded: 3000, charged_back: 1000 })
    await txn('early-b', 3000)
    expect(await joinWaiting(s.ctx)).toBe(1)
    expect(await strip('early-a')).toEqual({ captured: -1000, charged_back: 1000 })
    expect(await strip('early-b')).toEqual({
      captured: -3000,
      refunded: 3000,
      provider_fee: 1500,
      fee: -1500,
    })
    expect(await s.query("select transaction_id from chargebacks where payment_id = 'pi_early'")).toEqual([
      { transaction_id: 'early-a' },
    ])
    expect(await joinWaiting(s.ctx)).toBe(0)
  })

  test('stays marked by an ingest when an event comes in between, as that does not see its transactions', async () => {
    await make('between')
    await send('refund.created', await bank('refunds', { payment_intent: 'pi_between', amount: 500 }))
    await send(
      'charge.dispute.created',
      await bank('disputes', { payment_intent: 'pi_between', amount: 100 }),
    )
    for (const table of ['provider_refunds', 'chargebacks'])
      await s.query(`update ${table} set waiting = true where payment_id = 'pi_between'`)
    await send('refund.updated', { id: 're', object: 'refund', payment_intent: 'pi_between' })
    expect(await joinWaiting(s.ctx)).toBe(1)
    expect(await joinWaiting(s.ctx)).toBe(0)
  })

  test('is a difference when its order has not come within a day', async () => {
    await vendors.know([{ payment_intent: 'pi_never', amount: 4000 }])
    await send('refund.created', await bank('refunds', { payment_intent: 'pi_never', amount: 3000 }))
    const found = async () => (await checkLedger(s.ctx.database.db, undefined)).faults
    expect(await found()).toEqual([])
    await s.query("update provider_refunds set at = at - interval '2 days' where payment_id = 'pi_never'")
    expect(await found()).toEqual([
      'Payment pi_never: the provider refunded or took back $30.00, and no order here has this payment.',
    ])
    await s.query("delete from provider_refunds where payment_id = 'pi_never'")
  })
})

describe('a payout is bounded by its payment', () => {
  const held = async (id: string) => (await money(id)).payout?.held_by
  const end = () => s.query("update ledger_differences set state = 'gone'")

  test('that the provider does not know is held', async () => {
    await make('unknown')
    await s.query("update orders set payment_id = 'pi_invented' where id = 'o-unknown'")
    await resolve('unknown')
    await settleAll()
    expect(await strip('unknown')).toEqual({ captured: -2500, held: 2500 })
    expect(await held('unknown')).toEqual(['the payment provider cannot show payment pi_invented'])
    expect(await open()).toMatchObject([{ kind: 'unreadable_payment', transaction_id: 'unknown' }])
    expect((await vendors.payments.sent('unknown')).sent).toBe(0)
    // The order is corrected: the payout goes out, and the difference is gone.
    await s.query("update orders set payment_id = 'pi_unknown' where id = 'o-unknown'")
    await s.query("update operations set due_at = now() - interval '1 second' where subject_id = 'unknown'")
    await settleAll()
    expect(await strip('unknown')).toEqual({ captured: -2500, paid_out: 2500 })
    expect(await open()).toEqual([])
  })

  test('that is smaller than the price that a program wrote is held, naming both sides', async () => {
    await make('dear')
    await s.query("update transactions set price = 499500 where id = 'dear'")
    await resolve('dear')
    await settleAll()
    expect(await held('dear')).toEqual([
      'the provider received $25.00, the transactions of the payment cost $5000.00',
    ])
    expect(await open()).toMatchObject([
      { kind: 'captured', transaction_id: 'dear', ledger_cents: 500_000, provider_cents: 2500 },
    ])
    await s.query("update transactions set price = 2000 where id = 'dear'")
    await s.query("delete from operations where subject_id = 'dear'")
    await s.query(
      "delete from ledger_lines where entry_id in (select id from ledger_entries where transaction_id = 'dear')",
    )
    await s.query("delete from ledger_entries where transaction_id = 'dear'")
    await s.query("update transactions set dispute_id = null, dispute_status = null where id = 'dear'")
    await end()
  })

  test('that was refunded there, unheard: the rest is sent', async () => {
    await make('unheard')
    await resolve('unheard')
    await bank('refunds', { payment_intent: 'pi_unheard', amount: 1500 })
    await settleAll()
    expect(await strip('unheard')).toEqual({ captured: -2500, refunded: 1500, paid_out: 1000 })
  })

  test('that the bank disputes, unheard: nothing is sent', async () => {
    await make('disputed')
    await resolve('disputed')
    await bank('disputes', { payment_intent: 'pi_disputed' })
    await settleAll()
    expect(await held('disputed')).toEqual(['a chargeback is open'])
    expect(await strip('disputed')).toMatchObject({ charged_back: 2500, fee: -1500 })
  })

  test('without a payment, and in another currency, is held', async () => {
    await make('none')
    await s.query("update orders set payment_id = null where id = 'o-none'")
    await resolve('none')
    await settleAll()
    expect(await held('none')).toEqual(['its order names no payment at the payment provider'])
    await make('yen')
    await resolve('yen')
    const { payment } = vendors.payments
    vendors.payments.payment = async (id) => ({ ...(await payment(id)), currency: 'jpy' })
    await settleAll()
    vendors.payments.payment = payment
    expect(await held('yen')).toEqual(['payment pi_yen is in JPY'])
    expect((await open()).map(({ kind }) => kind).sort()).toEqual(['currency', 'no_payment'])
    await end()
  })

  test('two payouts of one payment at once never exceed it', async () => {
    await make('twin')
    await s.make.transaction({
      ...{ id: 'twin-b', seller_uid: 'seller', purchaser_uid: 'buyer', order_id: 'o-twin' },
      ...{ price: 2000, shipping_cost: 500, status: 1, shipping_status: 1, payout_status: 2 },
    })
    await vendors.know([{ payment_intent: 'pi_twins', amount: 5000 }])
    await s.query("update orders set payment_id = 'pi_twins' where id = 'o-twin'")
    await Promise.all([resolve('twin'), resolve('twin-b')])
    await bank('refunds', { payment_intent: 'pi_twins', amount: 2600 })
    await settleAll()
    const sums = await Promise.all(
      ['twin', 'twin-b'].map(async (id) => (await vendors.payments.sent(id)).sent),
    )
    expect(sums.reduce((sum, cents) => sum + cents, 0)).toBe(2400)
  })
})
