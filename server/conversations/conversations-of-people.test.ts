import { api } from '@portreeve/contract'
import { messagesBetween } from '@portreeve/contract/conversations/conversations'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const of = (uid: string) => ({ params: { uid } })

describe('conversations of a person', () => {
  beforeAll(async () => {
    for (const uid of ['ana', 'bo', 'empty', 'seller', 'buyer', 'other']) await s.addUser({ uid })
    await s.make.conversation(
      { id: 'c1', conversationsMessagesID: 'm1', lastMessage: 'Hi', date: '2026-01-01' },
      { id: 'c2', conversationsMessagesID: 'm2', lastMessage: 'Yo', date: '2026-01-02' },
    )
    await s.make.member(
      { conversation_id: 'c1', uid: 'ana', name: 'Ana', read: true, position: 0 },
      { conversation_id: 'c1', uid: 'bo', name: 'Bo', position: 1 },
      { conversation_id: 'c2', uid: 'bo', name: 'Bo', read: true, position: 0 },
      { conversation_id: 'c2', uid: 'empty', name: 'E', read: true, position: 1 },
    )
    await s.make.message(
      { id: 'x2', conversation_id: 'c1', senderID: 'bo', text: 'second', date: '2026-01-01T00:01:00Z' },
      { id: 'x1', conversation_id: 'c1', senderID: 'ana', text: 'first', date: '2026-01-01' },
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
    const shown = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:01:00.000Z', messages: 2 }
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
      await s.query(
        "select action, subject_id, after from audit where action like 'conversations.%' order by id",
      ),
    ).toEqual([
      { action: 'conversations.ofUser', subject_id: 'bo', after: null },
      { action: 'conversations.messages', subject_id: 'c1', after: { shown } },
    ])
    expect((await s.call('finance', api.conversations.ofUser, of('bo'))).status).toBe(403)
    expect(
      (await s.call('moderator', api.conversations.messages, { params: { id: 'c1', messagesId: 'm2' } }))
        .status,
    ).toBe(404)
  })
})

test('[API-48] the messages of two people by both uids, audited; finance may not read them', async () => {
  await s.make.conversation({ id: 'd1' }, { id: 'd2' })
  await s.make.member(
    { conversation_id: 'd1', uid: 'seller', name: 'S' },
    { conversation_id: 'd1', uid: 'buyer', name: 'B' },
    { conversation_id: 'd2', uid: 'seller', name: 'S' },
    { conversation_id: 'd2', uid: 'other', name: 'O' },
  )
  await s.make.message(
    { conversation_id: 'd1', senderID: 'seller', text: 'hello', date: '2026-01-01' },
    { conversation_id: 'd1', senderID: 'buyer', text: 'hi', date: '2026-01-02' },
    { conversation_id: 'd2', senderID: 'other', text: 'no', date: '2026-01-03' },
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
  const shown = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z', messages: 2 }
  expect(await s.query("select after from audit where action = 'conversations.between' order by id")).toEqual(
    [{ after: { with: 'buyer', shown } }, { after: { with: 'seller', shown } }, { after: { with: 'other' } }],
  )
  expect(
    (await s.call('finance', api.conversations.between, { query: { from: 'seller', to: 'buyer' } })).status,
  ).toBe(403)
})
