import { api } from '@portreeve/contract'
import { messagesBetween } from '@portreeve/contract/conversations/conversations'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const of = (uid: string) => ({ params: { uid } })

describe('conversations of a person', () => {
  beforeAll(async () => {
    for (const uid of ['ana', 'bo', 'empty', 'seller', 'buyer', 'other']) await s.addUser({ uid })
    await s.query(
      "insert into conversations (id, conversations_messages_id, last_message, date) values ('c1', 'm1', 'Hi', '2026-01-01'), ('c2', 'm2', 'Yo', '2026-01-02')",
    )
    await s.query(
      "insert into conversation_members (conversation_id, uid, name, read, position) values ('c1', 'ana', 'Ana', true, 0), ('c1', 'bo', 'Bo', false, 1), ('c2', 'bo', 'Bo', true, 0), ('c2', 'empty', 'E', true, 1)",
    )
    await s.query(
      "insert into messages (id, conversation_id, sender_id, type, text, date) values ('x2', 'c1', 'bo', 0, 'second', '2026-01-01T00:01:00Z'), ('x1', 'c1', 'ana', 0, 'first', '2026-01-01')",
    )
  })
  test('[API-17] [API-76] [ENT-76] [ENT-77] [ENT-79] [ENT-80] the list and the messages, audited; finance may not read them', async () => {
    const list = await s.call('moderator', api.conversations.ofUser, of('bo'))
    expect(list.body.data.map((one) => [one.key, one.read_status])).toEqual([
      ['c2', 1],
      ['c1', 0],
    ])
    expect(list.body.data[1]).toEqual({
      key: 'c1',
      conversationsMessagesID: 'm1',
      lastMessage: 'Hi',
      date: '2026-01-01T00:00:00.000Z',
      read_status: 0,
      product_id: null,
      participants: ['ana', 'bo'],
      members: { ana: 'Ana', bo: 'Bo' },
      readByUsers: { ana: true, bo: false },
    })
    const read = await s.call('moderator', api.conversations.messages, {
      params: { id: 'c1', messagesId: 'm1' },
    })
    expect(
      read.body.data.map((message) => [
        message.text,
        message.author,
        message.senderDisplayName,
        message.timestamp,
      ]),
    ).toEqual([
      ['first', 'ana', 'Ana', Date.parse('2026-01-01')],
      ['second', 'bo', 'Bo', Date.parse('2026-01-01T00:01:00Z')],
    ])
    expect(
      await s.query("select action, subject_id from audit where action like 'conversations.%' order by id"),
    ).toEqual([
      { action: 'conversations.ofUser', subject_id: 'bo' },
      { action: 'conversations.messages', subject_id: 'c1' },
    ])
    expect((await s.call('finance', api.conversations.ofUser, of('bo'))).status).toBe(403)
    expect(
      (await s.call('moderator', api.conversations.messages, { params: { id: 'c1', messagesId: 'm2' } }))
        .status,
    ).toBe(404)
  })
})

test('[API-48] the messages of two people by both uids, audited; finance may not read them', async () => {
  await s.query(
    "insert into conversations (id, conversations_messages_id, date) values ('d1', 'm1', now()), ('d2', 'm2', now())",
  )
  await s.query(
    "insert into conversation_members (conversation_id, uid, name) values ('d1', 'seller', 'S'), ('d1', 'buyer', 'B'), ('d2', 'seller', 'S'), ('d2', 'other', 'O')",
  )
  await s.query(
    "insert into messages (id, conversation_id, sender_id, text, date) values ('y1', 'd1', 'seller', 'hello', '2026-01-01'), ('y2', 'd1', 'buyer', 'hi', '2026-01-02'), ('y3', 'd2', 'other', 'no', '2026-01-03')",
  )
  const between = (from: string, to: string) =>
    s.call('support', api.conversations.between, { query: { from, to } })
  expect(
    messagesBetween((await between('seller', 'buyer')).body.data).map((message) => [
      message.text,
      message.senderDisplayName,
    ]),
  ).toEqual([
    ['hello', 'S'],
    ['hi', 'B'],
  ])
  expect((await between('buyer', 'seller')).body.data).toHaveLength(2)
  expect((await between('buyer', 'other')).body.data).toEqual([])
  expect(
    await s.query("select count(*)::int as n from audit where action = 'conversations.between'"),
  ).toEqual([{ n: 3 }])
  expect(
    (await s.call('finance', api.conversations.between, { query: { from: 'seller', to: 'buyer' } })).status,
  ).toBe(403)
})
