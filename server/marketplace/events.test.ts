import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { api } from '@portreeve/contract'
import { eventOfType } from '@portreeve/contract/marketplace/event-data'
import { allEventTypes, type Event } from '@portreeve/contract/marketplace/events'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { beforeAll, describe, expect, test } from 'vitest'
import { startWorker } from '../core/operations/worker.ts'
import { keyFor } from '../testing/machine.ts'
import { useMoneyDesk } from '../testing/money-desk.ts'
import { forgetEvents } from './forget-events.ts'
import { eventGuide, eventGuidePath } from './import/event-docs.ts'

const asyncapiSchema = '@asyncapi/specs/schemas/3.0.0-without-$id.json'
type Message = { payload: object; examples: { payload: unknown }[] }

const { s, make, settleAll } = useMoneyDesk()

test('/asyncapi.json is valid AsyncAPI 3 and has every type', async () => {
  const description = (await s.server.inject('/asyncapi.json')).json()
  const ajv = formats.default(new Ajv({ strict: false, allErrors: true, allowUnionTypes: true }))
  const schema = JSON.parse(await readFile(createRequire(import.meta.url).resolve(asyncapiSchema), 'utf8'))
  const validate = ajv.compile(schema)
  expect([validate(description), validate.errors]).toEqual([true, null])
  expect(validate({ ...description, info: {} })).toBe(false)
  expect(Object.keys(description.components.messages)).toEqual(allEventTypes)
  for (const [type, { payload, examples }] of Object.entries<Message>(description.components.messages))
    expect([type, ajv.validate(payload, examples[0]?.payload), ajv.errors]).toEqual([type, true, null])
})

test('docs/events.md agrees with the contract', async () => {
  expect(await readFile(eventGuidePath, 'utf8')).toBe(eventGuide())
})

const list = (query: { after?: string; limit?: string; wait?: string }, as: 'admin' | 'support' = 'admin') =>
  s.call(as, api.events.list, { query })
const end = async () => (await list({ after: 'end' })).body.data.next
/** The events after a position. */
const after = async (position: string): Promise<Event[]> =>
  (await list({ after: position, limit: '500' })).body.data.events
const short = (events: Event[]) => events.map(({ type, data }) => ({ type, data }))
const by = (role: string) => ({ actor: { uid: `staff-${role}`, role } })

const ban = (uid: string, headers = {}) =>
  s.call('support', api.users.ban, { params: { uid }, body: { ban_reason: ' Fakes ' }, query: {} }, headers)

beforeAll(async () => {
  for (const uid of ['ana', 'ben', 'cem', 'dora', 'eve', 'fay']) await s.addUser({ uid })
  await s.query(
    `insert into posts (key, title, creator_uid, post_type, review_state) select 'lamp-' || i, 'Lamp', 'ana', 0, 'pending' from generate_series(1, 4) i`,
  )
})

test('before the first event every position is 0', async () => {
  for (const query of [{}, { after: 'end' }, { after: '0' }])
    expect((await list(query)).body.data).toEqual({ events: [], next: '0', more: false })
  expect((await list({ after: '1' })).body.error_message).toBe(
    "The newest event is 0: the database was restored from a backup. Read the records again, then continue after 'end'.",
  )
})

describe('forbidden', () => {
  test('to read, without the permission', async () => {
    expect((await list({}, 'support')).body.code).toBe('forbidden')
  })

  test('a refused call writes no event', async () => {
    const start = await end()
    expect((await ban('nobody')).status).toBe(404)
    expect((await s.call('finance', api.posts.approve, { params: { id: 'lamp-1' } })).status).toBe(403)
    expect(await end()).toBe(start)
  })

  test('a call whose audit row cannot be written writes no event', async () => {
    const start = await end()
    await s.asOwner(
      `create function refuse_ban() returns trigger language plpgsql as $$ begin if new.action = 'users.ban' then raise exception 'no' using errcode = '23514'; end if; return new; end $$`,
    )
    await s.asOwner(
      'create trigger refuse_ban before insert on audit for each row execute function refuse_ban()',
    )
    expect((await ban('ben')).body.code).toBe('unavailable')
    await s.asOwner('drop trigger refuse_ban on audit')
    expect(await end()).toBe(start)
    expect(await s.query("select is_banned from users where uid = 'ben'")).toEqual([{ is_banned: false }])
  })
})

describe('a decision', () => {
  test('is one event, with its author, before and after; a replay writes none', async () => {
    const start = await end()
    const key = { 'idempotency-key': 'ban-ana' }
    expect((await ban('ana', key)).status).toBe(200)
    expect((await ban('ana', key)).status).toBe(200)
    const [event, ...more] = await after(start)
    expect(more).toEqual([])
    expect(event).toEqual({
      id: `evt_${Number(start) + 1}`,
      type: 'user.blocked',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: {
        ...{ uid: 'ana', reason: 'Fakes', ...by('support') },
        ...{ before: { isBanned: false }, after: { isBanned: true } },
      },
    })
    expect(await s.query("select actor_uid from audit where action = 'users.ban'")).toEqual([
      { actor_uid: 'staff-support' },
    ])
  })

  test('that is taken back is followed by its reverse', async () => {
    const start = await end()
    const params = { id: 'lamp-1' }
    await s.call('moderator', api.posts.deny, { params, body: { message: 'Another lamp' } })
    await s.call('moderator', api.posts.takeBack, { params })
    await s.call('moderator', api.posts.remove, { params })
    const [held] = (await s.call('moderator', api.held.mine, {})).body.data
    await s.call('moderator', api.held.undo, { params: { id: held?.id ?? '' } })
    const lamp = { listing_id: 'lamp-1', seller_uid: 'ana', ...by('moderator') }
    const change = (before: string, after: string) => ({
      ...lamp,
      before: { review_state: before },
      after: { review_state: after },
    })
    expect(short(await after(start))).toEqual([
      { type: 'listing.denied', data: { ...change('pending', 'denied'), reason: 'Another lamp' } },
      { type: 'listing.pending', data: change('denied', 'pending') },
      { type: 'listing.deleted', data: lamp },
      { type: 'listing.restored', data: lamp },
    ])
  })

  test('of a bulk job is one event for each row', async () => {
    const start = await end()
    const ids = ['lamp-2', 'lamp-3', 'lamp-4']
    await s.call('moderator', api.bulk.start, {
      body: { action: 'posts.approve', input: {}, rows: { ids: ids.map((id) => ({ id })) } },
    })
    const stop = startWorker(s.ctx)
    await expect
      .poll(async () => (await after(start)).map(({ type, data }) => [type, data.listing_id]))
      .toEqual(ids.map((id) => ['listing.approved', id]))
    await stop()
  })

  test('whose money moves is an event once it has moved', async () => {
    await make('txn', { shipping_status: 2 })
    const start = await end()
    const params = { id: 'txn' }
    await s.call('finance', api.transactions.refund, { params, body: { amount: 300, reason: 'Broken' } })
    await s.call('support', api.transactions.delivered, { params })
    await settleAll()
    const events = await after(start)
    expect(events.map(({ type }) => type).slice(0, 2)).toEqual(['refund.sent', 'transaction.delivered'])
    expect(events[0]?.data).toMatchObject({
      ...{ transaction_id: 'txn', cents: 300, kind: 'refund', reason: 'Broken' },
      ...{ reference: expect.stringMatching(/^re_/), actor: { uid: 'staff-finance', role: 'staff' } },
    })
  })
})

describe('the order', () => {
  test('of concurrent decisions about one record is that of their commits', async () => {
    const start = await end()
    // Each call has its transaction number from its key, before it waits for the record.
    const calls = Array.from({ length: 12 }, (_, at) =>
      s.call(
        'support',
        api.users.update,
        { params: { uid: 'cem' }, body: { post_ability: at } },
        { 'idempotency-key': `cem-${at}` },
      ),
    )
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200)
    const events = await after(start)
    expect(events).toHaveLength(12)
    const values = events.map(
      ({ data }) => data as unknown as Record<'before' | 'after', { post_ability: number }>,
    )
    for (const [at, { before }] of values.entries()) if (at > 0) expect(before).toEqual(values[at - 1]?.after)
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => `evt_${Number(start) + at + 1}`))
  })
})

test('decisions about several records at once each get the next position, and none is refused', async () => {
  const uids = Array.from({ length: 12 }, (_, at) => `one-${at}`)
  for (const uid of uids) await s.addUser({ uid })
  const start = await end()
  for (const { status } of await Promise.all(uids.map((uid) => ban(uid)))) expect(status).toBe(200)
  const events = await after(start)
  expect(events.map(({ id }) => id)).toEqual(uids.map((_, at) => `evt_${Number(start) + at + 1}`))
  expect(events.map(({ data }) => data.uid).toSorted()).toEqual(uids.toSorted())
})

describe('a program', () => {
  const read = (token: string, query: string) =>
    s.server.inject({ url: `/v1/events?${query}`, headers: { authorization: `Bearer ${token}` } })

  test('reads with a key of that scope, waits as long as it wants, and is counted instead of audited', async () => {
    const other = await keyFor(s, ['ingest.users'])
    expect((await read(other, 'after=end')).json()).toMatchObject({ code: 'forbidden' })
    expect((await read('ptv_unknown', 'after=end')).json()).toMatchObject({ code: 'signed_out' })
    const key = await keyFor(s, ['events.read'])
    const audited = () => s.query("select count(*)::int as n from audit where action = 'events.list'")
    const start = await end()
    const before = await audited()
    expect((await read(key, 'after=x')).statusCode).toBe(400)
    const waiting = read(key, `after=${start}&wait=20`)
    await ban('eve')
    const answer = (await waiting).json()
    expect(answer).toMatchObject({ status_code: 1, data: { more: false, next: String(Number(start) + 1) } })
    expect(answer.data.events).toMatchObject([{ type: 'user.blocked', data: { uid: 'eve' } }])
    expect(await audited()).toEqual(before)
    expect(await s.query("select calls from machine_key_usage where scope = 'events.read'")).toEqual([
      { calls: 1 },
    ])
  })

  test('is answered the event as it was written, personal data included, and nothing beside it', async () => {
    const key = await keyFor(s, ['events.read'])
    const start = await end()
    const change = (phone_number: string) =>
      s.call('support', api.users.update, { params: { uid: 'dora' }, body: { phone_number } })
    await change('+14155550101')
    await change('+14155550102')
    const answer = await read(key, `after=${start}`)
    const [, event, ...more] = answer.json().data.events
    expect(more).toEqual([])
    expect(eventOfType('user.updated').strict().parse(event)).toEqual(event)
    expect(event.data).toEqual({
      ...{ uid: 'dora', ...by('support') },
      ...{ before: { phone_number: '+14155550101' }, after: { phone_number: '+14155550102' } },
    })
    const [sent] = await s.query('select data, actor from events order by id desc limit 1')
    expect({ ...(sent?.data as object), actor: sent?.actor }).toEqual(event.data)
    expect(answer.json()).toEqual({ status_code: 1, data: (await list({ after: start })).body.data })
    expect(Object.keys(answer.headers).filter((name) => /^x-(more|total|next)/.test(name))).toEqual([])
  })
})

describe('reading', () => {
  test('goes on from a position, page by page', async () => {
    const first = (await list({ limit: '2' })).body.data
    expect([first.events.length, first.next, first.more]).toEqual([2, '2', true])
    const rest = (await list({ after: first.next })).body.data
    expect(rest.events[0]?.id).toBe('evt_3')
    expect([rest.next, rest.more]).toEqual([await end(), false])
    const all = (await list({ after: first.next, limit: String(rest.events.length) })).body.data
    expect([all.events.length, all.more]).toEqual([rest.events.length, false])
    expect((await list({ after: rest.next })).body.data).toEqual({ events: [], next: rest.next, more: false })
  })

  test('waits for the next event', async () => {
    const start = await end()
    const waiting = list({ after: start, wait: '20' })
    await ban('fay')
    expect((await waiting).body.data.events).toMatchObject([{ type: 'user.blocked', data: { uid: 'fay' } }])
  })

  test('goes past the events of an erased person without them', async () => {
    const start = await end()
    for (const uid of ['erased', 'other']) {
      await s.addUser({ uid })
      await ban(uid)
    }
    await s.query('update events set data = null where id = $1', [Number(start) + 1])
    const { data } = (await list({ after: start })).body
    expect(data).toMatchObject({ events: [{ data: { uid: 'other' } }], next: String(Number(start) + 2) })
    expect((await list({ after: start, limit: '1' })).body.data).toMatchObject({ events: [], more: true })
  })

  test('waits for the next event, and ends its waiting with it', async () => {
    const start = await end()
    const begun = Date.now()
    const waiting = list({ after: start, wait: '3' })
    await ban('dora')
    expect((await waiting).body.data.events).toMatchObject([{ type: 'user.blocked' }])
    expect(Date.now() - begun).toBeLessThan(2500)
  })

  test('refuses a position that is malformed, too new, or whose events are deleted', async () => {
    expect((await list({ after: 'x' })).status).toBe(400)
    const answer = await list({ after: '999999' })
    expect([answer.status, answer.body.code]).toEqual([410, 'expired'])
    await s.query("update events set at = now() - interval '31 days' where id <= 3")
    await forgetEvents.run(s.ctx)
    expect(await s.query('select min(id)::int as oldest from events')).toEqual([{ oldest: 4 }])
    expect((await list({ after: '2' })).body.error_message).toBe(
      "Events up to 3 are deleted. Read the records again, then continue after 'end'.",
    )
    expect((await list({ after: '3', limit: '1' })).body.data.events[0]?.id).toBe('evt_4')
    expect((await list({ limit: '1' })).body.data.events[0]?.id).toBe('evt_4')
  })

  test('keeps the newest event however old it is, so that no position is used twice', async () => {
    const newest = await end()
    await s.query("update events set at = now() - interval '31 days'")
    await forgetEvents.run(s.ctx)
    expect(await s.query('select 1 from events')).toHaveLength(1)
    await ban('ben')
    expect(await end()).toBe(String(Number(newest) + 1))
  })

  test('is audited', async () => {
    await list({ after: 'end' })
    expect(
      await s.query("select after from audit where action = 'events.list' order by id desc limit 1"),
    ).toEqual([{ after: { after: 'end', next: await end() } }])
  })
})
