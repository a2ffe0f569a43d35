import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@portreeve/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlyStripe } from './adapters/payments.ts'
import { sendTraces } from './adapters/traces-otlp.ts'
import { tracedPort } from './core/traces.ts'
import { useMoneyDesk } from './testing/money-desk.ts'

interface Value {
  stringValue?: string
  intValue?: number
}
interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Value }[]
  status: { code?: number }
}

const { s, vendors, make, settleAll } = useMoneyDesk()
const bodies: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (part) => {
    body += part
  })
  request.on('end', () => {
    bodies.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
let end: () => Promise<void>

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  end = sendTraces({ address, environment: 'production', version: '1.2.3' })
  s.ctx.payments = onlyStripe(tracedPort('stripe', vendors.payments))
})
afterAll(() => void collector.close())

const refund = (id: string, headers: Record<string, string> = {}) =>
  s.call('finance', api.transactions.refund, { params: { id }, body: { amount: 700 } }, headers)

test('a refund is one trace from the call to its statements and the provider, also when a worker tries it again', async () => {
  await make('before')
  await make('at-once')
  await refund('before')
  await make('later')
  const from = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
  expect((await refund('at-once', { traceparent: from })).status).toBe(200)
  await vendors.set('stripe', 'fail')
  expect((await refund('later')).status).toBe(200)
  await vendors.set('stripe', 'ok')
  await settleAll()
  await s.call('support', api.users.search, { query: { search_term: 'buyer@example.com' } })
  await end()

  const sent = bodies.flatMap((body) => JSON.parse(body).resourceSpans)
  const spans: SentSpan[] = sent.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap((scope: { spans: SentSpan[] }) => scope.spans),
  )
  const route = 'POST /v1/admin/transactions/:id/refunds'
  const [first, second] = spans.filter(({ name }) => name === route).slice(-2)
  expect(first).toMatchObject({ traceId: 'a'.repeat(32), parentSpanId: 'b'.repeat(16) })
  const of = (parent: SentSpan | undefined, name: RegExp) =>
    spans.filter((one) => one.traceId === parent?.traceId && name.test(one.name))
  const [operation] = of(first, /^operation refund$/)
  expect(operation?.parentSpanId).toBe(first?.spanId)
  expect(of(first, /^stripe\.refund$/)[0]?.parentSpanId).toBe(operation?.spanId)
  expect(of(first, /^(select|insert|update)$/).length).toBeGreaterThan(5)
  // The second attempt is the worker's.
  const attempts = of(second, /^operation refund$/)
  expect(attempts.length).toBeGreaterThan(1)
  expect(of(second, /^stripe\./).map(({ status }) => status.code === 2)).toContain(true)
  // Statements of nobody's call are left out, and no span has a value.
  expect(spans.filter(({ name }) => name === 'select').every(({ parentSpanId }) => parentSpanId)).toBe(true)
  expect(JSON.stringify(sent[0].resource)).toMatch(/portreeve.*1\.2\.3|1\.2\.3.*portreeve/)
  for (const text of ['buyer@', 'at-once', 'example.com', 'acct_seller', 'pi_'])
    expect(bodies.join().includes(text), text).toBe(false)
})
