import { createHmac } from 'node:crypto'
import { api } from '@portreeve/contract'
import { describe, expect, test } from 'vitest'
import { PaymentRefused } from '../adapters/payments.ts'
import { useMoneyDesk } from '../testing/money-desk.ts'

const { s, vendors, make, money, strip, refund, cancel, get, settleAll } = useMoneyDesk()
const { transactions } = api

describe('partial refund', () => {
  test('[API-45] is paid from the seller’s unsent money, once, and reduces the refundable amount', async () => {
    await make('r1')
    expect(await strip('r1')).toEqual({ captured: -2500, held: 2500 })
    expect((await refund('r1', 1840)).body.data).toEqual({ state: 'done', cents: 1840 })
    expect(await strip('r1')).toEqual({ captured: -2500, held: 660, refunded: 1840 })
    expect((await money('r1')).left).toBe(660)
    expect((await vendors.payments.payment('pi_r1')).refunded).toBe(1840)
    expect(await s.query("select action, after from audit where subject_id = 'r1'")).toEqual([
      { action: 'transactions.refund', after: { refund: 1840, operation: expect.stringMatching(/^op_/) } },
    ])
    const timeline = { params: { kind: 'transaction', id: 'r1' }, query: {} }
    const [entry] = (await s.call('finance', api.timeline.of, timeline)).body.data
    expect(entry?.operation).toEqual({ state: 'done', reference: expect.stringMatching(/./) })
  })

  test.each([0, -5, 0.5, 10.999, 1e15, 2501])(
    '%d cents is refused with the refundable amount, and nothing happens',
    async (amount) => {
      await make(`bad${amount}`)
      const answer = await refund(`bad${amount}`, amount)
      expect(answer.status).toBe(422)
      expect(answer.body.error_message).toContain('left: $25.00')
      expect((await vendors.payments.payment(`pi_bad${amount}`)).refunded).toBe(0)
    },
  )

  test('twenty concurrent refunds never exceed the payment', async () => {
    await make('crowd')
    await s.token('finance')
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund('crowd', 900)))
    const paid = answers.filter((answer) => answer.status === 200).length
    expect(paid).toBeGreaterThanOrEqual(1)
    expect(answers.every((answer) => [200, 409, 422].includes(answer.status))).toBe(true)
    expect((await vendors.payments.payment('pi_crowd')).refunded).toBe(paid * 900)
  })

  test('repeats with one idempotency key, also while the first is in flight, are one refund with one answer', async () => {
    await make('key')
    await s.token('finance')
    const once = () =>
      s.call(
        'finance',
        transactions.refund,
        { params: { id: 'key' }, body: { amount: 900 } },
        { 'idempotency-key': 'one' },
      )
    for (const { status, body } of await Promise.all(Array.from({ length: 8 }, once)))
      expect([status, body.data]).toEqual([200, { state: 'done', cents: 900 }])
    expect((await vendors.payments.payment('pi_key')).refunded).toBe(900)
    expect(await s.query("select action from audit where subject_id = 'key'")).toHaveLength(1)
  })

  test('an unknown outcome is not reported as unchanged', async () => {
    await make('unread')
    const kind = s.ctx.operations.refund
    if (!kind) throw new Error('There is no such kind')
    const { answer } = kind
    kind.answer = () => {
      throw new Error('Connection terminated')
    }
    const result = await refund('unread', 500)
    kind.answer = answer
    expect([result.status, result.body.error_title]).toEqual([503, 'Not known yet'])
    expect(result.body.error_message).toMatch(/^This is written down and will be done/)
    await settleAll()
    expect(await strip('unread')).toEqual({ captured: -2500, held: 2000, refunded: 500 })
  })

  test('a colleague’s refund meanwhile is refused with the current refundable amount', async () => {
    await make('seen')
    await refund('seen', 1000, 2500)
    const late = await refund('seen', 1000, 2500)
    expect([late.status, late.body.error_message]).toEqual([
      409,
      expect.stringMatching(
        /^A colleague moved money of this transaction; left: \$15\.00\. Last change: The finance, \d+ seconds? ago\.$/,
      ),
    ])
  })

  test('a refund on another amount than is left is refused, also when more is left than the caller saw', async () => {
    await make('more')
    expect((await refund('more', 100, 2400)).status).toBe(409)
    expect((await refund('more', 100, 2500)).status).toBe(200)
  })

  test('after the payout, the marketplace bears it', async () => {
    await make('paid', { payout_status: 1 })
    await refund('paid', 1000)
    expect(await strip('paid')).toEqual({ captured: -2500, paid_out: 2500, refunded: 1000, fee: -1000 })
  })

  test('support may not; an unpaid order and an unknown transaction are refused', async () => {
    await make('unpaid', { paid: false })
    const body = { amount: 1 }
    expect((await s.call('support', transactions.refund, { params: { id: 'unpaid' }, body })).status).toBe(
      403,
    )
    expect((await refund('unpaid', 100)).body.error_message).toBe(
      'This is not possible now: its order is not paid.',
    )
    expect((await refund('nothing', 100)).status).toBe(404)
  })

  test('a refusal by the vendor is returned in its words, and nothing is booked', async () => {
    await make('no')
    await s.query("update orders set payment_id = 'pi_unknown' where id = 'o-no'")
    const answer = await refund('no', 100)
    expect([answer.status, answer.body.code]).toEqual([502, 'vendor_failed'])
    expect(await strip('no')).toEqual({ captured: -2500, held: 2500 })
    await s.query("update orders set payment_id = 'pi_no' where id = 'o-no'")
  })

  test.each(['fail', 'hang', 'drop', 'after_success'])(
    'with a failing vendor (%s) it is pending within 5 s, and settled once by a later retry',
    async (mode) => {
      await make(`out-${mode}`)
      await vendors.set('stripe', mode)
      const began = Date.now()
      const answer = await refund(`out-${mode}`, 700)
      expect(Date.now() - began).toBeLessThan(5000)
      expect(answer.body.data).toEqual({ state: 'pending', cents: 700 })
      expect((await money(`out-${mode}`)).blocked).toEqual(['a refund of $7.00 is on its way'])
      expect((await money(`out-${mode}`)).left).toBe(1800)
      expect((await refund(`out-${mode}`, 100)).status).toBe(409)
      expect((await cancel(`out-${mode}`)).body.error_message).toContain('a refund of $7.00 is on its way')
      await vendors.set('stripe', 'ok')
      await settleAll()
      expect(await strip(`out-${mode}`)).toEqual({ captured: -2500, held: 1800, refunded: 700 })
      expect((await vendors.payments.payment(`pi_out-${mode}`)).refunded).toBe(700)
    },
  )
})

describe('cancel', () => {
  test('[API-42] before the payout: the buyer is refunded in full, the sale is cancelled', async () => {
    await make('c1', { shipping_status: 3, status: 2 })
    await refund('c1', 300)
    expect((await cancel('c1')).body.data).toEqual({ state: 'done', cents: 2200 })
    expect(await get('c1')).toMatchObject({ status: 3 })
    expect(await strip('c1')).toEqual({ captured: -2500, refunded: 2500 })
    expect(await s.query("select shown_in_reviews from transactions where id = 'c1'")).toEqual([
      { shown_in_reviews: true },
    ])
    expect((await cancel('c1')).body.error_title).toBe('Already cancelled')
  })
  test('after the payout: the marketplace bears it, or the charged seller', async () => {
    await make('c2', { payout_status: 1 })
    await cancel('c2', 'false')
    expect(await strip('c2')).toEqual({ captured: -2500, paid_out: 2500, refunded: 2500, fee: -2500 })
    await make('c3', { payout_status: 1, label: true })
    await cancel('c3', 'true')
    expect(await strip('c3')).toEqual({ captured: -2500, label: 500, refunded: 2500, fee: -500 })
    expect(await vendors.payments.sent('c3')).toEqual({ sent: 2000, takenBack: 2000 })
  })
  test('a refused charge of the seller is not booked: the marketplace bears the refund, and the answer says so', async () => {
    await make('c7', { payout_status: 1 })
    const { takeBack } = vendors.payments
    vendors.payments.takeBack = async () => {
      throw new PaymentRefused('No such balance')
    }
    const answer = await cancel('c7', 'true')
    vendors.payments.takeBack = takeBack
    expect([answer.status, answer.body.error_title]).toEqual([
      502,
      'Cancelled, but the seller was not charged',
    ])
    expect(await strip('c7')).toEqual({ captured: -2500, paid_out: 2500, refunded: 2500, fee: -2500 })
    expect(await vendors.payments.sent('c7')).toEqual({ sent: 2500, takenBack: 0 })
  })
  test('charging a seller before the payout takes the label’s cost from them', async () => {
    await make('c4', { label: true, shipping_status: 3 })
    await cancel('c4', 'true')
    expect(await strip('c4')).toEqual({ captured: -2500, label: 500, refunded: 2500, pending: -500 })
    await make('c5', { label: true, shipping_status: 3 })
    await cancel('c5', 'false')
    expect(await strip('c5')).toEqual({ captured: -2500, label: 500, refunded: 2500, fee: -500 })
  })
  test('twenty concurrent calls cancel once', async () => {
    await make('c6')
    await s.token('finance')
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel('c6')))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect((await vendors.payments.payment('pi_c6')).refunded).toBe(2500)
  })
})

describe('states and edits', () => {
  const action = (endpoint: typeof transactions.delivered | typeof transactions.notShipped, id: string) =>
    s.call('support', endpoint as typeof transactions.delivered, { params: { id } })
  test('[API-40] [API-41] delivered releases the seller’s money, not shipped takes it back', async () => {
    await make('s1', { shipping_status: 2 })
    expect(await strip('s1')).toEqual({ captured: -2500, pending: 2500 })
    expect((await action(transactions.delivered, 's1')).body.data).toMatchObject({ shipping_status: 1 })
    expect(await strip('s1')).toEqual({ captured: -2500, held: 2500 })
    expect((await action(transactions.delivered, 's1')).status).toBe(409)
    expect((await action(transactions.notShipped, 's1')).body.data).toMatchObject({
      shipping_status: 3,
      delivered_at: null,
    })
    expect(await strip('s1')).toEqual({ captured: -2500, pending: 2500 })
  })
  test('[API-46] tracking sets number, carrier and state, and fetches the tracking page', async () => {
    await make('s2', { shipping_status: 3 })
    const body = { tracking_number: '9400100000000000000000', carrier: 'USPS' }
    const { data } = (await s.call('support', transactions.tracking, { params: { id: 's2' }, body })).body
    expect(data).toMatchObject({ ...body, shipping_status: 2 })
    expect(data.tracking_url).toMatch(/^https?:/)
    expect(
      (
        await s.call('support', transactions.tracking, {
          params: { id: 's2' },
          body: { ...body, carrier: '' },
        })
      ).status,
    ).toBe(400)
  })
  test('[API-39] [API-06] the full object: unchanged read-only fields are accepted, changed ones are refused by name', async () => {
    await make('s3')
    const txn = await get('s3')
    const save = (body: object, as: 'support' | 'finance' = 'support') =>
      s.call(as, transactions.save, { params: { id: 's3' }, body: { ...txn, ...body } })
    expect((await save({ product_title: 'New title' })).body.data).toMatchObject({
      product_title: 'New title',
      version: 2,
    })
    const stale = await save({ product_title: 'Mine' })
    expect([stale.status, stale.body.error_message]).toEqual([
      409,
      expect.stringMatching(
        /^This transaction has changed since you opened it: product_title\. Last change: The support, /,
      ),
    ])
    const fixed = await save({ version: 2, product_title: 'New title', price: 1, seller_uid: 'x' })
    expect([fixed.status, fixed.body.error_message]).toEqual([
      422,
      'These fields cannot be edited: seller_uid, price.',
    ])
    expect((await save({ version: 2, product_title: 'New title', status: 4 })).status).toBe(403)
    expect(
      (await save({ version: 2, product_title: 'New title', status: 4 }, 'finance')).body.data.status,
    ).toBe(4)
    expect((await save({ version: 3, unknown: 1 })).status).toBe(400)
  })
})

describe('webhooks about the provider’s own dashboard', () => {
  const deliver = (event: { body: string; signature: string }) =>
    s.server.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
      payload: event.body,
    })
  const sign = (payload: object, secret = 'whsec_portreeve', age = 0) => {
    const body = JSON.stringify(payload)
    const t = Math.floor(Date.now() / 1000) - age
    return {
      body,
      signature: `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`,
    }
  }
  const eventOf = (id: string, refund: object) => ({
    id,
    object: 'event',
    type: 'refund.created',
    created: 1,
    data: { object: refund },
  })

  test('a refund made there is shown and counted once, for any repeated or late event', async () => {
    await make('w1')
    const made = (await (
      await vendors.post('/stripe/dashboard/refunds', { payment_intent: 'pi_w1', amount: 400 })
    ).json()) as object
    for (const [id, times] of [
      ['evt_1', 2],
      ['evt_2', 1],
    ] as const)
      for (let i = 0; i < times; i++) expect((await deliver(sign(eventOf(id, made)))).statusCode).toBe(200)
    expect(await strip('w1')).toEqual({ captured: -2500, held: 2100, refunded: 400 })
    expect(await s.query("select action, reason from audit where subject_id = 'w1'")).toEqual([
      { action: 'payments.refund', reason: "Refunded at the payment provider's own dashboard" },
    ])
  })

  test('forged, old and unknown events change nothing', async () => {
    await make('w2')
    const refundOf = {
      id: 're_x',
      object: 'refund',
      amount: 100,
      payment_intent: 'pi_w2',
      status: 'succeeded',
      metadata: {},
    }
    expect((await deliver(sign(eventOf('evt_3', refundOf), 'whsec_wrong'))).statusCode).toBe(400)
    expect((await deliver(sign(eventOf('evt_4', refundOf), undefined, 301))).statusCode).toBe(400)
    expect((await deliver({ body: 'x', signature: '' })).statusCode).toBe(400)
    expect(
      (await deliver(sign(eventOf('evt_5', { ...refundOf, payment_intent: 'pi_nobody' })))).statusCode,
    ).toBe(200)
    expect(await strip('w2')).toEqual({ captured: -2500, held: 2500 })
  })

  test('an operation’s refund with webhooks before and after is not counted twice', async () => {
    await make('w3')
    await refund('w3', 600)
    const own = (await vendors.payments.payment('pi_w3')).refunds[0]
    const refunded = {
      id: own?.reference,
      object: 'refund',
      amount: 600,
      payment_intent: 'pi_w3',
      status: 'succeeded',
      metadata: { portreeve_operation: own?.key, portreeve_transaction: 'w3' },
    }
    expect((await deliver(sign(eventOf('evt_6', refunded)))).statusCode).toBe(200)
    expect(await strip('w3')).toEqual({ captured: -2500, held: 1900, refunded: 600 })
  })
})
