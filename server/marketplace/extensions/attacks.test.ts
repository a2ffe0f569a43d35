import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PanelContext, verifyAction, verifyPanel } from '@portreeve/client'
import { api } from '@portreeve/contract'
import type { Declaration } from '@portreeve/contract/marketplace/extensions'
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookSender } from '../../adapters/webhooks.ts'
import { frameSources } from '../../core/http/frames.ts'
import { address, useServer } from '../../testing/harness.ts'
import { publishedPanels, signPanel } from './panel-keys.ts'

// The attacks on panels and actions that need no browser: 1 to 42. Those of a frame: e2e/marketplace/extensions/extensions.spec.ts.

const open = webhookSender({ isPrivateAllowed: true, timeout: 300 })
const s = useServer({
  webhooks: { refusal: (url) => (url.startsWith(app()) ? undefined : closed.refusal(url)), send: open.send },
})
const closed = webhookSender({ isPrivateAllowed: false })
const app = () => `http://127.0.0.1:${port}/`
let server: Server
let port = 0
const visited: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    visited.push(request.url ?? '')
    const answer: Record<string, () => void> = {
      '/redirect': () => response.writeHead(302, { location: `${app()}elsewhere` }).end(),
      '/huge': () => response.end(JSON.stringify({ sentence: 'x', proposals: ['x'.repeat(100_000)] })),
      '/endless': () => {
        const more = () => !response.destroyed && response.write(' '.repeat(10_000), () => setImmediate(more))
        more()
      },
      '/long': () => response.end(JSON.stringify({ sentence: 'x'.repeat(501) })),
      '/nothing': () => response.end('{}'),
      '/list': () => response.end('["sentence"]'),
      '/html': () => response.end('<h1>Refunded</h1>'),
      '/refused': () => response.writeHead(403).end(),
      '/many': () => response.end(JSON.stringify({ sentence: 'x', proposals: Array(21).fill('x') })),
    }
    answer[request.url ?? '']?.()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  port = (server.address() as AddressInfo).port
  await s.addUser({ uid: 'ana' })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const panel = (url: string): Declaration => ({
  ...{
    type: 'panel',
    name: 'risk',
    title: 'Risk',
    on: ['user'],
    url,
    may: 'users.read',
    tells_caller: false,
  },
})

const addresses = [
  ...['http://apps.example.com/', 'https://10.0.0.1/', 'https://169.254.169.254/', 'https://[::1]/'],
  ...[
    'https://2130706433/',
    'https://localhost/',
    'https://user:pass@apps.example.com/',
    'javascript:alert(1)',
  ],
  ...[
    'data:text/html,x',
    "https://a.example;script-src'unsafe-inline'/",
    'https://*.example.com/',
    'https://a,b.example/',
  ],
]
describe('addresses', () => {
  test.each(addresses.map((url, n) => [n + 1, url]))('attack %i: %s is not declared', async (_n, url) => {
    const answer = await s.call('admin', api.extensions.create, { body: panel(String(url)) })
    expect(['refused', 'malformed']).toContain(answer.body.code)
  })
})

const audience = 'https://apps.example.com'
const record: PanelContext['record'] = { kind: 'user', id: 'ana', version: 1 }
const sign = (more: object = {}) =>
  signPanel({ ...s.ctx.settings, ...more }, audience, { panel: 'risk', record })

/** The claims of a good token, signed by others. */
const forged = async (
  alg: 'ES256' | 'HS256',
  claims: object,
  key: Parameters<SignJWT['sign']>[0],
  typ = 'portreeve-panel+jwt',
) =>
  new SignJWT({
    panel: 'risk',
    environment: 'development',
    record,
    iss: address,
    aud: audience,
    jti: 'j',
    ...claims,
  })
    .setProtectedHeader({ alg, typ, kid: (await keys())[0]?.kid ?? '' })
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(key)
const keys = async () =>
  (await publishedPanels(s.ctx)()).keys as Parameters<typeof verifyPanel>[1]['keys'][number][]
const verify = async (token: string, more: object = {}) =>
  verifyPanel(token, {
    ...{ address, keys: await keys(), audience, panel: 'risk', environment: 'development' as const },
    ...{ remember: () => true, ...more },
  })

const tokens: [string, () => Promise<unknown>][] = [
  [
    'used again',
    async () => {
      const token = await sign()
      const seen = new Set<string>()
      const once = { remember: (id: string) => seen.size < seen.add(id).size }
      await verify(token, once)
      await verify(token, once)
    },
  ],
  ['expired', async () => verify(await sign(), { now: Date.now() + 61_000 })],
  ['of the future', async () => verify(await sign(), { now: Date.now() - 10_000 })],
  ['for another origin', async () => verify(await sign(), { audience: 'https://evil.example' })],
  ['for another panel', async () => verify(await sign(), { panel: 'other' })],
  ['of the other environment', async () => verify(await sign({ environment: 'production' }))],
  [
    'of the other environment by the same key',
    async () => verify(await sign(), { environment: 'production' }),
  ],
  ['of another server', async () => verify(await sign({ address: 'https://evil.example' }))],
  [
    'signed with another secret',
    async () => verify(await sign({ secret: 'another secret of the attacker, long' })),
  ],
  [
    'without a signature (alg none)',
    async () =>
      verify(
        new UnsecuredJWT({ panel: 'risk', aud: audience, iss: address }).setExpirationTime('60s').encode(),
      ),
  ],
  [
    'by a foreign key under our kid',
    async () => verify(await forged('ES256', {}, (await generateKeyPair('ES256')).privateKey)),
  ],
  [
    'HMAC with our public key (algorithm confusion)',
    async () =>
      verify(await forged('HS256', {}, new TextEncoder().encode(JSON.stringify((await keys())[0])))),
  ],
  [
    'with another record',
    async () => {
      const [head, body = '', signature] = (await sign()).split('.')
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
      const other = Buffer.from(JSON.stringify({ ...claims, record: { ...record, id: 'ben' } })).toString(
        'base64url',
      )
      await verify([head, other, signature].join('.'))
    },
  ],
  ['with a fourth part', async () => verify(`${await sign()}.x`)],
  ['no token', async () => verify('x.y.z')],
]
describe('tokens of panels', () => {
  test.each(tokens.map(([words, attack], n) => [n + 1 + addresses.length, words, attack] as const))(
    'attack %i: one that is %s is refused',
    async (_n, _words, attack) => {
      await expect(attack()).rejects.toMatchObject({ code: 'bad_token' })
    },
  )
  test('the same checks let a good one pass', async () => {
    expect(await verify(await sign())).toMatchObject({ record })
  })
})

const answers: [string, string, RegExp][] = [
  ['a redirect, which is not followed', 'redirect', /status 302/],
  ['one of 100 kB', 'huge', /no JSON, or is longer/],
  ['one without an end', 'endless', /no JSON, or is longer/],
  ['a sentence that is too long', 'long', /no sentence/],
  ['no sentence', 'nothing', /no sentence/],
  ['a list', 'list', /no sentence/],
  ['a page', 'html', /no JSON/],
  ['403', 'refused', /status 403/],
  ['more proposals than a caller can read', 'many', /no sentence/],
]
const first = 1 + addresses.length + tokens.length
describe('answers of apps', () => {
  test.each(answers.map(([words, path, says], n) => [n + first, words, path, says] as const))(
    'attack %i: %s is no answer',
    async (_n, _words, path, says) => {
      const declared: Declaration = {
        ...{
          type: 'action',
          name: path,
          title: 'Ask',
          on: ['user'],
          may: 'users.read',
          inputs: [],
          confirm: '',
        },
        url: app() + path,
      }
      await s.call('admin', api.extensions.create, { body: declared })
      const answer = await s.call('admin', api.extensions.act, {
        params: { name: path, kind: 'user', id: 'ana' },
        body: { inputs: {} },
      })
      expect(answer.body).toMatchObject({ code: 'vendor_failed', error_message: expect.stringMatching(says) })
      expect(visited).not.toContain('/elsewhere')
    },
  )
})

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`
const request = (more: object = {}, at = new Date(), by = secret) => {
  const body = JSON.stringify({
    action: 'ask',
    environment: 'development',
    caller: { uid: 'x' },
    record,
    inputs: {},
    ...more,
  })
  const signature = new Webhook(by).sign('act_1', at, body)
  return {
    body,
    headers: {
      'webhook-id': 'act_1',
      'webhook-timestamp': String(Math.floor(+at / 1000)),
      'webhook-signature': signature,
    },
  }
}
const check = (sent: ReturnType<typeof request>, remember = (_id: string) => true) =>
  verifyAction(sent, { secret, action: 'ask', environment: 'development', remember })

const requests: [string, () => Promise<unknown>][] = [
  [
    'repeated',
    async () => {
      const seen = new Set<string>()
      for (let n = 0; n < 2; n++) await check(request(), (id) => seen.size < seen.add(id).size)
    },
  ],
  ['late', () => check(request({}, new Date(Date.now() - 301_000)))],
  ['changed', () => check({ ...request(), body: request().body.replace('ana', 'ben') })],
  [
    'signed with another secret',
    () => check(request({}, new Date(), `whsec_${btoa('another secret of that length')}`)),
  ],
  ['for another action', () => check(request({ action: 'pay' }))],
  ['of the other environment', () => check(request({ environment: 'production' }))],
]
describe('requests to apps', () => {
  test.each(requests.map(([words, attack], n) => [n + first + answers.length, words, attack] as const))(
    'attack %i: one that is %s is refused by the client',
    async (_n, _words, attack) => {
      await expect(attack()).rejects.toMatchObject({ code: 'bad_signature' })
    },
  )
})

test('an environment that publishes hostile origins adds none to the policy of the console', async () => {
  const hostile = createServer((_request, response) =>
    response.end(
      JSON.stringify({
        frames: ['https://a.example; script-src *', '*', 'https://*.example', 7, 'https://ok.example'],
      }),
    ),
  )
  await new Promise<void>((done) => hostile.listen(0, '127.0.0.1', done))
  const api = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`
  expect(await frameSources({ production: { api } })()).toBe('https://ok.example')
  hostile.close()
  expect(await frameSources({ production: { api: 'http://127.0.0.1:1' } })()).toBe('')
})

test('at least 40 attacks are refused', () => {
  expect(addresses.length + tokens.length + answers.length + requests.length).toBeGreaterThanOrEqual(40)
})
