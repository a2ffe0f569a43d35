import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { PaymentRefused } from '../adapters/payments.ts'
import { stripePayments } from '../adapters/payments-stripe.ts'

const webhookSecret = 'whsec_portreeve'
const payments = stripePayments({ key: 'sk_test_portreeve', webhookSecret })

/** The outcome of a call: 'refused' with its message, 'unclear', or no failure. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    return error instanceof PaymentRefused ? `refused: ${error.message}` : 'unclear'
  }
}

const sign = (body: string, at: number, secret = webhookSecret) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
const webhook = (body: string, signature: string | undefined) => ({
  headers: { 'stripe-signature': signature },
  body,
})
const eventOf = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
const refundObject = {
  id: 're_1',
  object: 'refund',
  amount: 700,
  payment_intent: 'pi_1',
  status: 'succeeded',
  metadata: {},
}

test('a webhook with a valid signature names the payment, whatever the event is called', async () => {
  const now = Math.floor(Date.now() / 1000)
  const read = (type: string, object: object) => {
    const body = eventOf(type, object)
    return payments.event(webhook(body, sign(body, now)))
  }
  const hint = (type: string) => ({ id: 'evt_1', type, payment: 'pi_1' })
  // Before 2024-10-28 refunds are reported as the last two.
  for (const type of ['refund.created', 'refund.updated', 'refund.failed', 'charge.refund.updated'])
    expect(await read(type, refundObject)).toEqual(hint(type))
  const charge = { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }
  expect(await read('charge.refunded', { ...charge, amount_refunded: 5 })).toEqual(hint('charge.refunded'))
  expect(await read('charge.succeeded', { ...charge, amount_refunded: 0, disputed: false })).toBeUndefined()
  const dispute = { id: 'du_1', object: 'dispute', payment_intent: { id: 'pi_1' } }
  expect(await read('charge.dispute.updated', dispute)).toEqual(hint('charge.dispute.updated'))
  expect(await read('transfer.reversed', { id: 'tr_1', object: 'transfer', transfer_group: 't1' })).toEqual({
    ...{ id: 'evt_1', type: 'transfer.reversed', payment: null, transaction: 't1' },
  })
  expect(await read('refund.created', { ...refundObject, payment_intent: null })).toMatchObject({
    ...{ payment: null, problem: 'It names no payment.' },
  })
  expect(await read('customer.created', { id: 'cus_1', object: 'customer' })).toBeUndefined()
})

test('a webhook that is forged, unsigned or older than five minutes is refused without detail', async () => {
  const body = eventOf('refund.created', refundObject)
  const now = Math.floor(Date.now() / 1000)
  for (const signature of [
    sign(body, now, 'whsec_other'),
    sign(`${body} `, now),
    sign(body, now - 301),
    't=1,v1=abc',
    '',
    undefined,
  ])
    expect(await outcome(payments.event(webhook(body, signature)))).toBe(
      'refused: The signature of the webhook is wrong or too old.',
    )
  expect(await outcome(payments.event(webhook(body, sign(body, now - 290))))).toBe('done')
})

test('answers are classified as refusals or unclear; none discloses the key', async () => {
  let answer = { status: 200, error: {} as object | undefined }
  const vendor: Server = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(answer.error ? JSON.stringify({ error: answer.error }) : '<html>Bad gateway</html>')
  }).listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  const address = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const payments = stripePayments({ key: 'sk_test_secret', address, webhookSecret })
  const answers: [number, object | undefined, 'refused' | 'unclear'][] = [
    [400, { type: 'invalid_request_error', message: 'no' }, 'refused'],
    [402, { type: 'card_error', code: 'card_declined', message: 'no' }, 'refused'],
    [403, { type: 'invalid_request_error', message: 'no' }, 'refused'],
    [404, { type: 'invalid_request_error', code: 'resource_missing', message: 'no' }, 'refused'],
    [400, { type: 'idempotency_error', message: 'no' }, 'refused'],
    [401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_secret' }, 'unclear'],
    [409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'wait' }, 'unclear'],
    [400, { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'wait' }, 'unclear'],
    [429, { type: 'invalid_request_error', code: 'lock_timeout', message: 'wait' }, 'unclear'],
    [429, { type: 'invalid_request_error', code: 'rate_limit', message: 'slow' }, 'unclear'],
    [500, { type: 'api_error', message: 'oh' }, 'unclear'],
    [503, { type: 'api_error', message: 'oh' }, 'unclear'],
    [502, undefined, 'unclear'],
  ]
  for (const [status, error, expected] of answers) {
    answer = { status, error }
    const failed: Error = await payments.sent('txn-1').then(
      () => new Error('done'),
      (error: Error) => error,
    )
    const kind = failed instanceof PaymentRefused ? 'refused' : 'unclear'
    expect([status, kind, failed.message]).toEqual([status, expected, expect.not.stringContaining('secret')])
    expect(JSON.stringify({ ...failed, cause: failed.cause })).not.toContain('secret')
  }
  vendor.close()
  expect(await outcome(payments.sent('txn-1'))).toBe('unclear')
})
