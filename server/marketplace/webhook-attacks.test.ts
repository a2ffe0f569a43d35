import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from '@portreeve/client'
import { api } from '@portreeve/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookSender } from '../adapters/webhooks.ts'
import { useServer } from '../testing/harness.ts'
import { useReceiver } from '../testing/receiving.ts'
import { startWebhooks } from './webhook-worker.ts'

describe('signatures', () => {
  const { s, received, make, run, block } = useReceiver()

  test('that are forged, changed, replayed or late are refused by the client', async () => {
    await s.addUser({ uid: 'ana' })
    const { secret } = await make()
    const other = await make(null, 'https://two.example/hook')
    await block('ana')
    await run()
    const sent = received.find(({ url }) => url === 'https://one.example/hook')
    if (!sent) throw new Error('Nothing was sent')
    const { headers, body } = sent
    const at = Number(headers['webhook-timestamp']) * 1000
    expect(await verifyWebhook(headers, body, secret, at)).toEqual(sent.event)
    for (const [words, given, text, by, now] of [
      ['wrong', headers, body.replace('ana', 'ben'), secret, at],
      ['wrong', headers, body, other.secret, at],
      ['wrong', { ...headers, 'webhook-signature': 'v1,' }, body, secret, at],
      ['wrong', { ...headers, 'webhook-signature': 'v1a,AAAA v2,AAAA' }, body, secret, at],
      ['too old', headers, body, secret, at + 301_000],
      ['too old', headers, body, secret, at - 301_000],
      // Replayed with a new time, or under the id of another event.
      ['wrong', { ...headers, 'webhook-timestamp': String(at / 1000 + 3600) }, body, secret, at + 3_600_000],
      ['wrong', { ...headers, 'webhook-id': 'evt_999' }, body, secret, at],
      ['too old', { ...headers, 'webhook-timestamp': `${at / 1000}e0` }, body, secret, at],
      ['missing', { ...headers, 'webhook-signature': undefined }, body, secret, at],
    ] as const)
      await expect(verifyWebhook(given, text, by, now)).rejects.toMatchObject({
        code: 'bad_signature',
        message: expect.stringContaining(words),
      })
  })
})

describe('addresses', () => {
  const names: Record<string, string> = {}
  let isPrivateAllowed = false
  const seen: string[] = []
  let target: Server
  let port = 0
  const s = useServer({
    webhooks: {
      refusal: (url) => sender().refusal(url),
      send: (request) => sender().send(request),
    },
  })
  const sender = () =>
    webhookSender({
      isPrivateAllowed,
      resolve: async (host) => [{ address: names[host] ?? '192.0.2.1', family: 4 }],
    })
  beforeAll(async () => {
    target = createServer((request, response) => {
      seen.push(`${request.headers.host}${request.url}`)
      response.writeHead(307, { location: 'http://169.254.169.254/latest/meta-data/' }).end()
    })
    await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
    port = (target.address() as AddressInfo).port
  })
  afterAll(() => target.close())

  /** Makes an endpoint, and returns its first delivery after an attempt. */
  async function attempted(url: string) {
    const { data } = (await s.call('admin', api.webhookEndpoints.create, { body: { url, types: null } })).body
    const params = { id: data.endpoint.id }
    await s.call('admin', api.webhookEndpoints.test, { params })
    const deliveries = async () =>
      (await s.call('admin', api.webhookEndpoints.deliveries, { params, query: {} })).body.data
    const stop = startWebhooks(s.ctx, 5)
    await expect.poll(async () => (await deliveries())[0]?.attempts, { interval: 20 }).toBe(1)
    await stop()
    const [delivery] = await deliveries()
    const one = await s.call('admin', api.webhookEndpoints.delivery, { params: { id: String(delivery?.id) } })
    return one.body.data
  }

  test('of a name that turns to a private address after its endpoint was made: nothing is sent, and the delivery says why', async () => {
    names['rebound.example'] = '93.184.216.34'
    expect(sender().refusal('https://rebound.example/hook')).toBeUndefined()
    for (const [at, address] of ['127.0.0.1', '169.254.169.254', '10.0.0.8'].entries()) {
      names['rebound.example'] = address
      expect(await attempted(`https://rebound.example:${port}/hook-${at}`)).toMatchObject({
        ...{ state: 'pending', status: null },
        response: 'rebound.example does not lead to the public internet.',
      })
    }
    expect(seen).toEqual([])
  })

  test('that redirect to metadata are failures, and the redirect is not followed', async () => {
    isPrivateAllowed = true
    names['hook.example'] = '127.0.0.1'
    expect(await attempted(`http://hook.example:${port}/hook`)).toMatchObject({
      state: 'pending',
      status: 307,
    })
    expect(seen).toEqual([`hook.example:${port}/hook`])
  })
})
