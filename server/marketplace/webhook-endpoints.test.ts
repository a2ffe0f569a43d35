import { api } from '@portreeve/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useReceiver } from '../testing/receiving.ts'
import { backoff } from './webhook-sending.ts'
import { startWebhooks } from './webhook-worker.ts'

const { webhookEndpoints } = api
const { s, received, answer, make, run, due, deliveries, block, opened } = useReceiver()

beforeAll(async () => {
  for (const uid of ['ana', 'ben']) await s.addUser({ uid })
})
beforeEach(async () => {
  await s.query('delete from webhook_endpoints')
  received.length = 0
  Object.assign(answer, { status: 204, failing: '', odd: false })
})

describe('forbidden', () => {
  test('without the permission, or without a fresh password', async () => {
    const body = { url: 'https://one.example/hook', types: null }
    for (const role of ['moderator', 'support', 'finance'] as const) {
      expect((await s.call(role, webhookEndpoints.list, {})).body.code).toBe('forbidden')
      expect((await s.call(role, webhookEndpoints.create, { body })).body.code).toBe('forbidden')
    }
    await s.token('admin')
    await s.query("update identity_session set password_at = now() - interval '1 hour'")
    expect((await s.call('admin', webhookEndpoints.create, { body })).body.code).toBe('password_needed')
    await s.query('update identity_session set password_at = now()')
  })

  test.each([
    ['http://one.example/hook', 'Only https addresses receive webhooks.'],
    ['https://user:word@one.example/hook', 'The address must not have a user name or a password.'],
    ['https://127.0.0.1/hook', '127.0.0.1 is not an address of the public internet.'],
    ['https://localhost/hook', 'localhost is not an address of the public internet.'],
    ['https://169.254.169.254/latest', '169.254.169.254 is not an address of the public internet.'],
    ['https://[::1]/hook', '::1 is not an address of the public internet.'],
  ])('the address %s', async (url, words) => {
    const { status, body } = await s.call('admin', webhookEndpoints.create, { body: { url, types: null } })
    expect([status, body.error_message]).toEqual([422, words])
  })

  test('an address that has an endpoint', async () => {
    const { url } = await make()
    expect((await s.call('admin', webhookEndpoints.create, { body: { url, types: null } })).status).toBe(409)
  })
})

describe('an endpoint', () => {
  test('receives the events from then on, of its types, signed', async () => {
    await block('ana')
    const one = await make(['user.unblocked'])
    const all = await make(null, 'https://two.example/hook')
    await block('ben')
    await s.call('support', api.users.unban, { params: { uid: 'ben' } })
    await run()
    expect(received.filter(({ url }) => url === one.url).map(({ event }) => event.type)).toEqual([
      'user.unblocked',
    ])
    const own = received.filter(({ url }) => url === all.url)
    expect(own.map(({ event }) => event.type)).toEqual(['user.blocked', 'user.unblocked'])
    for (const { headers, body, event } of own) {
      expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': event.id })
      expect(opened(all.secret, headers, body)).toEqual(event)
      expect(() => opened(one.secret, headers, body)).toThrow('No matching signature')
      expect(() => opened(all.secret, headers, body.replace('ben', 'ana'))).toThrow('No matching signature')
    }
  })

  test('has the address that is called, without the line ends of a paste', async () => {
    const typed = ' https://Pasted.example/ho\r\nok\t '
    const { id } = await make(null, typed)
    const { data } = (await s.call('admin', webhookEndpoints.list, {})).body
    expect(data.find((one) => one.id === id)?.url).toBe('https://pasted.example/hook')
    const twice = { url: 'https://pasted.example/hook', types: null }
    expect((await s.call('admin', webhookEndpoints.create, { body: twice })).status).toBe(409)
    const again = { params: { id }, body: { url: 'https://pasted.example/\nother' } }
    expect((await s.call('admin', webhookEndpoints.update, again)).body.data.url).toBe(
      'https://pasted.example/other',
    )
  })

  test('keeps its secret to itself', async () => {
    const { id, secret } = await make()
    const listed = JSON.stringify((await s.call('admin', webhookEndpoints.list, {})).body)
    const kept = JSON.stringify(await s.query('select * from webhook_endpoints, audit, idempotency_keys'))
    for (const text of [listed, kept]) expect(text).not.toContain(secret.slice('whsec_'.length))
    expect(await s.query('select after from audit where subject_id = $1', [id])).toEqual([
      { after: { url: 'https://one.example/hook', types: null } },
    ])
  })

  test('is signed with both secrets during a rotation, and with the new one after it', async () => {
    const { id, secret } = await make()
    const rotated = (await s.call('admin', webhookEndpoints.rotate, { params: { id } })).body.data
    expect((await s.call('admin', webhookEndpoints.rotate, { params: { id } })).status).toBe(409)
    await block('ana')
    await run()
    const [first] = received
    for (const one of [secret, rotated.secret])
      expect(opened(one, first?.headers, first?.body)).toMatchObject({ type: 'user.blocked' })
    await s.query("update webhook_endpoints set old_secret_until = now() - interval '1 second'")
    await block('ana')
    await run()
    const last = received.at(-1)
    expect(opened(rotated.secret, last?.headers, last?.body)).toBeTruthy()
    expect(() => opened(secret, last?.headers, last?.body)).toThrow()
  })

  test('is tested, changed, paused, resumed where it stopped, and removed', async () => {
    const { id } = await make()
    const params = { id }
    const tested = (await s.call('admin', webhookEndpoints.test, { params })).body.data
    await run()
    expect(received.map(({ event }) => event)).toMatchObject([
      { id: `evt_test_${tested.id}`, type: 'webhook.test', data: { endpoint_id: id } },
    ])
    expect((await s.call('admin', webhookEndpoints.pause, { params })).body.data.state).toBe('paused')
    for (const call of ['pause', 'test'] as const)
      expect((await s.call('admin', webhookEndpoints[call], { params })).status).toBe(409)
    await block('ana')
    await run()
    expect(received).toHaveLength(1)
    const url = 'https://three.example/hook'
    expect((await s.call('admin', webhookEndpoints.update, { params, body: { url } })).body.data.url).toBe(
      url,
    )
    expect((await s.call('admin', webhookEndpoints.resume, { params })).body.data.state).toBe('active')
    expect((await s.call('admin', webhookEndpoints.resume, { params })).status).toBe(409)
    await run()
    expect(received.at(-1)).toMatchObject({ url, event: { type: 'user.blocked' } })
    await s.call('admin', webhookEndpoints.remove, { params })
    expect(await s.query('select 1 from webhook_deliveries')).toEqual([])
    expect((await s.call('admin', webhookEndpoints.deliveries, { params, query: {} })).status).toBe(404)
  })
})

describe('a delivery that fails', () => {
  test('is tried again for three days, with the same id, and then waits for people', async () => {
    const { id } = await make()
    answer.status = 500
    await block('ana')
    await run()
    const [first] = await deliveries(id)
    expect(first).toMatchObject({ state: 'pending', attempts: 1, status: 500 })
    const waits: number[] = []
    for (const _ of backoff) {
      const [row] = await s.query<{ wait: number }>(
        'select extract(epoch from due_at - last_at)::float8 as wait from webhook_deliveries',
      )
      waits.push(row?.wait ?? 0)
      // No failure since an hour: the endpoint is not paused.
      await s.query('update webhook_endpoints set failing_since = now()')
      await due()
    }
    for (const [at, wait] of waits.entries())
      expect([at, wait / (backoff[at] ?? 1)]).toEqual([at, expect.closeTo(1, 0)])
    expect(backoff.reduce((sum, wait) => sum + wait, 0) / 86_400).toBeCloseTo(3, 0)
    expect(new Set(received.map(({ event }) => event.id)).size).toBe(1)
    expect(await deliveries(id)).toMatchObject([
      { state: 'dead', attempts: backoff.length + 1, due_at: null },
    ])
    answer.status = 200
    const params = { id }
    expect((await s.call('admin', webhookEndpoints.replayDead, { params })).body.data).toEqual({
      replayed: 1,
    })
    await run()
    const [delivery] = await deliveries(id)
    expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, status: 200 })
    const again = { params: { id: String(delivery?.id) } }
    expect((await s.call('admin', webhookEndpoints.replay, again)).body.data.state).toBe('pending')
    expect((await s.call('admin', webhookEndpoints.replay, again)).status).toBe(409)
    await run()
    expect((await s.call('admin', webhookEndpoints.delivery, again)).body.data).toMatchObject({
      ...{ state: 'delivered', response: 'Thank you', request: received.at(-1)?.body },
    })
  })

  test('holds back later events of its record, and no others', async () => {
    const { id } = await make()
    answer.failing = 'ana'
    await block('ana')
    await s.call('support', api.users.unban, { params: { uid: 'ana' } })
    await block('ben')
    await run()
    // Deliveries of two records are sent at the same time, in any order.
    expect(received.map(({ event }) => `${event.type} ${event.data.uid}`).toSorted()).toEqual([
      'user.blocked ana',
      'user.blocked ben',
    ])
    answer.failing = ''
    await due()
    expect(received.slice(2).map(({ event }) => [event.type, event.data.uid])).toEqual([
      ['user.blocked', 'ana'],
      ['user.unblocked', 'ana'],
    ])
    expect(await deliveries(id, 'pending')).toEqual([])
  })

  test('pauses its endpoint after an hour of failures, and notifies who made it', async () => {
    const { id } = await make()
    answer.status = 302
    await block('ana')
    await run()
    await s.query("update webhook_endpoints set failures = 9, failing_since = now() - interval '59 minutes'")
    await due()
    expect((await s.call('admin', webhookEndpoints.list, {})).body.data[0]).toMatchObject({ state: 'active' })
    await s.query("update webhook_endpoints set failing_since = now() - interval '61 minutes'")
    await due()
    expect((await s.call('admin', webhookEndpoints.list, {})).body.data[0]).toMatchObject({
      ...{ state: 'paused', pending: 1, failed_day: 1 },
      paused_why: 'The last 10 attempts and more have failed, for over an hour.',
    })
    const notices = (await s.call('admin', api.notifications.list, { query: {} })).body.data.rows
    expect(notices[0]).toMatchObject({ what: 'paused', kind: 'webhook_endpoint', record: id, by: null })
    await due()
    expect(received).toHaveLength(3)
  })

  test('with 410 pauses its endpoint at once', async () => {
    await make()
    answer.status = 410
    await block('ana')
    await run()
    expect((await s.call('admin', webhookEndpoints.list, {})).body.data[0]?.state).toBe('paused')
  })
})

test('an event that was erased is not sent any more', async () => {
  const { id } = await make()
  await s.addUser({ uid: 'gone.person' })
  await block('gone.person')
  await s.query("update users set is_banned = false where uid = 'gone.person'")
  const erased = await s.call('admin', api.users.erase, {
    params: { uid: 'gone.person' },
    body: { reason: 'Asked' },
  })
  expect(erased.status).toBe(200)
  await run()
  expect(received.map(({ event }) => event.type)).toEqual(['person.erased'])
  expect(received[0]?.event.data).toMatchObject({ uid: 'gone.person', called: erased.body.data.called })
  expect(await deliveries(id)).toHaveLength(1)
})

test('a delivery whose server died before it recorded the answer is sent again, with the same id', async () => {
  const { id } = await make()
  await block('ana')
  await run()
  // As the dead server has left it, its lease of 30 s over.
  await s.query(
    "update webhook_deliveries set state = 'pending', status = null, due_at = now() - interval '1 second'",
  )
  await run()
  expect(received).toHaveLength(2)
  expect(new Set(received.map(({ event }) => event.id)).size).toBe(1)
  expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

test('two processes send every event once, and those of a record in order', async () => {
  const { id } = await make()
  for (let at = 0; at < 40; at++)
    await s.call('support', api.users.update, {
      params: { uid: at % 2 ? 'ana' : 'ben' },
      body: { post_ability: at },
    })
  answer.odd = true
  const stops = [startWebhooks(s.ctx, 5), startWebhooks(s.ctx, 5)]
  await expect
    .poll(
      async () => {
        // Those that fail come at once; those that are being sent have a lease of 30 s.
        await s.query(
          "update webhook_deliveries set due_at = now() - interval '1 second' where state = 'pending' and due_at - last_at not between interval '20 seconds' and interval '200 seconds'",
        )
        return (await deliveries(id, 'delivered')).length
      },
      { interval: 30 },
    )
    .toBe(40)
  for (const stop of stops) await stop()
  const good = received.filter(({ status }) => status === 204).map(({ event }) => event)
  expect(new Set(good.map(({ id }) => id)).size).toBe(40)
  expect(good).toHaveLength(40)
  for (const uid of ['ana', 'ben']) {
    const own = good.filter(({ data }) => data.uid === uid).map((event) => Number(event.id.slice(4)))
    expect(own).toEqual(own.toSorted((one, other) => one - other))
  }
})
