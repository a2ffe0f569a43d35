import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startWorker } from '../../core/operations/worker.ts'
import { addShared } from '../../staff/staff-accounts.ts'
import { auditKey, useServer } from '../../testing/harness.ts'
import { inDays } from '../../testing/make.ts'
import { teamInbox } from '../../testing/team-inbox.ts'

const s = useServer()
const { inbox, notes } = api
const { talk, write, get, list, counts, assign, close } = teamInbox(s)

beforeAll(async () => {
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
  for (const role of ['support', 'moderator', 'finance', 'admin'] as const) await s.token(role)
})

describe('the conversations of all staff accounts', () => {
  test('are there with their account and assignee; those of two people are not', async () => {
    const [shared, own] = [await talk(), await talk('staff-moderator')]
    await s.make.conversationOf('foreign', 'ana', 'bo')
    expect(await get(shared)).toMatchObject({
      account: { uid: 'support', name: 'Support', shared: true },
      assignee: null,
      state: 'open',
      conversation: { members: { ana: 'Ana', support: 'The team' } },
    })
    expect(await get(own)).toMatchObject({
      account: { uid: 'staff-moderator', shared: false },
      assignee: { uid: 'staff-moderator' },
    })
    expect((await s.call('support', inbox.get, { params: { id: 'foreign' } })).status).toBe(404)
    expect(await list({})).not.toContain('foreign')
  })

  test('one that rested for a month before it came here starts as closed, and a new message opens it', async () => {
    await s.make.conversation({ id: 'old', date: inDays(-31) })
    await s.make.member({ conversation_id: 'old', uid: 'ana' }, { conversation_id: 'old', uid: 'support' })
    await write('old', 'an old one', new Date(Date.now() - 40 * 86_400_000).toISOString())
    expect((await get('old')).state).toBe('closed')
    await write('old', 'Hello again')
    expect((await get('old')).state).toBe('open')
  })

  test('come in when a staff account is added after its conversations', async () => {
    const id = await talk('newcomer')
    expect((await s.call('support', inbox.get, { params: { id } })).status).toBe(404)
    await s.query(
      `insert into staff (uid, email, display_name, role) values ('newcomer', 'new@portreeve.test', 'Nia New', 'support')`,
    )
    expect(await get(id)).toMatchObject({ assignee: { uid: 'newcomer' }, waiting_since: expect.any(String) })
  })

  test('only those with the right see and change them', async () => {
    const id = await talk()
    for (const [endpoint, body] of [
      [inbox.get, undefined],
      [inbox.list, undefined],
      [inbox.assign, { uid: null }],
      [inbox.answer, { text: 'x' }],
      [inbox.close, {}],
    ] as const)
      expect(
        (await s.call('finance', endpoint as typeof inbox.get, { params: { id }, body } as never)).status,
      ).toBe(403)
  })

  test('no one signs in with Support, enables it, or invites its uid', async () => {
    const staff = (await s.call('admin', api.staff.list, {})).body.data
    expect(staff.map(({ uid }) => uid)).not.toContain('support')
    expect((await s.call('admin', api.staff.enable, { params: { uid: 'support' } })).status).toBe(404)
    const body = { uid: 'support', email: 'x@portreeve.test', displayName: 'X', role: 'admin' as const }
    expect((await s.call('admin', api.staff.invite, { body })).status).toBe(409)
  })
})

test('a shared account of the marketplace brings its conversations in; a taken uid is refused', async () => {
  const id = await talk('helpdesk')
  const hands = { db: s.ctx.database.db, identity: s.ctx.identity, auditKey }
  await addShared(hands, 'helpdesk', 'Helpdesk')
  expect(await get(id)).toMatchObject({
    account: { uid: 'helpdesk', name: 'Helpdesk', shared: true },
    assignee: null,
  })
  await expect(addShared(hands, 'helpdesk', 'Helpdesk')).rejects.toThrow('The uid helpdesk is taken')
})

describe('the views', () => {
  test('each has its conversations and their number, by tag too, page by page', async () => {
    const before = await counts()
    const [mine, free, asleep, done] = [await talk(), await talk(), await talk(), await talk()]
    await assign('support', mine, 'staff-support')
    await s.call('support', inbox.mark, {
      params: { id: mine },
      body: { tags: [' Parcel ', 'parcel', 'lost  one'] },
    })
    await s.call('support', inbox.snooze, {
      params: { id: asleep },
      body: { until: new Date(Date.now() + 3_600_000).toISOString() },
    })
    await close('support', done)
    const after = await counts()
    const grown = Object.fromEntries(
      Object.entries(after).map(([view, n]) => [view, n - before[view as keyof typeof before]]),
    )
    expect(grown).toEqual({ mine: 1, unassigned: 1, mentioned: 0, snoozed: 1, closed: 1, all: 4 })
    expect(await list({ view: 'mine' })).toEqual([mine])
    expect(await list({ view: 'mine' }, 'moderator')).not.toContain(mine)
    expect((await list({ view: 'unassigned' }))[0]).toBe(free)
    expect(await list({ view: 'snoozed' })).toEqual([asleep])
    expect((await list({ view: 'closed' }))[0]).toBe(done)
    expect(await list({ tag: 'parcel' })).toEqual([mine])
    expect((await get(mine)).tags).toEqual(['lost one', 'parcel'])
    expect((await s.call('support', inbox.tags, {})).body.data).toEqual(['lost one', 'parcel'])
    for (let more = 0; more < 60; more++) await talk('support', [])
    const first = await s.call('support', inbox.list, {})
    const second = await list({ cursor: first.headers['x-next-cursor'] })
    const keys = [...first.body.data.map(({ conversation }) => conversation.key), ...second]
    expect(first.body.data).toHaveLength(50)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys).toContain(done)
  })

  test('tags and priorities that are none are refused', async () => {
    const id = await talk()
    for (const body of [
      {},
      { tags: [' '] },
      { tags: ['a,b'] },
      { tags: Array(11).fill('x') },
      { priority: 'low' },
    ])
      expect((await s.call('support', inbox.mark, { params: { id }, body: body as never })).status).toBe(400)
  })
})

describe('handing over', () => {
  test('to a colleague with a note: one audit row, a note between the messages, and the colleague is notified', async () => {
    const id = await talk()
    await assign('support', id, 'staff-moderator', undefined, 'The carrier answers by noon.')
    const listed = (await s.call('moderator', notes.list, { params: { kind: 'conversation', id } })).body.data
    expect(listed).toMatchObject([
      {
        text: 'The carrier answers by noon.',
        by: { uid: 'staff-support' },
        assigned: { uid: 'staff-moderator' },
      },
    ])
    expect(
      (await s.call('moderator', notes.of, { params: { kind: 'conversation', id } })).body.data.count,
    ).toBe(1)
    expect(
      await s.query(
        "select payload from live_events where topic = 'notifications/staff-moderator' and payload->>'id' = $1",
        [id],
      ),
    ).toEqual([
      {
        payload: {
          kind: 'conversation',
          id,
          what: 'assigned',
          by: 'staff-support',
          name: expect.any(String),
        },
      },
    ])
  })

  test('not to one who may not answer', async () => {
    const id = await talk()
    for (const uid of ['staff-finance', 'support', 'unknown'])
      expect((await assign('support', id, uid)).body.error_title).toBe('Cannot be assigned')
  })

  test('a disabled colleague’s open conversations are unassigned', async () => {
    const id = await talk('newcomer')
    const { status } = await s.call('admin', api.staff.disable, { params: { uid: 'newcomer' } })
    expect([status, (await get(id)).assignee]).toEqual([200, null])
  })
})

describe('mentions', () => {
  test('a note that mentions a colleague is in their view until they look', async () => {
    const id = await talk()
    const { mentioned } = await counts('moderator')
    const body = {
      kind: 'conversation' as const,
      id,
      text: '@Milo, please look',
      mentions: ['staff-moderator'],
    }
    expect((await s.call('support', notes.create, { body })).status).toBe(200)
    expect(await list({ view: 'mentioned' }, 'moderator')).toEqual([id])
    expect((await get(id, 'moderator')).mentions_me).toBe(true)
    expect((await counts('moderator')).mentioned).toBe(mentioned + 1)
    await s.call('moderator', inbox.look, { params: { id }, body: { what: 'reading' } })
    expect((await counts('moderator')).mentioned).toBe(mentioned)
    expect(await list({ view: 'mentioned' }, 'moderator')).toEqual([id])
    const listed = (await s.call('support', notes.list, { params: { kind: 'conversation', id } })).body.data
    expect(listed[0]?.mentions.map(({ uid }) => uid)).toEqual(['staff-moderator'])
  })

  test('not of one who may not see the record', async () => {
    const id = await talk()
    const body = { kind: 'conversation' as const, id, text: '@Finn', mentions: ['staff-finance'] }
    expect((await s.call('support', notes.create, { body })).body.error_title).toBe('Cannot be mentioned')
    const colleagues = (await s.call('support', notes.colleagues, { params: { kind: 'conversation' } })).body
      .data
    expect(colleagues.map(({ uid }) => uid).toSorted()).toEqual([
      'staff-admin',
      'staff-moderator',
      'staff-support',
    ])
  })
})

test('the newest conversations of a new account enter at once, the others in batches, each once', async () => {
  await s.query(`insert into conversations (id, conversations_messages_id, date)
    select 'shop' || n, 'm', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 1203) n`)
  await s.query(`insert into conversation_members (conversation_id, uid)
    select 'shop' || n, unnest(array['ana', 'shop']) from generate_series(1, 1203) n`)
  const entered = async () =>
    (
      await s.query<{ id: string }>(
        `select conversation_id as id from conversation_states where account = 'shop' order by date desc`,
      )
    ).map(({ id }) => id)
  await addShared({ db: s.ctx.database.db, identity: s.ctx.identity, auditKey }, 'shop', 'The shop')
  const newestFirst = Array.from({ length: 1203 }, (_, n) => `shop${1203 - n}`)
  expect(await entered()).toEqual(newestFirst.slice(0, 500))
  const stop = startWorker(s.ctx)
  await expect.poll(entered).toEqual(newestFirst)
  await expect
    .poll(() => s.query("select state from operations where kind = 'inbox.enter'"), { timeout: 10_000 })
    .toEqual([{ state: 'done' }])
  await stop()
})
