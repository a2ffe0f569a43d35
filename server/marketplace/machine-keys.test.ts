import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { isWithin } from '../core/identity/machine-key.ts'
import { send, useServer } from '../testing/harness.ts'
import { keyFor, writer } from '../testing/machine.ts'
import { auditUsage } from './machine-usage.ts'

const s = useServer({ settings: { callsPerKey: 40, callsPerAddress: 100, proxies: '127.0.0.1' } })
const body = (more: object = {}) => ({ name: 'Shop', scopes: ['ingest.users' as const], ...more })

test('only an admin with a fresh password makes a key; it is shown once and stored as a digest', async () => {
  for (const role of ['moderator', 'support', 'finance'] as const) {
    expect((await s.call(role, api.machineKeys.list, {})).body.code).toBe('forbidden')
    expect((await s.call(role, api.machineKeys.create, { body: body() })).body.code).toBe('forbidden')
  }
  const made = await s.call('admin', api.machineKeys.create, { body: body({ networks: ['203.0.113.0/24'] }) })
  const { token, key } = made.body.data
  expect(token).toMatch(/^ptv_[\w-]{43}$/)
  expect(key).toMatchObject({ name: 'Shop', begins: token.slice(0, 10), networks: ['203.0.113.0/24'] })
  const listed = await s.call('admin', api.machineKeys.list, {})
  expect(listed.body.data).toEqual([key])
  expect(JSON.stringify(await s.query('select * from machine_keys'))).not.toContain(token)
  expect(JSON.stringify(await s.query('select * from audit'))).not.toContain(token)
  expect(JSON.stringify(await s.query('select * from idempotency_keys'))).not.toContain(token)
  await s.query("update identity_session set password_at = now() - interval '1 hour'")
  expect((await s.call('admin', api.machineKeys.create, { body: body() })).body.code).toBe('password_needed')
  expect((await s.call('admin', api.machineKeys.revoke, { params: { id: key.id } })).body.code).toBe(
    'password_needed',
  )
  await s.query('update identity_session set password_at = now()')
})

test('two keys of a name are valid at a time, so that a key can be rotated', async () => {
  const make = () => s.call('admin', api.machineKeys.create, { body: body({ name: 'Rotated' }) })
  const [first, second] = [await make(), await make()]
  expect((await make()).body).toMatchObject({ code: 'conflict', error_title: 'Two keys have this name' })
  expect(second.status).toBe(200)
  const end = () => s.call('admin', api.machineKeys.revoke, { params: { id: first.body.data.key.id } })
  expect((await end()).body.data.revoked_at).not.toBeNull()
  expect((await end()).body.code).toBe('not_found')
  expect((await make()).status).toBe(200)
  expect((await writer(s, first.body.data.token).rows('users', [])).end).toMatchObject({
    code: 'signed_out',
    error_message: 'The machine key Rotated was ended, or has expired.',
  })
})

test('a key works only for its scopes, from its networks and until it expires', async () => {
  const past = new Date(Date.now() - 1000).toISOString()
  expect(
    (await s.call('admin', api.machineKeys.create, { body: body({ expires_at: past }) })).body.code,
  ).toBe('refused')
  for (const networks of [['203.0.113.0/33'], ['shop.example']])
    expect((await s.call('admin', api.machineKeys.create, { body: body({ networks }) })).body.code).toBe(
      'malformed',
    )
  const token = await keyFor(s, ['ingest.users'], {
    name: 'Narrow',
    networks: ['203.0.113.0/24', '2001:db8::/32'],
  })
  const from = async (address: string, entity = 'users') => {
    const answer = await s.server.inject({
      method: 'POST',
      url: `/v1/ingest/${entity}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/x-ndjson',
        'x-forwarded-for': address,
      },
      payload: '{"uid":"one"}\n',
    })
    return answer.statusCode
  }
  expect(await from('203.0.113.9')).toBe(200)
  expect(await from('2001:db8::1')).toBe(200)
  expect(await from('198.51.100.1')).toBe(403)
  expect(await from('203.0.113.9', 'listings')).toBe(403)
  expect(await from('203.0.113.9', 'staff')).toBe(403)
  await s.query("update machine_keys set expires_at = now() - interval '1 second' where name = 'Narrow'")
  expect(await from('203.0.113.9')).toBe(401)
})

test('networks of both families', () => {
  expect(isWithin([], '203.0.113.9')).toBe(true)
  expect(isWithin(['203.0.113.9'], '203.0.113.9')).toBe(true)
  expect(isWithin(['203.0.113.0/24'], '203.0.114.9')).toBe(false)
  expect(isWithin(['203.0.113.0/24'], '::ffff:203.0.113.9')).toBe(true)
  expect(isWithin(['2001:db8::/32'], '2001:db9::1')).toBe(false)
})

test('neither staff nor guessed tokens come in by the machine door, and a key opens no other', async () => {
  const row = '{"uid":"one"}\n'
  const knock = (authorization: string | undefined) =>
    send(s.server, 'POST', '/v1/ingest/users', row, {
      'content-type': 'application/x-ndjson',
      'x-forwarded-for': '192.0.2.50',
      ...(authorization !== undefined && { authorization }),
    })
  for (const authorization of [
    undefined,
    `Bearer ${await s.token('admin')}`,
    `Bearer ptv_${'a'.repeat(43)}`,
    'Bearer ptv_short',
    "Bearer ptv_' or true --",
  ]) {
    const { status, body } = await knock(authorization)
    expect([authorization, status, body.code]).toEqual([authorization, 401, 'signed_out'])
  }
  const token = await keyFor(s, ['ingest.users', 'events.read'])
  expect((await s.call({ token }, api.users.get, { params: { uid: 'one' } })).body.code).toBe('signed_out')
  expect((await s.call({ token }, api.machineKeys.list, {})).body.code).toBe('signed_out')
})

test('a key has a limit of its own; guessed keys count for their address, and no limit slows staff down', async () => {
  const token = await keyFor(s, ['ingest.users'], { name: 'Busy' })
  const knock = (key: string) =>
    s.server.inject({
      method: 'DELETE',
      url: '/v1/ingest/users/unknown',
      headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': '192.0.2.77' },
    })
  const statuses = []
  for (let n = 0; n < 41; n++) statuses.push((await knock(token)).statusCode)
  expect(statuses).toEqual([...Array(40).fill(200), 429])
  const guesses = []
  for (let n = 0; n < 101; n++) guesses.push((await knock(`ptv_${'x'.repeat(43)}`)).statusCode)
  expect(guesses).toEqual([...Array(100).fill(401), 429])
  expect((await s.call('support', api.staff.me, {}, { 'x-forwarded-for': '192.0.2.78' })).status).toBe(200)
})

test('the use of keys is audited by the hour', async () => {
  const shop = writer(s, await keyFor(s, ['ingest.users'], { name: 'Counted' }))
  await shop.rows('users', [{ uid: 'a' }, { uid: 'b' }, { uid: 3 }])
  await shop.rows('users', [{ uid: 'a' }])
  await shop.rows('listings', [])
  const { body } = await s.call('admin', api.machineKeys.list, {})
  const key = body.data.find(({ name }) => name === 'Counted')
  expect(key).toMatchObject({ calls: 3, rows: 3, last_used_at: expect.any(String) })
  const audited = () =>
    s.query<{ after: object }>(
      "select after from audit where action = 'machineKeys.used' and after->>'name' = 'Counted'",
    )
  await auditUsage(s.ctx)
  expect(await audited()).toEqual([])
  await s.query("update machine_key_usage set hour = hour - interval '1 hour'")
  await auditUsage(s.ctx)
  await auditUsage(s.ctx)
  expect(await audited()).toEqual([
    {
      after: {
        name: 'Counted',
        hour: expect.stringMatching(/:00:00\.000Z$/),
        'ingest.users': { calls: 2, rows: 3, rejected: 1 },
        refused: { calls: 1, rows: 0, rejected: 0 },
      },
    },
  ])
})
