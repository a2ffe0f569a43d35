import { api } from '@portreeve/contract'
import type { InboxActions, MacroActions } from '@portreeve/contract/conversations/inbox'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { refusalOf, teamInbox } from '../../testing/team-inbox.ts'

const s = useServer()
const { inbox, macros } = api
const { talk, write, get, assign, close } = teamInbox(s)

beforeAll(async () => {
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
  for (const role of ['support', 'moderator', 'finance', 'admin'] as const) await s.token(role)
})

const ifMatch = (version?: number): Record<string, string> =>
  version === undefined ? {} : { 'if-match': `"${version}"` }
const answer = (id: string, actions: InboxActions, more: { seen?: string; version?: number } = {}) =>
  s.call(
    'support',
    inbox.answer,
    { params: { id }, body: { text: 'It is traced.', actions, ...(more.seen && { seen: more.seen }) } },
    ifMatch(more.version),
  )
const act = (id: string, actions: object, version?: number) =>
  s.call(
    'support',
    inbox.act,
    { params: { id }, body: { actions: actions as InboxActions } },
    ifMatch(version),
  )
const messagesOf = (id: string) =>
  s.query("select text from messages where conversation_id = $1 and sender_id <> 'ana'", [id])
const audited = (id: string) =>
  s.query<{ action: string; before: object; after: object }>(
    "select action, before, after from audit where subject_id = $1 and action in ('inbox.answer', 'inbox.act')",
    [id],
  )
const all: InboxActions = { add_tags: ['Parcel'], priority: 'high', assign: 'me', snooze_hours: 48 }

describe('a macro that acts', () => {
  test('has its actions in the list; a change without actions leaves them, null takes them out', async () => {
    const body = {
      title: 'Traced',
      text: 'It is traced.',
      actions: { ...all, request_refund: true as const },
    }
    const { id } = (await s.call('support', macros.create, { body })).body.data
    const actions = async () =>
      (await s.call('support', macros.list, {})).body.data.find((macro) => macro.id === id)?.actions
    const tidy = { ...body.actions, add_tags: ['parcel'] }
    expect(await actions()).toEqual(tidy)
    const update = (more: object) =>
      s.call('support', macros.update, { params: { id }, body: { title: 'T', text: 'T', ...more } })
    await update({})
    expect(await actions()).toEqual(tidy)
    await update({ actions: null })
    expect(await actions()).toBeUndefined()
    expect(
      await s.query(
        "select before->'actions' as before from audit where action = 'macros.update' order by id",
        [],
      ),
    ).toEqual([{ before: tidy }, { before: tidy }])
  })

  test('actions that are none are refused', async () => {
    const id = await talk()
    for (const actions of [
      {},
      { add_tags: [] },
      { add_tags: ['a,b'] },
      { snooze_hours: 0 },
      { snooze_hours: 9000 },
      { snooze_hours: 1, close: true },
      { assign: 'support' },
      { request_refund: true },
      { close: false },
    ])
      expect([actions, (await act(id, actions)).status]).toEqual([actions, 400])
  })
})

describe('an answer with actions', () => {
  test('sends and changes at once, with one audit row', async () => {
    const id = await talk()
    await s.call('support', inbox.mark, { params: { id }, body: { tags: ['old'] } })
    const { version } = await get(id)
    const { status, body } = await answer(id, all, { version })
    expect(status).toBe(200)
    const after = await get(id)
    expect(after).toMatchObject({
      ...{ state: 'snoozed', priority: 'high', tags: ['old', 'parcel'], version: version + 1 },
      assignee: { uid: 'staff-support' },
    })
    const hours = (Date.parse(after.snoozed_until ?? '') - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(47.9)
    expect(hours).toBeLessThanOrEqual(48)
    expect(await audited(id)).toEqual([
      {
        action: 'inbox.answer',
        before: { tags: ['old'], priority: 'normal', assignee: null, state: 'open', snoozed_until: null },
        after: {
          ...{ message: body.data.id, account: 'support', tags: ['old', 'parcel'], priority: 'high' },
          ...{ assignee: 'staff-support', state: 'snoozed', snoozed_until: expect.any(String) },
        },
      },
    ])
  })

  test('assigns to a colleague, who is notified, or to no one although the author answers', async () => {
    const [to, free] = [await talk(), await talk()]
    await answer(to, { assign: { uid: 'staff-moderator' } })
    expect((await get(to)).assignee).toMatchObject({ uid: 'staff-moderator' })
    expect(
      await s.query(
        "select payload->>'what' as what from live_events where topic = 'notifications/staff-moderator' and payload->>'id' = $1",
        [to],
      ),
    ).toEqual([{ what: 'assigned' }])
    await answer(free, { assign: 'no_one' })
    expect((await get(free)).assignee).toBeNull()
  })

  test('does nothing at all when one action is refused', async () => {
    const id = await talk()
    await s.call('support', inbox.mark, {
      params: { id },
      body: { tags: Array.from({ length: 10 }, (_, at) => `t${at}`) },
    })
    const before = await get(id)
    for (const [actions, title] of [
      [{ close: true, assign: { uid: 'staff-finance' } }, 'Cannot be assigned'],
      [{ priority: 'urgent', add_tags: ['eleven'] }, 'Too many tags'],
    ] as const) {
      const refused = await answer(id, actions as unknown as InboxActions)
      expect([refused.status, refused.body.error_title]).toEqual([422, title])
    }
    expect(await get(id)).toEqual(before)
    expect(await messagesOf(id)).toEqual([])
    expect(await audited(id)).toEqual([])
    expect(await s.query('select 1 from operations where subject_id = $1', [id])).toEqual([])
  })

  test('over a colleague’s change or message is refused, with who and when', async () => {
    const id = await talk()
    const { version } = await get(id)
    await assign('moderator', id, 'staff-moderator')
    expect(refusalOf(await answer(id, all, { version }))).toEqual([
      409,
      'Changed meanwhile',
      expect.stringMatching(
        /^The moderator assigned it to The moderator 1 second ago\. Nothing was changed\.$/,
      ),
    ])
    const seen = await write(id, 'One more')
    await write(id, 'And another')
    expect((await answer(id, all, { seen })).body.error_title).toBe('Answered meanwhile')
    expect(await messagesOf(id)).toEqual([])
    // An answer without actions needs no version.
    const plain = { params: { id }, body: { text: 'Hello' } }
    expect((await s.call('support', inbox.answer, plain, ifMatch(version))).status).toBe(200)
  })
})

describe('actions without a message', () => {
  test('run together, and over a colleague’s change not at all', async () => {
    const id = await talk()
    const { version } = await get(id)
    const { body } = await act(id, { add_tags: ['spam'], close: true }, version)
    expect(body.data).toMatchObject({ state: 'closed', tags: ['spam'], version: version + 1 })
    expect(await messagesOf(id)).toEqual([])
    expect(await audited(id)).toMatchObject([
      { action: 'inbox.act', after: { tags: ['spam'], state: 'closed' } },
    ])
    expect((await act(id, { priority: 'high' }, version)).body.error_message).toMatch(
      /^The support used a macro on it 1 second ago/,
    )
    expect((await act(id, { close: true })).body.error_title).toBe('Already closed')
  })

  test('a person’s new message opens what a macro closed', async () => {
    const id = await talk()
    await act(id, { close: true })
    await write(id, 'Hello?')
    expect((await get(id)).state).toBe('open')
  })
})

describe('a colleague’s draft', () => {
  const look = (id: string, what: 'reading' | 'typing' | 'left', draft?: string, actions?: MacroActions) =>
    s.call('support', inbox.look, {
      params: { id },
      body: { what, ...(draft !== undefined && { draft }), ...(actions && { actions }) },
    })
  const drafts = async (id: string, role: 'moderator' | 'support' = 'moderator') =>
    (await s.call(role, inbox.drafts, { params: { id } })).body.data
  const rows = (id: string) => s.query('select 1 from inbox_drafts where conversation_id = $1', [id])

  test('is there for the others while it is written, and gone when it is left or sent', async () => {
    const id = await talk()
    await look(id, 'typing', 'It is')
    await look(id, 'typing', 'It is traced')
    expect(await drafts(id)).toEqual([
      { uid: 'staff-support', name: 'The support', text: 'It is traced', actions: null },
    ])
    expect(await drafts(id, 'support')).toEqual([])
    expect((await s.call('finance', inbox.drafts, { params: { id } })).status).toBe(403)
    expect(await s.query("select 1 from live_events where payload::text like '%traced%'")).toEqual([])
    await look(id, 'left')
    expect(await rows(id)).toEqual([])
    await look(id, 'typing', 'It is traced')
    await s.call('support', inbox.answer, { params: { id }, body: { text: 'It is traced.' } })
    expect(await rows(id)).toEqual([])
  })

  test('expires, is deleted with the next look at any conversation, and blank is none', async () => {
    const [id, other] = [await talk(), await talk()]
    await look(id, 'typing', 'Old')
    await s.query("update inbox_drafts set until = now() - interval '1 second'")
    expect(await drafts(id)).toEqual([])
    await look(other, 'typing', ' ')
    expect(await s.query('select 1 from inbox_drafts')).toEqual([])
  })

  test('has the actions of the chosen macro, also without a text', async () => {
    const id = await talk()
    const actions = { add_tags: ['parcel'], request_refund: true as const }
    await look(id, 'typing', 'It is', actions)
    expect(await drafts(id)).toMatchObject([{ text: 'It is', actions }])
    await look(id, 'typing', '', { close: true })
    expect(await drafts(id)).toMatchObject([{ text: '', actions: { close: true } }])
    expect((await look(id, 'typing', '', { close: true, snooze_hours: 1 })).status).toBe(400)
    await look(id, 'typing', '', {})
    expect(await rows(id)).toEqual([])
    expect(await get(id)).toMatchObject({ state: 'open', tags: [] })
  })

  test('a draft that is too long for a message is refused', async () => {
    expect((await look(await talk(), 'typing', 'x'.repeat(10_001))).status).toBe(400)
  })

  test('closing a conversation by a colleague leaves it', async () => {
    const id = await talk()
    await look(id, 'typing', 'I am')
    await close('moderator', id)
    expect(await drafts(id)).toHaveLength(1)
  })
})
