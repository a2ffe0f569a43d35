import { randomUUID } from 'node:crypto'
import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { conversations } = api
const me = 'staff-support'

/** A conversation with messages a minute apart. */
async function talk(
  id: string,
  people: Record<string, string | null>,
  texts: [by: string, text: string][] = [],
) {
  const start = Date.UTC(2026, 0, 1)
  const minute = (n: number) => new Date(start + n * 60_000).toISOString()
  const last = { lastMessage: texts.at(-1)?.[1] ?? null, date: minute(texts.length) }
  await s.make.conversation({ id, conversationsMessagesID: `m-${id}`, ...last })
  for (const [position, [uid, name]] of Object.entries(people).entries())
    await s.make.member({ conversation_id: id, uid, name, read: true, position })
  for (const [at, [by, text]] of texts.entries())
    await s.make.message({
      ...{ id: `${id}-${String(at).padStart(5, '0')}`, conversation_id: id, senderID: by },
      ...{ senderDisplayName: people[by] ?? null, text, date: minute(at + 1) },
    })
}
const both = { ana: 'Ana', [me]: 'The support' }
const sending = (id: string, text: string, more: object = {}) => ({
  message_data: {
    text,
    type: 0 as const,
    senderID: me,
    senderDisplayName: 'The support',
    date: new Date().toISOString(),
  },
  conversation_id: id,
  recipient_uid: 'ana',
  ...more,
})
const send = (id: string, text: string, more: object = {}, headers?: Record<string, string>) =>
  s.call('support', conversations.send, { body: { data: sending(id, text, more) } }, headers)
const read = async (id: string, query: { before?: string; around?: string } = {}) =>
  (await s.call('support', conversations.messages, { params: { id, messagesId: `m-${id}` }, query })).body
    .data
const get = async (id: string, role: 'support' | 'moderator' = 'support') =>
  (await s.call(role, conversations.get, { params: { id } })).body.data
const updates = (uid: string) =>
  s.query<{ payload: Record<string, unknown> }>(
    'select payload from live_events where topic = $1 and until is null order by xid, id',
    [`conversationUpdates/${uid}`],
  )

beforeAll(async () => {
  // Staff must exist before they become members.
  for (const role of ['support', 'moderator'] as const) await s.token(role)
})

describe('sending', () => {
  test('[API-78] [API-75] the message is stored with the server’s time, moves its conversation up, and is read only for its sender', async () => {
    await talk('c1', both, [['ana', 'Where is my parcel?']])
    const answer = await send('c1', 'On its way.')
    expect(answer.body.data).toMatchObject({ senderID: me, author: me, type: 0, text: 'On its way.' })
    expect((await read('c1')).map((message) => message.text)).toEqual(['Where is my parcel?', 'On its way.'])
    expect(await get('c1')).toMatchObject({
      lastMessage: 'On its way.',
      date: answer.body.data.date,
      read_status: 1,
      readByUsers: { ana: false, [me]: true },
    })
    expect(
      await s.query("select action, after from audit where subject_id = 'c1' and action like '%send'"),
    ).toEqual([{ action: 'conversations.send', after: { message: answer.body.data.id } }])
  })

  test('the plain form is accepted too (D-071); both forms together and neither are refused', async () => {
    await talk('c2', both)
    const plain = await s.call('support', conversations.send, { body: sending('c2', 'plain') })
    expect(plain.status).toBe(200)
    for (const body of [{}, { data: sending('c2', 'x'), ...sending('c2', 'x') }])
      expect((await s.call('support', conversations.send, { body })).status).toBe(400)
    expect(await read('c2')).toHaveLength(1)
  })

  test('blank, over-long, foreign and misdirected messages are refused with a message, and nothing is stored', async () => {
    await talk('c3', both)
    await talk('foreign', { ana: 'Ana', bo: 'Bo' })
    const asOther = sending('c3', 'x')
    asOther.message_data.senderID = 'staff-moderator'
    const answers = [
      await send('c3', ' \n\t '),
      await send('c3', 'x'.repeat(10_001)),
      await send('c3', 'nul \u0000'),
      await send('c3', 'x', { recipient_uid: 'bo' }),
      await send('c3', 'x', { recipient_uid: me }),
      await s.call('support', conversations.send, { body: { data: asOther } }),
      await send('foreign', 'x'),
      await send('no-such', 'x'),
      await s.call('finance', conversations.send, { body: { data: sending('c3', 'x') } }),
    ]
    expect(answers.map((answer) => [answer.status, answer.body.error_title])).toEqual([
      [422, 'Nothing to send'],
      [400, 'Malformed request'],
      [400, 'Malformed request'],
      [422, 'Another recipient'],
      [422, 'Another recipient'],
      [422, 'Another sender'],
      [404, 'No such conversation'],
      [404, 'No such conversation'],
      [403, 'Not allowed'],
    ])
    expect(await read('c3')).toEqual([])
  })

  test('repeats with one idempotency key, also twenty concurrent, make one message', async () => {
    await talk('c4', both)
    const body = { data: sending('c4', 'once') }
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => s.call('support', conversations.send, { body }, key)),
    )
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
    expect(await read('c4')).toHaveLength(1)
  })

  test('twenty concurrent messages are all stored, in the order of their answers', async () => {
    await talk('c5', both)
    const sent = await Promise.all(Array.from({ length: 20 }, (_, i) => send('c5', `n${i}`)))
    const kept = await read('c5')
    expect(kept).toHaveLength(20)
    expect(new Set(kept.map((message) => message.date)).size).toBe(20)
    expect((await get('c5')).lastMessage).toBe(kept.at(-1)?.text)
    expect(sent.map((answer) => answer.body.data.id).sort()).toEqual(kept.map((message) => message.id).sort())
  })

  test('an unseen message of another person refuses it, with who and when', async () => {
    await talk('c6', { ...both, 'staff-moderator': 'The moderator' }, [['ana', 'Hello?']])
    await s.call('moderator', conversations.send, {
      body: {
        data: {
          ...sending('c6', 'I am on it.'),
          message_data: { ...sending('c6', 'I am on it.').message_data, senderID: 'staff-moderator' },
        },
      },
    })
    const late = await send('c6', 'Me, too.', { seen: 'c6-00000' })
    expect([late.status, late.body.error_message]).toEqual([
      409,
      expect.stringMatching(/^The moderator wrote \d+ seconds? ago\. Read it before you send\.$/),
    ])
    const newest = (await read('c6')).at(-1)?.id
    expect((await send('c6', 'Thanks!', { seen: newest })).status).toBe(200)
    // One's own unseen messages refuse nothing.
    expect((await send('c6', 'Really.', { seen: newest })).status).toBe(200)
    expect((await send('c6', 'x', { seen: 'unknown' })).status).toBe(404)
  })
})

describe('live updates', () => {
  test('its staff members receive updates until they have handled them; another member’s entries cannot be removed', async () => {
    await talk('l1', { ...both, 'staff-moderator': 'The moderator' })
    const received = async (uid: string) =>
      (await updates(uid)).map(({ payload }) => payload).filter(({ key }) => key === 'l1')
    await send('l1', 'Hello')
    const [entry] = await received('staff-moderator')
    expect(entry).toMatchObject({ key: 'l1', what: 'message', by: me, name: 'The support' })
    expect(await received(me)).toHaveLength(1)
    expect(await received('ana')).toEqual([])
    const handled = (role: 'support' | 'moderator', uid: string) =>
      s.call(role, conversations.handled, { params: { uid, key: String(entry?.entry) } })
    expect((await handled('support', 'staff-moderator')).status).toBe(403)
    expect((await handled('moderator', 'staff-moderator')).status).toBe(200)
    expect((await handled('moderator', 'staff-moderator')).status).toBe(200)
    expect(await received('staff-moderator')).toEqual([])
    expect(await received(me)).toHaveLength(1)
  })

  test('typing is published to the other staff for a while, and leaves no audit row', async () => {
    await talk('l2', { ...both, 'staff-moderator': 'The moderator' })
    const typing = (role: 'support' | 'moderator', id: string) =>
      s.call(role, conversations.typing, { params: { id } })
    expect((await typing('support', 'l2')).status).toBe(200)
    expect(
      await s.query(
        "select topic, until > now() as later from live_events where payload->>'what' = 'typing'",
      ),
    ).toEqual([{ topic: 'conversationUpdates/staff-moderator', later: true }])
    expect(await s.query("select 1 from audit where action = 'conversations.typing'")).toEqual([])
    await talk('l3', { ana: 'Ana', bo: 'Bo' })
    expect((await typing('support', 'l3')).status).toBe(404)
  })
})

describe('read and unread', () => {
  test('[API-77] [ENT-78] is only the caller’s own', async () => {
    await talk('r1', { ...both, 'staff-moderator': 'The moderator' })
    const before = (await s.call('support', conversations.unread, {})).body.data.unread
    const mark = (read_status: 0 | 1) =>
      s.call('support', conversations.setRead, { params: { id: 'r1' }, body: { read_status } })
    expect((await mark(0)).body.data).toEqual({ read_status: 0 })
    expect((await get('r1')).read_status).toBe(0)
    expect((await get('r1', 'moderator')).read_status).toBe(1)
    expect((await s.call('support', conversations.unread, {})).body.data.unread).toBe(before + 1)
    await mark(1)
    expect((await get('r1')).read_status).toBe(1)
    await talk('r2', { ana: 'Ana', bo: 'Bo' })
    expect(
      (await s.call('support', conversations.setRead, { params: { id: 'r2' }, body: { read_status: 1 } }))
        .status,
    ).toBe(404)
  })
})

describe('a long inbox and a long conversation', () => {
  test('is paged by cursor in either order, each row exactly once; names are found in it', async () => {
    await s.query(
      `insert into conversations (id, conversations_messages_id, date)
       select 'many' || i, 'm' || i, '2026-01-01'::timestamptz + make_interval(mins => i % 300) from generate_series(1, 450) i`,
    )
    await s.query(
      `insert into conversation_members (conversation_id, uid, name, read, position, search_name)
       select 'many' || i, who.uid, who.name, i % 3 = 0, 0, who.search
       from generate_series(1, 450) i, lateral (values ('long', 'Long', 'long'), ('other' || i, 'Hannah ' || i, 'hannahQFQ' || i)) as who(uid, name, search)`,
    )
    const all = async (query: { sort?: 'unread'; name?: string }) => {
      const rows: { key: string; read_status: 0 | 1; date: string }[] = []
      for (let cursor: string | undefined; ; ) {
        const answer = await s.call('moderator', conversations.ofUser, {
          params: { uid: 'long' },
          query: { ...query, ...(cursor && { cursor }) },
        })
        expect(answer.status).toBe(200)
        rows.push(...answer.body.data)
        cursor = answer.headers['x-next-cursor'] as string | undefined
        if (!cursor) return rows
      }
    }
    const newest = await all({})
    expect(new Set(newest.map((row) => row.key)).size).toBe(450)
    expect(newest.map((row) => row.date)).toEqual(
      newest
        .map((row) => row.date)
        .sort()
        .reverse(),
    )
    const unread = await all({ sort: 'unread' })
    expect(new Set(unread.map((row) => row.key)).size).toBe(450)
    expect(unread.map((row) => row.read_status).join('')).toBe('0'.repeat(300) + '1'.repeat(150))
    expect((await all({ name: 'hANNAH 44' })).map((row) => row.key).sort()).toEqual(
      ['many44', ...Array.from({ length: 10 }, (_, i) => `many${440 + i}`)].sort(),
    )
    expect(await all({ name: 'long' })).toEqual([])
  })

  test('a conversation is read in parts: before a message, and around one', async () => {
    await talk('deep', both, [['ana', 'first']])
    await s.query(
      `insert into messages (id, conversation_id, sender_id, type, text, date)
       select 'deep-' || lpad(i::text, 5, '0'), 'deep', 'ana', 0, 'n' || i, '2026-02-01'::timestamptz + make_interval(secs => i) from generate_series(1, 2600) i`,
    )
    const ends = (rows: { text: string | null }[]) => [rows.length, rows[0]?.text, rows.at(-1)?.text]
    expect(ends(await read('deep'))).toEqual([1000, 'n1601', 'n2600'])
    expect(ends(await read('deep', { before: 'deep-01601' }))).toEqual([1000, 'n601', 'n1600'])
    expect(ends(await read('deep', { before: 'deep-00601' }))).toEqual([601, 'first', 'n600'])
    const around = await read('deep', { around: 'deep-01000' })
    expect(around.map((message) => message.text)).toContain('n1000')
    expect(ends(around)).toEqual([1000, 'n501', 'n1500'])
    expect(ends(await read('deep', { around: 'deep-02599' }))).toEqual([1000, 'n1601', 'n2600'])
  })

  test('[API-74] two people give their messages, none gives all conversations, one alone is refused', async () => {
    const between = (query: { from?: string; to?: string; cursor?: string }) =>
      s.call('moderator', conversations.between, { query })
    await talk('b1', { 'person-a': 'A', 'person-b': 'B' }, [['person-a', 'Hi']])
    expect((await between({ from: 'person-b', to: 'person-a' })).body.data).toMatchObject([{ text: 'Hi' }])
    expect((await between({ from: 'person-a', to: 'nobody' })).body.data).toEqual([])
    expect((await between({ from: 'person-a' })).status).toBe(400)
    const keys: string[] = []
    for (let cursor: string | undefined; ; ) {
      const answer = await between(cursor ? { cursor } : {})
      keys.push(...answer.body.data.map((one) => ('key' in one ? one.key : '?')))
      cursor = answer.headers['x-next-cursor'] as string | undefined
      if (!cursor) break
    }
    expect(keys).toContain('b1')
    expect(new Set(keys).size).toBe(keys.length)
    const [all] = await s.query<{ n: number }>('select count(*)::int as n from conversations')
    expect(keys).toHaveLength(all?.n ?? 0)
  })

  test('[ENT-80] [ENT-81] a message’s kind, with the picture of an image and the listing of a preview', async () => {
    await talk('kinds', both, [['ana', 'text']])
    const of = { conversation_id: 'kinds', senderID: 'ana' }
    const listing = { postThumbnailImagePath: 'listings/small.jpg', postTitle: 'Bike' }
    await s.make.message(
      { ...of, type: 1, mediaURL: 'messages/one.jpg', date: '2026-02-01' },
      { ...of, type: 2, ...listing, date: '2026-02-02' },
    )
    const date = '2026-02-02T00:00:00.000Z'
    expect(await read('kinds')).toMatchObject([
      { type: 0, text: 'text', senderID: 'ana', author: 'ana', senderDisplayName: 'Ana' },
      { type: 1, mediaURL: 'messages/one.jpg' },
      {
        type: 2,
        postThumbnailImagePath: 'listings/small.jpg',
        postTitle: 'Bike',
        date,
        timestamp: Date.parse(date),
      },
    ])
  })

  test('messages are found over the whole history, by all words, in a person’s own conversations only', async () => {
    await talk('s1', both, [
      ['ana', 'The blue bicycle arrived, thanks'],
      [me, 'Glad that the Bicycle is there!'],
      ['ana', 'Das Fahrrad für Müller'],
    ])
    await talk('s2', { bo: 'Bo', 'staff-moderator': 'The moderator' }, [
      ['bo', 'blue bicycle of somebody else'],
    ])
    const found = async (q: string) =>
      (await s.call('support', conversations.search, { params: { uid: me }, query: { q } })).body.data.map(
        ({ message, conversation }) => [conversation.key, message.text],
      )
    expect(await found('bicycle BLUE')).toEqual([['s1', 'The blue bicycle arrived, thanks']])
    expect(await found('icycl')).toHaveLength(2)
    expect(await found('muller')).toEqual([['s1', 'Das Fahrrad für Müller']])
    expect(await found('100%_')).toEqual([])
    expect(await found('?!')).toEqual([])
    expect(
      (await s.query("select after from audit where action = 'conversations.search' order by id limit 1"))[0],
    ).toEqual({
      after: {
        searched: 'bicycle BLUE',
        shown: { from: '2026-01-01T00:01:00.000Z', to: '2026-01-01T00:01:00.000Z', messages: 1 },
      },
    })
  })
})
