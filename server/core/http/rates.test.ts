import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { send, useServer } from '../../testing/harness.ts'

const s = useServer({ settings: { callsPerPerson: 20, callsPerAddress: 60, proxies: '127.0.0.1' } })
const me = async (role: 'admin' | 'support', from: string) =>
  s.call(role, api.staff.me, {}, { 'x-forwarded-for': from })

test('a caller above the rate limit is refused with a message for a while; other callers are not', async () => {
  const answers = []
  for (let n = 0; n < 25; n++) answers.push(await me('admin', '192.0.2.1'))
  expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), ...Array(5).fill(429)])
  const last = answers.at(-1)
  expect(last?.body).toMatchObject({
    code: 'too_many',
    error_title: 'Too many calls',
    error_message: expect.stringMatching(
      /^More than 20 calls a minute by one person\. Please wait \d+ seconds\.$/,
    ),
  })
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  // From another address, too: the limit counts the person.
  expect((await me('admin', '192.0.2.2')).status).toBe(429)
  expect((await me('support', '192.0.2.1')).status).toBe(200)
})

test('an address above the rate limit is refused, with any forwarded address; health is always answered', async () => {
  const from = { 'x-forwarded-for': '192.0.2.9' }
  const knock = () => send(s.server, 'GET', '/v1/staff/me', undefined, from)
  const statuses = []
  for (let n = 0; n < 61; n++) statuses.push((await knock()).status)
  expect(statuses).toEqual([...Array(60).fill(401), 429])
  expect((await send(s.server, 'GET', '/healthz', undefined, from)).status).toBe(200)
  expect((await me('support', '192.0.2.10')).status).toBe(200)
})
