import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripePayments } from '../adapters/payments-stripe.ts'

/** What Stripe answers for the disputes of a payment. */
let disputes: object[] = []
const stripe = createServer((request, response) => {
  const list = (data: object[]) => ({ object: 'list', has_more: false, data })
  const { pathname } = new URL(request.url ?? '', 'http://stripe')
  const body =
    pathname === '/v1/disputes'
      ? list(disputes)
      : pathname === '/v1/refunds'
        ? list([])
        : { id: 'pi_1', object: 'payment_intent', amount_received: 2500, currency: 'usd' }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
beforeAll(async () => void (await once(stripe.listen(0, '127.0.0.1'), 'listening')))
afterAll(() => void stripe.close())

/** The chargeback that the server sees for a dispute. */
async function seen(dispute: object) {
  disputes = [
    {
      ...{ id: 'du_1', object: 'dispute', amount: 2500, balance_transactions: [], created: 1_700_000_000 },
      ...{ currency: 'usd', payment_intent: 'pi_1', reason: 'general', status: 'needs_response' },
      ...dispute,
    },
  ]
  const { port } = stripe.address() as AddressInfo
  const payments = stripePayments({
    ...{ key: 'sk_test_portreeve', address: `http://127.0.0.1:${port}`, webhookSecret: 'x' },
  })
  return (await payments.payment('pi_1')).chargebacks?.[0]
}

test('a dispute has a deadline, or none: absent, null, 0 or -1', async () => {
  const due = async (due_by: unknown) =>
    (await seen({ evidence_details: { due_by, submission_count: 0 } }))?.due_at
  expect(await due(1_700_086_400)).toBe('2023-11-15T22:13:20.000Z')
  for (const none of [-1, 0, null, undefined]) expect(await due(none)).toBe(null)
  expect(await seen({})).toMatchObject({ due_at: null, submitted: false })
})

test('each state of a dispute is one of ours; an unknown one is shown as open', async () => {
  const state = async (status: string) => (await seen({ status }))?.state
  const states = []
  for (const status of [
    ...['warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response'],
    ...['under_review', 'won', 'lost', 'prevented', 'something_new'],
  ])
    states.push([status, await state(status)])
  expect(Object.fromEntries(states)).toEqual({
    warning_needs_response: 'inquiry',
    warning_under_review: 'inquiry',
    warning_closed: 'closed',
    needs_response: 'needs_response',
    under_review: 'under_review',
    won: 'won',
    lost: 'lost',
    prevented: 'closed',
    something_new: 'needs_response',
  })
})
