import type { Message } from '@portreeve/contract/conversations'
import { expect, it } from 'vitest'
import { CallFailure } from '../../data/failure.ts'
import { createOutbox, type Outgoing, sentMessage } from './outbox.ts'

const asMessage = ({ key, text }: Outgoing) => ({ id: key, text }) as Message
const settled = () => new Promise((done) => setTimeout(done))

/** An outbox with a server that the test plays. */
function make(stored: Map<string, string> = new Map()) {
  const asked: {
    message: Outgoing
    answer: () => Promise<unknown>
    fail: (error: CallFailure) => Promise<unknown>
  }[] = []
  const sent: string[] = []
  const outbox = createOutbox(
    'outbox:me',
    (message) =>
      new Promise((resolve, reject) => {
        asked.push({
          message,
          answer: () => {
            resolve(asMessage(message))
            return settled()
          },
          fail: (error) => {
            reject(error)
            return settled()
          },
        })
      }),
    {
      storage: {
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, value) => stored.set(name, value),
      },
      sent: (message) => sent.push(message.text ?? ''),
    },
  )
  const write = (text: string, conversation = 'a') =>
    outbox.send({ conversation, recipient: 'ana', text, seen: null })
  const states = () => outbox.all().map(({ text, state }) => [text, state])
  return { outbox, asked, sent, write, states, stored }
}

it('sends one after the other within a conversation, and conversations beside each other', async () => {
  const { asked, sent, write, states } = make()
  write('1')
  write('2')
  write('other', 'b')
  expect(states()).toEqual([
    ['1', 'sending'],
    ['2', 'waiting'],
    ['other', 'sending'],
  ])
  await asked[0]?.answer()
  expect(asked.map(({ message }) => message.text)).toEqual(['1', 'other', '2'])
  await asked[2]?.answer()
  await asked[1]?.answer()
  expect(sent).toEqual(['1', '2', 'other'])
  expect(states()).toEqual([])
})

it('one that does not get through stops those behind it; all are tried again with their keys, in order', async () => {
  const { outbox, asked, sent, write, states } = make()
  write('1')
  write('2')
  await asked[0]?.fail(new CallFailure(0, null))
  write('3')
  expect(states()).toEqual([
    ['1', 'unsent'],
    ['2', 'unsent'],
    ['3', 'unsent'],
  ])
  outbox.retry('a')
  for (let at = 1; at <= 3; at++) {
    await settled()
    await asked[at]?.answer()
  }
  expect(sent).toEqual(['1', '2', '3'])
  expect(asked[1]?.message.key).toBe(asked[0]?.message.key)
})

it('one that somebody else overtook is held with the reason; insisting sends it anew, without asking what was seen', async () => {
  const { outbox, asked, write, sent } = make()
  write('1')
  await asked[0]?.fail(new CallFailure(409, { error_message: 'Ana wrote 4 seconds ago.' }))
  const [held] = outbox.all()
  expect(held).toMatchObject({ state: 'held', problem: 'Ana wrote 4 seconds ago.' })
  outbox.retry('a')
  await settled()
  expect(asked).toHaveLength(1)
  outbox.insist(held?.key ?? '')
  await settled()
  expect(asked[1]?.message.seen).toBeUndefined()
  expect(asked[1]?.message.key).not.toBe(held?.key)
  await asked[1]?.answer()
  expect(sent).toEqual(['1'])
})

it('is kept over a reload: what was under way is tried again at once with its key, what was stuck waits', async () => {
  const first = make()
  first.write('under way')
  first.write('stuck', 'b')
  await first.asked[1]?.fail(new CallFailure(500, null))
  const second = make(first.stored)
  await settled()
  expect(second.asked.map(({ message }) => [message.text, message.key])).toEqual([
    ['under way', first.asked[0]?.message.key],
  ])
  expect(second.states()).toEqual([
    ['under way', 'sending'],
    ['stuck', 'unsent'],
  ])
  expect(second.outbox.takeBack(second.outbox.all()[1]?.key ?? '')).toBe('stuck')
  expect(second.outbox.takeBack(second.outbox.all()[0]?.key ?? '')).toBe('')
  expect(second.states()).toEqual([['under way', 'sending']])
})

it('begins empty where what was kept cannot be read', () => {
  expect(make(new Map([['outbox:me', '{nonsense']])).states()).toEqual([])
})

it('[MSG-45] the typed text stays until the server returns a message; an empty answer does not replace it', () => {
  const typed = {
    id: 'key',
    text: 'Hello',
    senderDisplayName: 'Mo',
    date: '2026-01-05T12:00:00.000Z',
  } as Message
  for (const answer of [null, undefined, {}, 'ok', 7, { text: null, senderDisplayName: null }])
    expect(sentMessage(answer, typed)).toEqual(typed)
  expect(sentMessage({ id: 'm1', text: 'Hello' }, typed)).toEqual({ ...typed, id: 'm1' })
})
