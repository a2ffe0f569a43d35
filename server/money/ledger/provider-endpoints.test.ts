import { readFileSync } from 'node:fs'
import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { stripePayments } from '../../adapters/payments-stripe.ts'
import { stripeEvents } from '../../adapters/stripe-events.ts'
import { address, useServer } from '../../testing/harness.ts'
import { useVendors } from '../../testing/vendors.ts'
import { lookAtEndpoints } from './provider-endpoints.ts'

const vendors = useVendors()
const s = useServer({ payments: vendors.payments })
const url = `${address}/webhooks/stripe`

const atStripe = (endpoint: object) => vendors.post('/stripe/dashboard/webhook_endpoints', endpoint)
const logged: string[] = []
const look = async (seen = new Set<string>()) => {
  logged.length = 0
  const log = Object.assign(Object.create(s.ctx.log), {
    warn: (_facts: object, words: string) => logged.push(words),
  })
  const answered = await lookAtEndpoints({ ...s.ctx, log }, seen)
  return answered
}
const shown = async () => {
  await look()
  const [endpoint] = (await s.call('support', api.reconciliation.endpoints, {})).body.data
  return endpoint?.problems
}

test('docs/deploy.md names exactly the events that the server reads', () => {
  const docs = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8')
  const named = docs.match(/`(?:refund|charge|radar|transfer)\.[a-z_.]+`/g)?.map((one) => one.slice(1, -1))
  expect(named).toEqual([...stripeEvents])
})

test('what the endpoint at Stripe lacks is logged once, and shown to staff', async () => {
  expect(await shown()).toEqual([
    `Stripe has no webhook endpoint ${url}, so nothing that happens there arrives here at once.`,
  ])
  await atStripe({ url, enabled_events: ['refund.created', 'refund.updated', 'refund.failed'] })
  const seen = new Set<string>()
  await look(seen)
  expect(logged).toEqual([
    expect.stringMatching(/does not send charge\.refunded, .*charge\.dispute\.created, .*radar/),
  ])
  await look(seen)
  expect(logged).toEqual([])
  await atStripe({ url, enabled_events: [...stripeEvents], api_version: '2022-11-15' })
  expect(await shown()).toEqual([expect.stringContaining('has the version 2022-11-15')])
  await atStripe({ url, enabled_events: ['*'], api_version: null, status: 'disabled' })
  expect(await shown()).toEqual([expect.stringContaining('is disabled at Stripe')])
  // The address may end in a slash.
  await atStripe({ url, status: 'disabled' })
  await atStripe({ url: `${url}/`, enabled_events: [...stripeEvents] })
  expect(await shown()).toEqual([])
})

test('a key that may not read endpoints is said, and a provider that is down keeps the last picture', async () => {
  expect(await shown()).toEqual([])
  await vendors.set('stripe', 'fail')
  expect(await look()).toBe(false)
  expect((await s.call('support', api.reconciliation.endpoints, {})).body.data[0]?.problems).toEqual([])
  await vendors.set('stripe', 'ok')
  await atStripe({ shown: false })
  expect(await shown()).toEqual([expect.stringContaining('does not show our webhook endpoint to this key')])
  await atStripe({ shown: true })
})

test('an endpoint is found by its id where Stripe reaches us by another address', async () => {
  const { id } = (await (await atStripe({ url: 'https://hooks.example.com/x' })).json()) as { id: string }
  const options = { key: 'sk_test_portreeve', address: vendors.address(), webhookSecret: 'x' }
  const look = (more: object) => stripePayments({ ...options, ...more }).endpointProblems?.('http://not.here')
  expect(await look({})).toHaveLength(1)
  expect(await look({ webhookEndpoint: id })).toEqual([])
  expect(await look({ webhookEndpoint: 'we_none' })).toHaveLength(1)
})
