import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { refusalOf, teamInbox } from '../testing/team-inbox.ts'

const s = useServer()
const { inbox, outbound, conversations } = api
const { talk, write, get, list, assign, close } = teamInbox(s)

const to = (role: Role, uid: string, text = 'Hello', seen?: string | null, key?: string) =>
  s.call(
    role,
    outbound.send,
    { params: { uid }, body: { text, ...(seen === undefined ? {} : { seen }) } },
    key ? { 'idempotency-key': key } : {},
  )
const destination = async (uid: string, role: Role = 'support') =>
  (await s.call(role, outbound.destination, { params: { uid } })).body.data
const all = () => s.query<{ id: string }>('select id from conversations order by id')

beforeAll(async () => {
  for (const role of ['support', 'moderator', 'finance', 'admin'] as const) await s.token(role)
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
  await s.addUser({ uid: 'bo', displayName: 'Bo', isBanned: true })
  await s.addUser({ uid: 'gone', displayName: 'Gone' })
  await s.query("update users set deleted_at = now() where uid = 'gone'")
  await s.addUser({ uid: 'staff-moderator', displayName: 'The moderator' })
})
beforeEach(async () => {
  await s.query('delete from conversations')
  await s.query('delete from events')
})

describe('a message to a person who has not written', () => {
  test('is refused without the permission, blank, too long, to no one and to a colleague', async () => {
    expect(
      (await s.call(undefined, outbound.send, { params: { uid: 'ana' }, body: { text: 'x' } })).status,
    ).toBe(401)
    expect((await to('finance', 'ana')).body.code).toBe('forbidden')
    expect((await s.call('finance', outbound.destination, { params: { uid: 'ana' } })).status).toBe(403)
    expect(refusalOf(await to('support', 'ana', '  \n'))).toEqual([
      422,
      'Nothing to send',
      'The message is blank.',
    ])
    expect((await to('support', 'ana', 'x'.repeat(10_001))).body.code).toBe('malformed')
    for (const uid of ['gone', 'unknown'])
      expect(refusalOf(await to('support', uid))).toEqual([
        404,
        'No such person',
        'There is no account with this uid.',
      ])
    expect(refusalOf(await to('support', 'staff-moderator'))).toEqual([
      422,
      'A staff account',
      'This is an account of the team. Write to people only.',
    ])
    expect(await all()).toEqual([])
  })

  test('starts a conversation as Support, which belongs to the author and is found, audited and sent to the marketplace', async () => {
    expect(await destination('bo')).toEqual({
      person: { uid: 'bo', name: 'Bo', blocked: true },
      account: { uid: 'support', name: 'Support', shared: true },
      conversation: null,
    })
    const { conversation: id, message } = (await to('support', 'bo', 'Your account is blocked: spam.')).body
      .data
    expect(message).toMatchObject({ senderID: 'support', senderDisplayName: 'Support' })
    expect(await get(id)).toMatchObject({
      account: { uid: 'support' },
      assignee: { uid: 'staff-support' },
      state: 'open',
      waiting_since: null,
      conversation: {
        members: { bo: 'Bo', support: 'Support' },
        participants: ['bo', 'support'],
        readByUsers: { bo: false, support: true },
        lastMessage: 'Your account is blocked: spam.',
        date: message.date,
      },
    })
    const [listed] = (await s.call('support', conversations.ofUser, { params: { uid: 'bo' }, query: {} }))
      .body.data
    expect(listed?.key).toBe(id)
    const hits = await s.call('support', conversations.search, {
      params: { uid: 'bo' },
      query: { q: 'blocked spam' },
    })
    expect(hits.body.data).toHaveLength(1)
    expect(await list({ q: 'person:bo' })).toEqual([id])
    expect(
      await s.query("select actor_uid, after from audit where action = 'outbound.send' and subject_id = $1", [
        id,
      ]),
    ).toEqual([
      {
        actor_uid: 'staff-support',
        after: { message: message.id, account: 'support', assignee: 'staff-support' },
      },
    ])
    expect(
      await s.query(
        "select type, data ->> 'conversation_id' as id, data -> 'recipients' as recipients from events",
      ),
    ).toEqual([{ type: 'message.sent', id, recipients: ['bo'] }])
    expect(
      await s.query(
        "select payload ->> 'what' as what from live_events where topic = 'inbox' and payload ->> 'id' = $1",
        [id],
      ),
    ).toEqual([{ what: 'message' }])
  })

  test('continues the conversation that there is: its state and its colleague stay', async () => {
    const old = await talk('support', ['An older question'])
    const id = await talk()
    await s.query("update conversations set date = date - interval '1 day' where id = $1", [old])
    await assign('moderator', id, 'staff-moderator')
    await close('moderator', id)
    const found = await destination('ana')
    expect(found.conversation).toMatchObject({
      id,
      state: 'closed',
      assignee: { uid: 'staff-moderator', name: 'The moderator' },
    })
    const sent = await to('support', 'ana', 'One more thing.', found.conversation?.seen)
    expect(sent.body.data.conversation).toBe(id)
    expect(await get(id)).toMatchObject({ state: 'closed', assignee: { uid: 'staff-moderator' } })
    const answer = await write(id, 'Which one?', new Date(Date.now() + 1000).toISOString())
    expect(await get(id)).toMatchObject({ state: 'open', assignee: { uid: 'staff-moderator' } })
    expect((await destination('ana')).conversation?.seen).toBe(answer)
  })

  test('does not go into a conversation with a third person, or one of a colleague’s own account', async () => {
    const three = await talk()
    await s.make.member({ conversation_id: three, uid: 'bo', name: 'Bo', position: 2 })
    await talk('staff-moderator')
    expect((await destination('ana')).conversation).toBeNull()
    expect((await to('support', 'ana')).body.data.conversation).toMatch(/^team_/)
  })

  test('is refused when the person or a colleague wrote meanwhile, and sent once for one key', async () => {
    const first = await to('support', 'ana', 'Hello', null)
    expect(refusalOf(await to('moderator', 'ana', 'Hello from me', null))).toEqual([
      409,
      'Answered meanwhile',
      'The support wrote 1 second ago. Read it before you send.',
    ])
    const seen = first.body.data.message.id
    await write(first.body.data.conversation, 'Hi?', new Date(Date.now() + 1000).toISOString())
    expect((await to('moderator', 'ana', 'Hello from me', seen)).body.error_message).toMatch(/^Ana wrote/)
    const again = [
      await to('moderator', 'ana', 'Twice?', undefined, 'k1'),
      await to('moderator', 'ana', 'Twice?', undefined, 'k1'),
    ]
    expect(again.map(({ body }) => body.data.message.id)).toEqual(
      Array(2).fill(again[0]?.body.data.message.id),
    )
    expect(await s.query("select 1 from messages where text = 'Twice?'")).toHaveLength(1)
  })

  test('of two colleagues at once makes one conversation', async () => {
    const sent = await Promise.all(
      (['support', 'moderator', 'admin'] as const).map((role) => to(role, 'ana', `From ${role}`)),
    )
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(sent.map(({ body }) => body.data.conversation)).size).toBe(1)
    expect(await all()).toHaveLength(1)
    expect(await s.query('select 1 from messages')).toHaveLength(3)
  })

  test('is the desk’s answer to a person who waits: they wait no longer', async () => {
    const id = await talk()
    expect((await get(id)).waiting_since).not.toBeNull()
    await to('support', 'ana', 'Here it is.')
    const found = (await s.call('support', inbox.get, { params: { id } })).body.data
    expect(found).toMatchObject({ waiting_since: null, assignee: { uid: 'staff-support' } })
  })
})

describe('the values for many', () => {
  test('are those of each conversation, in their order; an order that is not certain is left out', async () => {
    const [one, two] = [await talk(), await talk()]
    await s.query("update conversations set product_id = 'lamp' where id = $1", [two])
    const trade = {
      purchaser_uid: 'ana',
      seller_uid: 'bo',
      product_title: 'Lamp',
      price: 126_000,
      shipping_cost: 400,
    }
    await s.make.transaction({
      id: 't1',
      ...trade,
      product_id: 'lamp',
      public_id: 'P-1',
      tracking_number: 'TRK',
    })
    await s.make.transaction({ id: 't2', ...trade, product_id: 'desk', public_id: 'P-2' })
    const values = async (body: object) =>
      (await s.call('support', outbound.values, { body: body as never })).body.data
    const none = { order: null, tracking: null, item: null, amount: null }
    const lamp = { order: 'P-1', tracking: 'TRK', item: 'Lamp', amount: '$1,264.00' }
    expect(await values({ ids: [one, 'unknown', two] })).toEqual([
      { id: one, name: 'Ana', ...none },
      { id: two, name: 'Ana', ...lamp },
    ])
    await s.query("delete from transactions where id = 't2'")
    expect(await values({ ids: [one] })).toEqual([{ id: one, name: 'Ana', ...lamp }])
    await s.query("update conversation_states set tags = '{outage}' where conversation_id = $1", [two])
    expect((await values({ all: { tag: 'outage' } })).map(({ id }) => id)).toEqual([two])
    expect((await s.call('finance', outbound.values, { body: { ids: [one] } })).body.code).toBe('forbidden')
  })
})
