import { createHmac } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { useStripe } from './stripe-test-harness.ts'

const { call, receivedOf, journal, keyed, paid, refuse, start, state, stop, tell, until, url } = useStripe()

test('requires the secret key', async () => {
  const { status, body } = await call('/v1/refunds', undefined, { authorization: 'Bearer sk_test_wrong' })
  expect([status, body.error.message]).toEqual([401, 'Invalid API Key provided: ********rong'])
  expect((await call('/v1/refunds', undefined, { authorization: '' })).status).toBe(401)
})

test('refuses a refund with the documented messages', async () => {
  const pi = await paid(2000)
  const refusal = async (form: string) => {
    const { status, body } = await call('/v1/refunds', form)
    return [status, body.error.code, body.error.message]
  }
  expect(await refusal('payment_intent=pi_nobody&amount=1')).toEqual([
    404,
    'resource_missing',
    "No such payment_intent: 'pi_nobody'",
  ])
  expect(await refusal(`payment_intent=${pi}&amount=2001`)).toEqual([
    400,
    'amount_too_large',
    'Refund amount ($20.01) is greater than charge amount ($20.00)',
  ])
  await call('/v1/refunds', `payment_intent=${pi}&amount=500`)
  expect(await refusal(`payment_intent=${pi}&amount=1501`)).toEqual([
    400,
    'amount_too_large',
    'Refund amount ($15.01) is greater than unrefunded amount on charge ($15.00)',
  ])
  await call('/v1/refunds', `payment_intent=${pi}`)
  expect((await refusal(`payment_intent=${pi}&amount=1`)).slice(0, 2)).toEqual([
    400,
    'charge_already_refunded',
  ])
  expect((await refusal('amount=1')).slice(0, 2)).toEqual([400, 'parameter_missing'])
  for (const amount of ['0', '-5', '1.5', 'ten'])
    expect((await refusal(`payment_intent=${pi}&amount=${amount}`))[1]).toBe('parameter_invalid_integer')
  expect((await refusal(`payment_intent=${pi}&colour=red`))[1]).toBe('parameter_unknown')
  const unpaid = await paid(0)
  expect((await refusal(`payment_intent=${unpaid}`))[1]).toBe('payment_intent_unexpected_state')
})

test('a test card pays, another one is declined', async () => {
  const card = (name: string, more = '') =>
    call('/v1/payment_intents', `amount=1250&currency=usd&confirm=true&payment_method=${name}${more}`)
  const { body } = await card('pm_card_visa')
  expect(body).toMatchObject({ amount: 1250, status: 'succeeded' })
  expect((await call('/v1/refunds', `payment_intent=${body.id}`)).body.amount).toBe(1250)
  const { status, body: declined } = await card('pm_card_chargeDeclined')
  expect([status, declined.error]).toEqual([402, expect.objectContaining({ code: 'card_declined' })])
  expect((await card('pm_card_visa', '&amount=')).status).toBe(400)
  expect((await card('pm_card_gold')).body.error.code).toBe('resource_missing')
})

test('an idempotency key: the same answer, also a refusal; other parameters are refused', async () => {
  const pi = await paid(1000)
  const form = `payment_intent=${pi}&amount=300&metadata[a]=1&metadata[b]=2`
  const first = await keyed('/v1/refunds', form, `one-${pi}`)
  const again = await keyed(
    '/v1/refunds',
    `amount=300&metadata[b]=2&metadata[a]=1&payment_intent=${pi}`,
    `one-${pi}`,
  )
  expect(again.body).toEqual(first.body)
  expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
  expect(first.body.metadata).toEqual({ a: '1', b: '2' })
  const other = await keyed('/v1/refunds', `payment_intent=${pi}&amount=301`, `one-${pi}`)
  expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error'])

  const refused = await keyed('/v1/refunds', `payment_intent=${pi}&amount=701`, `two-${pi}`)
  await tell(`/stripe/dashboard/refunds/${first.body.id}`, { status: 'failed' })
  const refusedAgain = await keyed('/v1/refunds', `payment_intent=${pi}&amount=701`, `two-${pi}`)
  expect(refusedAgain.body).toEqual(refused.body)
  expect((await state(`?payment_intent=${pi}`)).refunded).toBe(0)
})

test('answers late: done at once, the key is in use until the answer; webhooks late too', async () => {
  const pi = await paid(1000)
  await tell('/switches', { face: 'stripe', mode: 'late', times: 1 })
  await tell('/switches', { face: 'stripe-webhooks', mode: 'late', times: 1 })
  const form = `payment_intent=${pi}&amount=100`
  const began = Date.now()
  const late = keyed('/v1/refunds', form, `late-${pi}`)
  await vi.waitFor(async () => expect((await state(`?payment_intent=${pi}`)).refunded).toBe(100))
  const { status, body } = await keyed('/v1/refunds', form, `late-${pi}`)
  expect([status, body.error.code]).toEqual([409, 'idempotency_key_in_use'])
  expect(receivedOf((await call(`/v1/refunds?payment_intent=${pi}`)).body.data[0]?.id ?? '')).toEqual([])
  const first = await late
  expect([first.status, Date.now() - began > 5900]).toEqual([200, true])
  expect((await keyed('/v1/refunds', form, `late-${pi}`)).body).toEqual(first.body)
  await until(2, first.body.id)
})

test('transfers and reversals: never more than was sent', async () => {
  const form = 'amount=900&currency=usd&destination=acct_1&transfer_group=txn-a'
  const { body: transfer } = await call('/v1/transfers', form)
  const reverse = (amount: number) => call(`/v1/transfers/${transfer.id}/reversals`, `amount=${amount}`)
  expect((await reverse(400)).status).toBe(200)
  const more = await reverse(501)
  expect([more.status, more.body.error.message]).toEqual([
    400,
    'Reversal amount ($5.01) is greater than unreversed amount on transfer ($5.00)',
  ])
  expect((await call(`/v1/transfers/${transfer.id}`)).body.amount_reversed).toBe(400)
  await reverse(500)
  expect((await reverse(1)).body.error.message).toBe(`The transfer ${transfer.id} is already fully reversed.`)
  expect((await call('/v1/transfers', 'amount=1&currency=usd&destination=nobody')).body.error.message).toBe(
    "No such destination: 'nobody'",
  )
  expect((await call('/v1/transfers/tr_nobody/reversals', 'amount=1')).status).toBe(404)
})

test('lists have pages, newest first', async () => {
  const pi = await paid(1000)
  for (const amount of [1, 2, 3]) await call('/v1/refunds', `payment_intent=${pi}&amount=${amount}`)
  const { body: first } = await call(`/v1/refunds?payment_intent=${pi}&limit=2`)
  expect([first.data.map(({ amount }) => amount), first.has_more]).toEqual([[3, 2], true])
  const after = first.data[1]?.id
  const { body: last } = await call(`/v1/refunds?payment_intent=${pi}&limit=2&starting_after=${after}`)
  expect([last.data.map(({ amount }) => amount), last.has_more]).toEqual([[1], false])
})

test('adds each known payment once', async () => {
  const line = {
    payment_intent: 'pi_known',
    amount: 5000,
    refunded: 1000,
    transfers: [{ transfer_group: 'txn-known', destination: 'acct_1', amount: 4000 }],
  }
  expect((await tell('/stripe/known', [line])).body).toEqual({ known: 1, added: 1 })
  expect((await tell('/stripe/known', [line, line])).body).toEqual({ known: 2, added: 0 })
  expect(await state('?payment_intent=pi_known')).toMatchObject({ amount_received: 5000, refunded: 1000 })
  expect((await call('/v1/transfers?transfer_group=txn-known')).body.data).toHaveLength(1)
  expect((await tell('/stripe/known', [])).body).toEqual({ known: 0, added: 0 })
  const bad = await tell('/stripe/known', [{ payment_intent: 'pi_new', amount: 1 }, { amount: 1.5 }])
  expect([bad.status, bad.body.problems]).toEqual([422, ['line 2: payment_intent is missing']])
  expect((await fetch(`${url()}/stripe/state.json?payment_intent=pi_new`)).status).toBe(404)
})

test('a known payment may have a dispute: the bank takes the money', async () => {
  const created = Math.floor(Date.now() / 1000) - 86_400
  const dispute = { id: 'du_known', reason: 'fraudulent', amount: 900, created, due_by: created + 7 * 86_400 }
  const line = { payment_intent: 'pi_disputed', amount: 1000, disputes: [dispute] }
  await tell('/stripe/known', [line])
  await tell('/stripe/known', [line])
  const { disputes, charged_back } = await state('?payment_intent=pi_disputed')
  expect(charged_back).toBe(900)
  expect(disputes).toMatchObject([
    { id: 'du_known', status: 'needs_response', reason: 'fraudulent', created },
  ])
  const bad = await tell('/stripe/known', [
    { ...line, payment_intent: 'pi_other', disputes: [{ ...dispute, id: 1 }] },
  ])
  expect([bad.status, bad.body.problems]).toEqual([
    422,
    ['line 1: a dispute needs id, reason, amount in cents, and created and due_by in Unix seconds'],
  ])
})

test('signs webhooks and retries them until they are accepted', async () => {
  const pi = await paid(1000)
  refuse(2)
  const { body } = await tell('/stripe/dashboard/refunds', { payment_intent: pi, amount: 250 })
  await until(2, body.id)
  const [first, second] = receivedOf(body.id)
  expect([first?.type, second?.type]).toEqual(['refund.created', 'refund.updated'])
  const [, at, digest] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(first?.signature ?? '') ?? []
  const expected = createHmac('sha256', 'whsec_portreeve').update(`${at}.${first?.body}`).digest('hex')
  expect(digest).toBe(expected)
  await tell(`/stripe/dashboard/refunds/${body.id}`, { status: 'failed' })
  await until(4, body.id)
  expect(receivedOf(body.id).at(-1)?.type).toBe('refund.failed')
})

test('the switch of the webhooks: twice, out of order, off', async () => {
  const pi = await paid(1000)
  const refunded = async (mode: string) => {
    await tell('/switches', { face: 'stripe-webhooks', mode, times: 1 })
    return (await call('/v1/refunds', `payment_intent=${pi}&amount=100`)).body.id
  }
  const off = await refunded('off')
  const twice = await refunded('twice')
  await until(4, twice)
  expect(new Set(receivedOf(twice).map(({ id }) => id)).size).toBe(2)
  const turned = await refunded('out_of_order')
  await until(2, turned)
  expect(receivedOf(turned).map(({ type }) => type)).toEqual(['refund.updated', 'refund.created'])
  expect(receivedOf(off)).toEqual([])
})

test('the switch: refused, cut before and cut after', async () => {
  const pi = await paid(1000)
  const refund = () => keyed('/v1/refunds', `payment_intent=${pi}&amount=100`, `switch-${pi}`)
  const refunded = async () => (await state(`?payment_intent=${pi}`)).refunded
  for (const [mode, status] of [
    ['fail', 500],
    ['fail_429', 429],
  ] as const) {
    await tell('/switches', { face: 'stripe', mode, times: 1 })
    expect((await refund()).status).toBe(status)
  }
  await tell('/switches', { face: 'stripe', mode: 'drop', times: 1 })
  await expect(refund()).rejects.toThrow()
  expect(await refunded()).toBe(0)
  await tell('/switches', { face: 'stripe', mode: 'after_success', times: 1 })
  // The switch does not affect reading calls.
  expect((await call(`/v1/payment_intents/${pi}`)).status).toBe(200)
  await expect(refund()).rejects.toThrow()
  expect(await refunded()).toBe(100)
  expect((await refund()).headers.get('idempotent-replayed')).toBe('true')
  expect(await refunded()).toBe(100)
})

test('the switch: mixed draws the same faults for the same seed', async () => {
  const draw = async (seed: number) => {
    await tell('/switches', { face: 'easypost', mode: 'mixed', rate: 0.5, seed })
    const drawn: string[] = []
    for (let at = 0; at < 12; at++) {
      const answer = await fetch(`${url()}/v2/shipments/shp_mixed`, {
        headers: { authorization: `Basic ${Buffer.from('EZTK_portreeve:').toString('base64')}` },
        signal: AbortSignal.timeout(300),
      }).catch((error: Error) => error.name)
      drawn.push(typeof answer === 'string' ? answer : String(answer.status))
    }
    return drawn
  }
  const drawn = await draw(7)
  expect(new Set(drawn).size).toBeGreaterThan(2)
  expect(await draw(7)).toEqual(drawn)
  await tell('/switches', { face: 'easypost', mode: 'ok' })
  for (const wrong of [{ rate: 2 }, { rate: 'much' }, { seed: 1.5 }])
    expect((await tell('/switches', { face: 'stripe', mode: 'mixed', ...wrong })).status).toBe(422)
  expect((await tell('/switches', { face: 'mail', mode: 'mixed' })).status).toBe(422)
})

test('keeps all data after a restart, also when a kill has cut the last line', async () => {
  const pi = await paid(1000)
  const form = `payment_intent=${pi}&amount=400`
  refuse(1_000_000)
  const { body: refund } = await keyed('/v1/refunds', form, `kept-${pi}`)
  await stop()
  await appendFile(journal(), '{"refund":{"id":"re_half')
  refuse(0)
  await start()
  expect((await keyed('/v1/refunds', form, `kept-${pi}`)).body).toEqual(refund)
  expect((await state(`?payment_intent=${pi}`)).refunded).toBe(400)
  await until(2, refund.id)
  expect(await state()).toMatchObject({ over: [], twice: [], unsent_events: 0 })
  const another = await call('/v1/refunds', form)
  await stop()
  await start()
  expect((await call(`/v1/refunds/${another.body.id}`)).body.amount).toBe(400)
})
