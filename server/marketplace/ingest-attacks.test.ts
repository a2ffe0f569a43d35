import { type ClientRequest, type IncomingMessage, request as open } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { takeUnknownKeys } from '../core/identity/machine-key.ts'
import { useServer } from '../testing/harness.ts'
import { keyFor, writer } from '../testing/machine.ts'
import { auditUnknownKeys, auditUsage } from './machine-usage.ts'

const s = useServer({ settings: { proxies: '127.0.0.1' } })
const row = '{"uid":"one"}\n'
let port: number
beforeAll(async () => {
  await s.server.listen({ host: '127.0.0.1', port: 0 })
  port = (s.server.server.address() as AddressInfo).port
})

/** A call with a key: the status, and the words of its refusal. */
async function knock(
  token: string,
  {
    url = '/v1/ingest/users',
    from = '127.0.0.1',
    headers = {},
  }: { url?: string; from?: string; headers?: object } = {},
) {
  const answer = await s.server.inject({
    method: url.startsWith('/v1/ingest') ? 'POST' : 'GET',
    url,
    remoteAddress: from,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson', ...headers },
    ...(url.startsWith('/v1/ingest') && { payload: row }),
  })
  const isStream = String(answer.headers['content-type']).includes('x-ndjson')
  return [answer.statusCode, isStream ? 'written' : (answer.json().error_message ?? 'read')]
}

describe('keys', () => {
  test('of another entity or direction, ended, expired and unknown are refused in words, and audited', async () => {
    const users = await keyFor(s, ['ingest.users'], { name: 'Users' })
    const listings = await keyFor(s, ['ingest.listings'], { name: 'Listings' })
    const reader = await keyFor(s, ['events.read'], { name: 'Reader' })
    const ended = await keyFor(s, ['ingest.users'], { name: 'Ended' })
    const expired = await keyFor(s, ['ingest.users'], { name: 'Expired' })
    const { body } = await s.call('admin', api.machineKeys.list, {})
    const id = body.data.find(({ name }) => name === 'Ended')?.id ?? ''
    await s.call('admin', api.machineKeys.revoke, { params: { id } })
    await s.query("update machine_keys set expires_at = now() - interval '1 second' where name = 'Expired'")
    takeUnknownKeys()
    const unknown = `ptv_${'x'.repeat(43)}`
    for (const [token, url, expected] of [
      [users, '/v1/ingest/users', [200, 'written']],
      [listings, '/v1/ingest/users', [403, 'The machine key Listings has no scope ingest.users.']],
      [reader, '/v1/ingest/users', [403, 'The machine key Reader has no scope ingest.users.']],
      [users, '/v1/events', [403, 'The machine key Users has no scope events.read.']],
      [users, '/v1/ingest/staff', [403, 'The machine key Users has no scope ingest.staff.']],
      [users, '/v1/ingest/users%2F..%2Fstaff', [403, expect.stringContaining('has no scope')]],
      [ended, '/v1/ingest/users', [401, 'The machine key Ended was ended, or has expired.']],
      [expired, '/v1/ingest/users', [401, 'The machine key Expired was ended, or has expired.']],
      [unknown, '/v1/ingest/users', [401, 'There is no such machine key here.']],
      [unknown, '/v1/events', [401, 'There is no such machine key here.']],
    ] as const)
      expect([url, ...(await knock(token, { url }))]).toEqual([url, ...expected])

    await s.query("update machine_key_usage set hour = hour - interval '1 hour'")
    await auditUsage(s.ctx)
    await auditUnknownKeys(s.ctx)
    await auditUnknownKeys(s.ctx)
    const audited = await s.query<{ action: string; name: string | null; refused: number }>(
      `select action, after->>'name' as name, coalesce(after->'refused'->'calls', after->'calls')::int as refused
       from audit where action like 'machineKeys.u%' order by action, name`,
    )
    expect(audited.map(({ action, name, refused }) => [action, name, refused])).toEqual([
      ['machineKeys.unknown', null, 2],
      ['machineKeys.used', 'Ended', 1],
      ['machineKeys.used', 'Expired', 1],
      ['machineKeys.used', 'Listings', 1],
      ['machineKeys.used', 'Reader', 1],
      ['machineKeys.used', 'Users', 3],
    ])
  })

  test('that are ended while they wait for events get none', async () => {
    const token = await keyFor(s, ['events.read'], { name: 'Waiting' })
    await s.addUser({ uid: 'watched' })
    const queries = vi.spyOn(s.ctx.database.pool, 'query')
    const waiting = knock(token, { url: '/v1/events?after=end&wait=30' })
    // The key was read, and the call waits: the next look for events is its own.
    await expect.poll(() => queries).toHaveBeenCalledWith('select max(id)::float8 as id from events')
    queries.mockRestore()
    await s.query("update machine_keys set revoked_at = now() - interval '1 second' where name = 'Waiting'")
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 2000)
    await s.call('admin', api.users.ban, { params: { uid: 'watched' }, query: {}, body: { ban_reason: '' } })
    expect(await waiting).toEqual([401, 'The machine key Waiting was ended, or has expired.'])
    clock.mockRestore()
  })

  test('work from their networks alone, whatever headers claim', async () => {
    const networks = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']
    const token = await keyFor(s, ['ingest.users'], { name: 'Near', networks })
    const forged = (name: string, value: string, from = '127.0.0.1') => ({ from, headers: { [name]: value } })
    for (const [call, isAllowed] of [
      [{ from: '203.0.113.9' }, true],
      [{ from: '::ffff:203.0.113.9' }, true],
      [{ from: '::ffff:cb00:7109' }, true],
      [{ from: '2001:db8:1::9' }, true],
      [{ from: '2001:DB8:0:0::9' }, true],
      [{ from: '198.51.100.7' }, true],
      [{ from: '203.0.114.9' }, false],
      [{ from: '::ffff:203.0.114.9' }, false],
      // Not an IPv4-mapped address: the deprecated compatible form, and NAT64.
      [{ from: '::203.0.113.9' }, false],
      [{ from: '64:ff9b::cb00:7109' }, false],
      [{ from: '2001:db9::9' }, false],
      [{ from: '::1' }, false],
      // The proxy adds the address of its client at the end.
      [forged('x-forwarded-for', '203.0.113.9'), true],
      [forged('x-forwarded-for', '198.51.100.9, 203.0.113.9'), true],
      [forged('x-forwarded-for', '203.0.113.9, 198.51.100.9'), false],
      [forged('x-forwarded-for', '203.0.113.9, 127.0.0.1, 198.51.100.9'), false],
      [forged('x-forwarded-for', 'no address'), false],
      [forged('x-forwarded-for', ''), false],
      // Not a proxy of the settings: its header does not count.
      [forged('x-forwarded-for', '203.0.113.9', '192.0.2.1'), false],
      ...['forwarded', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'].map(
        (name) => [forged(name, name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9'), false] as const,
      ),
    ] as const) {
      const [status, words] = await knock(token, call)
      expect([call, status]).toEqual([call, isAllowed ? 200 : 403])
      if (!isAllowed) expect(words).toMatch(/^The machine key Near may not be used from /)
    }
  })
})

/** Begins a call whose body is written piece by piece. */
function begin(token: string, headers: object = {}, query = '') {
  const request: ClientRequest = open({
    ...{ port, host: '127.0.0.1', method: 'POST', path: `/v1/ingest/users${query}` },
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson', ...headers },
  })
  const answer = new Promise<IncomingMessage>((done, fail) => {
    request.once('response', done)
    request.once('error', fail)
  })
  return { request, answer }
}
const textOf = async (answer: IncomingMessage) => {
  let text = ''
  for await (const chunk of answer) text += chunk
  return text
}

describe('bodies', () => {
  const size = 10 * 1024 ** 3
  const piece = Buffer.alloc(1024 * 1024, ' ')

  /** Sends 10 GB, until the server has had enough. Returns its answer, and the megabytes that it let in. */
  async function flood(headers: object, query = '') {
    const { request, answer } = begin(await keyFor(s, ['ingest.users']), headers, query)
    let sent = 0
    let isOver = false
    request.on('close', () => (isOver = true))
    const send = () => {
      let more = true
      while (more && !isOver && sent < size) {
        sent += piece.length
        more = request.write(piece)
      }
      request.once('drain', send)
    }
    send()
    const response = await answer
    const text = await textOf(response).catch(() => '')
    isOver = true
    request.destroy()
    const end = JSON.parse(text.trim().split('\n').at(-1) ?? '') as { code: string; error_message: string }
    return { status: response.statusCode, ...end, megabytes: sent / piece.length }
  }

  test.each([
    ['an array of 10 GB', { 'content-type': 'application/json' }, '', 413, /at most 16 MB/, 40],
    ['an atomic call of 10 GB', {}, '?atomic=true', 413, /at most 16 MB/, 40],
    [
      'an announced array of 10 GB',
      { 'content-type': 'application/json', 'content-length': size },
      '',
      413,
      /at most 16 MB/,
      20,
    ],
    ['a row of 10 GB', {}, '', 200, /over 64 MB without an end/, 110],
  ])(
    '%s is refused at its limit',
    { timeout: 60_000 },
    async (_name, headers, query, status, words, most) => {
      const answer = await flood(headers, query)
      expect(answer).toMatchObject({ status, code: 'too_large', error_message: expect.stringMatching(words) })
      expect(answer.megabytes).toBeLessThan(most)
    },
  )

  test('that are too large are answered, also a client that sends on before it reads', async () => {
    const token = await keyFor(s, ['ingest.users'])
    const client = connect(port, '127.0.0.1')
    const chunk = (bytes: Buffer) => client.write(`${bytes.length.toString(16)}\r\n${bytes}\r\n`)
    client.pause()
    client.write(
      `POST /v1/ingest/users?atomic=true HTTP/1.1\r\nhost: portreeve.test\r\nauthorization: Bearer ${token}\r\n` +
        'content-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    for (let sent = 0; sent < 17; sent++) chunk(piece)
    for (let times = 0; times < 30; times++) {
      chunk(Buffer.from(row))
      await setTimeout(10)
    }
    expect((await buffer(client)).toString()).toMatch(/^HTTP\/1.1 413 .*"code":"too_large"/s)
  })

  test('that are compressed are refused, also without the header that says so', async () => {
    const token = await keyFor(s, ['ingest.users'])
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip']) {
      const { request, answer } = begin(token, { 'content-encoding': encoding })
      request.end(gzipSync(Buffer.alloc(10_000_000, row)))
      const response = await answer
      expect([encoding, response.statusCode, JSON.parse(await textOf(response)).error_message]).toEqual([
        encoding,
        400,
        'The body must not be compressed: omit Content-Encoding.',
      ])
    }
    const { request, answer } = begin(token)
    request.end(gzipSync(row))
    expect(await textOf(await answer)).toContain('"reason":"is not UTF-8 text"')
  })

  test('that wait hold back no other call', async () => {
    const token = await keyFor(s, ['ingest.users'])
    const waiting = Array.from({ length: 6 }, () => begin(token))
    for (const { request, answer } of waiting) {
      request.write(row)
      await answer
    }
    const { end } = await writer(s, token).rows('users', [{ uid: 'meanwhile' }])
    expect(end.data).toMatchObject({ new: 1 })
    for (const { request, answer } of waiting) {
      request.end()
      expect(await textOf(await answer)).toContain('"status_code":1')
    }
  })

  test('end when their key is ended', async () => {
    const token = await keyFor(s, ['ingest.users'], { name: 'Leaked' })
    const { request, answer } = begin(token)
    request.write('{"uid":"before"}\n')
    const response = await answer
    const lines = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    await lines.next()
    await s.query("update machine_keys set revoked_at = now() - interval '1 second' where name = 'Leaked'")
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 2000)
    request.write('{"uid":"after"}\n')
    const last = JSON.parse(String((await lines.next()).value))
    clock.mockRestore()
    expect(last).toMatchObject({ code: 'signed_out', error_title: 'Machine key ended' })
    expect((await lines.next()).done).toBe(true)
    request.destroy()
    expect(await s.query("select uid from users where uid in ('before', 'after')")).toEqual([
      { uid: 'before' },
    ])
  })
})
