import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublic, webhookSender } from '../adapters/webhooks.ts'

const request = (url: string) => ({ url, headers: { 'webhook-id': 'evt_1' }, body: '{}' })

describe('addresses', () => {
  test.each([
    ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1'],
    ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1'],
    ...['fe80::1', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1', '2002:7f00:1::', '2001::1'],
    ...['2001:db8::1', '100::1', 'fd00:ec2::254', 'not an address', ''],
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false)
  })

  test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(isPublic(address)).toBe(true)
  })

  test.each([
    ...['https://2130706433/', 'https://0x7f.1/', 'https://127.1/', 'https://[::ffff:7f00:1]/'],
    ...['https://localhost./', 'https://a.localhost/', 'ftp://example.com/', 'https://[fd00:ec2::254]/'],
  ])('%s is refused by its text', (url) => {
    expect(webhookSender({ isPrivateAllowed: false }).refusal(url)).toBeTruthy()
  })
})

describe('a request', () => {
  const seen: { host: string | undefined; url: string | undefined; id: unknown; body: string }[] = []
  let server: Server
  let port = 0
  beforeAll(async () => {
    server = createServer(async (received, response) => {
      let body = ''
      for await (const part of received) body += part
      seen.push({ host: received.headers.host, url: received.url, id: received.headers['webhook-id'], body })
      if (received.url === '/redirect')
        response.writeHead(307, { location: `http://127.0.0.1:${port}/target` })
      if (received.url === '/silent') return
      if (received.url === '/endless') {
        const more = () => !response.destroyed && response.write('x'.repeat(10_000), () => setImmediate(more))
        more()
        return
      }
      response.end('fine')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test('to a name with a private address among its addresses is refused before it connects', async () => {
    for (const private_ of ['127.0.0.1', '10.0.0.8', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
      const sender = webhookSender({
        isPrivateAllowed: false,
        resolve: async () => [
          { address: '93.184.216.34', family: 4 },
          { address: private_, family: private_.includes(':') ? 6 : 4 },
        ],
      })
      await expect(sender.send(request(`https://rebound.example:${port}/`))).rejects.toThrow(
        'rebound.example does not lead to the public internet.',
      )
    }
    expect(seen).toEqual([])
  })

  test('resolves a name once and goes to that address, with the name as host', async () => {
    let asked = 0
    const sender = webhookSender({
      isPrivateAllowed: true,
      // A second answer would lead elsewhere.
      resolve: async () => [{ address: ++asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }],
    })
    const { status, body } = await sender.send(request(`http://pinned.example:${port}/hook`))
    expect([status, body, asked]).toEqual([200, 'fine', 1])
    expect(seen).toEqual([{ host: `pinned.example:${port}`, url: '/hook', id: 'evt_1', body: '{}' }])
  })

  test('follows no redirect', async () => {
    const sender = webhookSender({ isPrivateAllowed: true })
    expect((await sender.send(request(`http://127.0.0.1:${port}/redirect`))).status).toBe(307)
    expect(seen.map(({ url }) => url)).not.toContain('/target')
  })

  test('reads no more than 16 kB of an answer', async () => {
    const sender = webhookSender({ isPrivateAllowed: true })
    const { status, body } = await sender.send(request(`http://127.0.0.1:${port}/endless`))
    expect([status, body.length]).toEqual([200, 16_384])
  })

  test('ends when its time is over, and when nothing listens', async () => {
    const sender = webhookSender({ isPrivateAllowed: true, timeout: 200 })
    await expect(sender.send(request(`http://127.0.0.1:${port}/silent`))).rejects.toThrow(/No answer within/)
    const slow = webhookSender({ isPrivateAllowed: true, timeout: 50, resolve: () => new Promise(() => {}) })
    await expect(slow.send(request('http://hangs.example/'))).rejects.toThrow(/No answer within/)
    await expect(sender.send(request('http://127.0.0.1:1/'))).rejects.toThrow('ECONNREFUSED')
  })
})
