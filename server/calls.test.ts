import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { api } from '@portreeve/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tokenCheck } from './core/identity/token.ts'
import { address, send, useServer } from './testing/harness.ts'

const { privateKey, publicKey } = await generateKeyPair('RS256')
const outside = 'https://securetoken.google.com/market'
const s = useServer()
const { users } = api
const path = '/v1/admin/users/person'
const patch = (body: unknown, headers: Record<string, string> = {}) =>
  send(s.server, 'PATCH', path, body, headers)
let bearer: Record<string, string>
let provider: Server

beforeAll(async () => {
  const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256' }
  provider = createServer((_request, response) => response.end(JSON.stringify({ keys: [key] })))
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
})
afterAll(() => provider.close())

beforeAll(async () => {
  await s.addUser({ uid: 'person', email: 'person@example.com' })
  bearer = { authorization: `Bearer ${await s.token('admin')}` }
})

/** Refused calls must leave nothing behind. */
async function untouched() {
  const [row] = await s.query(
    `select version, post_ability, (select count(*)::int from audit where subject_id = 'person') as audited,
      (select count(*)::int from idempotency_keys) as keys from users where uid = 'person'`,
  )
  expect(row).toEqual({ version: 1, post_ability: 1, audited: 0, keys: 0 })
}

describe('who may call', () => {
  test('[API-01] [API-02] [API-03] [API-04] a successful call returns JSON in the wrapper', async () => {
    const answer = await send(s.server, 'GET', path, undefined, bearer)
    expect(answer.status).toBe(200)
    expect(answer.body.status_code).toBe(1)
    expect(answer.headers['content-type']).toContain('application/json')
  })

  test('a missing or wrong API key is refused', async () => {
    for (const key of ['', 'wrong']) {
      const answer = await patch({ post_ability: 9 }, { ...bearer, 'x-api-key': key })
      expect([answer.status, answer.body.code]).toEqual([401, 'bad_api_key'])
    }
    await untouched()
  })

  test('[API-05] without a token, or with a foreign or tampered one, no data is returned', async () => {
    const [head = '', claims = '', signature = ''] = (await s.token('admin')).split('.')
    const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), sub: 'staff-finance' }
    const other = await generateKeyPair('EdDSA')
    const sign = (issuer: string) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'EdDSA' })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject('staff-admin')
        .setExpirationTime('1h')
        .sign(other.privateKey)
    const bad: Record<string, string | undefined> = {
      none: undefined,
      nonsense: 'Bearer nonsense',
      'our issuer, another key': `Bearer ${await sign(address)}`,
      'another environment': `Bearer ${await sign('http://localhost:4500')}`,
      'changed claims': `Bearer ${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`,
      'changed signature': `Bearer ${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      'no algorithm': `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`,
    }
    for (const [name, authorization] of Object.entries(bad)) {
      const answer = await patch({ post_ability: 9 }, authorization ? { authorization } : {})
      expect([name, answer.status, answer.body.code, answer.body.data]).toEqual([
        name,
        401,
        'signed_out',
        null,
      ])
    }
    await untouched()
  })

  test('an expired token has a message of its own', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 })
    const answer = await patch({ post_ability: 9 }, bearer)
    vi.useRealTimers()
    expect([answer.status, answer.body.error_message]).toEqual([
      401,
      'Your session has ended. Please sign in again.',
    ])
    await untouched()
  })

  test('keys that cannot be read for a while do not end a session', async () => {
    let answers = false
    let readings = 0
    const check = tokenCheck(s.ctx.settings.issuers, async () => {
      readings += 1
      if (!answers) throw new Error('Query read timeout')
      return s.ctx.identity.keys()
    })
    const unread = await Promise.allSettled([check(bearer.authorization), check(bearer.authorization)])
    expect(unread.map((one) => one.status === 'rejected' && one.reason.body.code)).toEqual([
      'unavailable',
      'unavailable',
    ])
    expect(readings).toBe(1)
    answers = true
    expect(await check(bearer.authorization)).toMatchObject({ uid: 'staff-admin' })
  })

  test('the bare token is accepted too', async () => {
    expect(
      (await send(s.server, 'GET', path, undefined, { authorization: await s.token('admin') })).status,
    ).toBe(200)
  })

  test('[API-05] a valid token of a person who is not staff, or of a disabled staff member, is refused with 403', async () => {
    const authorization = `Bearer ${await s.token('moderator')}`
    await s.query("update staff set disabled = true where uid = 'staff-moderator'")
    const disabled = await send(s.server, 'GET', path, undefined, { authorization })
    expect([disabled.status, disabled.body.code, disabled.body.data]).toEqual([403, 'not_staff', null])
    await s.query("delete from staff where uid = 'staff-moderator'")
    const stranger = await send(s.server, 'GET', path, undefined, { authorization })
    expect([stranger.status, stranger.body.error_title]).toEqual([403, 'Not staff'])
  })

  test('a configured outside issuer is trusted for its own audience only', async () => {
    const keys = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/jwks`
    const check = tokenCheck([{ issuer: outside, audience: 'market', jwks: keys }], s.ctx.identity.keys)
    const sign = (audience: string) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .setIssuer(outside)
        .setAudience(audience)
        .setSubject('google-uid')
        .setExpirationTime('1h')
        .sign(privateKey)
    expect(await check(`Bearer ${await sign('market')}`)).toEqual({ uid: 'google-uid' })
    await expect(check(`Bearer ${await sign('another')}`)).rejects.toMatchObject({ code: 'signed_out' })
  })
})

describe('valid and invalid input', () => {
  test.each<[string, unknown, number, string]>([
    ['an unknown field', { post_ability: 2, admin: true }, 400, "unknown field 'admin'"],
    ['malformed JSON', '{"post_ability":', 400, 'The body is not valid JSON.'],
    ['a prototype', '{"__proto__":{"x":1}}', 400, 'The body is not valid JSON.'],
    ['a repeated key', '{"post_ability":2,"post_ability":3}', 400, 'key "post_ability" more than once'],
    ['no body', undefined, 400, 'body'],
    ['an array', [], 400, 'body'],
    ['null', null, 400, 'body'],
    ['2 MB', { email: `${'x'.repeat(2 * 1024 * 1024)}@example.com` }, 413, 'larger than 1 MB'],
  ])('%s is refused in the wrapper and changes nothing', async (_name, body, status, words) => {
    const answer = await patch(body, bearer)
    expect([answer.status, answer.body.status_code, answer.body.data]).toEqual([status, 0, null])
    expect(answer.body.error_message).toContain(words)
    await untouched()
  })

  test('another content type, an unexpected body, unknown and repeated query fields are refused', async () => {
    expect(
      (await patch('post_ability=2', { ...bearer, 'content-type': 'application/x-www-form-urlencoded' }))
        .status,
    ).toBe(400)
    const unban = await send(s.server, 'PATCH', `${path}/unban`, { force: true }, bearer)
    expect([unban.status, unban.body.error_message]).toEqual([400, "The body has an unknown field 'force'."])
    const get = (query: string) => send(s.server, 'GET', `/v1/admin/user_search?${query}`, undefined, bearer)
    expect((await get('search_term=a&page=5')).body.error_message).toContain("unknown field 'page'")
    expect((await get('search_term=a&search_term=b')).status).toBe(400)
    expect((await get('search_term=a&exclude_uid=')).status).toBe(200)
    await untouched()
  })

  test('an unknown address, a malformed address and NUL in a path are refused in the wrapper', async () => {
    for (const [url, status] of [
      ['/v1/nothing', 404],
      ['/v1/admin/users/%E0%A4%A', 400],
      ['/v1/admin/users/a%00b', 400],
      [`/v1/admin/users/${'x'.repeat(900)}`, 400],
    ] as const) {
      const answer = await send(s.server, 'GET', url, undefined, bearer)
      expect([url.slice(0, 30), answer.status, answer.body.status_code]).toEqual([
        url.slice(0, 30),
        status,
        0,
      ])
    }
  })
})

describe('idempotency keys', () => {
  const body = { ban_reason: 'once' }
  test('a repeat with the same Idempotency-Key has no second effect and replays the answer', async () => {
    await s.addUser({ uid: 'repeat' })
    const headers = { 'idempotency-key': 'key-1' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        s.call('admin', users.ban, { params: { uid: 'repeat' }, body }, headers),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await s.query("select 1 from ban_reasons where uid = 'repeat'")).toHaveLength(1)
    expect(await s.query("select 1 from audit where subject_id = 'repeat'")).toHaveLength(1)
  })
  test('a used key is refused for another call; a refused call does not use up its key', async () => {
    const headers = { 'idempotency-key': 'key-2' }
    await s.addUser({ uid: 'again' })
    expect((await s.call('admin', users.unban, { params: { uid: 'again' } }, headers)).status).toBe(409)
    expect((await s.call('admin', users.ban, { params: { uid: 'again' }, body }, headers)).status).toBe(200)
    const other = await s.call(
      'admin',
      users.ban,
      { params: { uid: 'again' }, body: { ban_reason: 'else' } },
      headers,
    )
    expect([other.status, other.body.error_title]).toEqual([409, 'Key already used'])
    const bad = await s.call(
      'admin',
      users.ban,
      { params: { uid: 'again' }, body },
      { 'idempotency-key': 'two words' },
    )
    expect(bad.status).toBe(400)
  })
})

test('a call whose audit row cannot be written changes nothing', async () => {
  await s.addUser({ uid: 'unaudited' })
  await s.asOwner('alter table audit add constraint closed check (subject_id <> $$unaudited$$)')
  const answer = await s.call('admin', users.ban, { params: { uid: 'unaudited' }, body: { ban_reason: 'x' } })
  await s.asOwner('alter table audit drop constraint closed')
  expect(answer.status).toBe(503)
  expect((await s.call('admin', users.get, { params: { uid: 'unaudited' } })).body.data.isBanned).toBe(false)
  expect(await s.query("select 1 from ban_reasons where uid = 'unaudited'")).toEqual([])
})

test('health and readiness are public', async () => {
  expect((await s.server.inject('/healthz')).json()).toEqual({
    status: 'ok',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  expect((await s.server.inject('/readyz')).json()).toEqual({ status: 'ready' })
})

describe('compression', () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    s.server.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip, br', ...headers } })

  test('a long answer is compressed for a caller that accepts it, and the same as without', async () => {
    const plain = await s.server.inject({ method: 'GET', url: '/openapi.json' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const short = await get('/openapi.json')
    expect(short.headers['content-encoding']).toBe('gzip')
    expect(short.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    expect(gunzipSync(short.rawPayload).toString()).toBe(plain.payload)
  })
})

describe('malformed requests', () => {
  /** Sends bytes over a new connection and returns the whole response. */
  const raw = async (request: string) => {
    if (!s.server.server.listening) await s.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = s.server.server.address() as AddressInfo
    return new Promise<string>((done, fail) => {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => done(text))
      socket.on('error', fail)
      socket.write(request)
    })
  }
  const refusal = (text: string) =>
    JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) as { error_message: string }

  test('a request that is not HTTP, and a head that is too large, are refused in the wrapper too', async () => {
    const nonsense = await raw('hello\r\n\r\n')
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 /)
    expect(refusal(nonsense)).toMatchObject({ status_code: 0, code: 'malformed', data: null })
    const large = await raw(`GET ${path} HTTP/1.1\r\nhost: x\r\n${'x-more: 1\r\n'.repeat(4000)}\r\n`)
    expect(large).toMatch(/^HTTP\/1\.1 431 /)
    expect(refusal(large)).toMatchObject({ status_code: 0, code: 'too_large', data: null })
  })
})
