import type { Message } from '@portreeve/contract/conversations/conversations'
import { expect, it, vi } from 'vitest'
import { CallFailure } from '../../data/failure.ts'
import { createOutbox, hasArrived, type Outgoing, sentMessage } from './outbox.ts'

const asMessage = ({ key, text }: Outgoing) => ({ id: key, text }) as Message
const settled = () => new Promise((done) => setTimeout(done))

/** An outbox whose attempts the test answers. */
function make(stored: Map<string, string> = new Map()) {
  const attempts: {
    message: Outgoing
    answer: () => Promise<unknown>
    fail: (error: CallFailure) => Promise<unknown>
    /** As leaving the page does: the page has ended before any timer. */
    cutOff: () => Promise<unknown>
  }[] = []
  const sent: string[] = []
  const outbox = createOutbox(
    'outbox:me',
    (message) =>
      new Promise((resolve, reject) => {
        attempts.push({
          message,
          answer: () => {
            resolve(asMessage(message))
            return settled()
          },
          fail: async (error) => {
            vi.useFakeTimers()
            reject(error)
            await vi.advanceTimersByTimeAsync(100)
            vi.useRealTimers()
          },
          cutOff: async () => {
            reject(new CallFailure(0, null))
            await settled()
          },
        })
      }),
    {
      storage: {
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, value) => stored.set(name, value),
        removeItem: (name) => stored.delete(name),
        key: (at) => [...stored.keys()][at] ?? null,
        get length() {
          return stored.size
        },
      },
      sent: (message) => sent.push(message.text ?? ''),
    },
  )
  const write = (text: string, conversation = 'a') =>
    outbox.send({ conversation, recipient: 'ana', sender: null, text, seen: null })
  const states = () => outbox.all().map(({ text, state }) => [text, state])
  return { outbox, attempts, sent, write, states, stored }
}

it('sends one after another within a conversation, and conversations in parallel', async () => {
  const { attempts, sent, write, states } = make()
  write('1')
  write('2')
  write('other', 'b')
  expect(states()).toEqual([
    ['1', 'sending'],
    ['2', 'waiting'],
    ['other', 'sending'],
  ])
  await attempts[0]?.answer()
  expect(attempts.map(({ message }) => message.text)).toEqual(['1', 'other', '2'])
  await attempts[2]?.answer()
  await attempts[1]?.answer()
  expect(sent).toEqual(['1', '2', 'other'])
  expect(states()).toEqual([])
})

it('a failed message stops those behind it; a retry sends all in order with their keys', async () => {
  const { outbox, attempts, sent, write, states } = make()
  write('1')
  write('2')
  await attempts[0]?.fail(new CallFailure(0, null))
  write('3')
  expect(states()).toEqual([
    ['1', 'unsent'],
    ['2', 'unsent'],
    ['3', 'unsent'],
  ])
  outbox.retry('a')
  for (let at = 1; at <= 3; at++) {
    await settled()
    await attempts[at]?.answer()
  }
  expect(sent).toEqual(['1', '2', '3'])
  expect(attempts[1]?.message.key).toBe(attempts[0]?.message.key)
})

it('a message is held when a colleague wrote first; insisting sends it without `seen`, with a new key', async () => {
  const { outbox, attempts, write, sent } = make()
  write('1')
  await attempts[0]?.fail(new CallFailure(409, { error_message: 'Ana wrote 4 seconds ago.' }))
  const [held] = outbox.all()
  expect(held).toMatchObject({ state: 'held', problem: 'Ana wrote 4 seconds ago.' })
  outbox.retry('a')
  await settled()
  expect(attempts).toHaveLength(1)
  outbox.insist(held?.key ?? '')
  await settled()
  expect(attempts[1]?.message.seen).toBeUndefined()
  expect(attempts[1]?.message.key).not.toBe(held?.key)
  await attempts[1]?.answer()
  expect(sent).toEqual(['1'])
})

it('a call that leaving the page cuts off is sent again by the next page, under its key', async () => {
  const first = make()
  first.write('under way')
  await first.attempts[0]?.cutOff()
  const second = make(new Map(first.stored))
  await settled()
  expect(second.attempts[0]?.message.key).toBe(first.attempts[0]?.message.key)
})

it('survives a reload: a message in flight is sent again at once with its key, an unsent one waits', async () => {
  const first = make()
  first.write('under way')
  first.write('stuck', 'b')
  await first.attempts[1]?.fail(new CallFailure(500, null))
  const second = make(first.stored)
  await settled()
  expect(second.attempts.map(({ message }) => [message.text, message.key])).toEqual([
    ['under way', first.attempts[0]?.message.key],
  ])
  expect(second.states()).toEqual([
    ['under way', 'sending'],
    ['stuck', 'unsent'],
  ])
  expect(second.outbox.takeBack(second.outbox.all()[1]?.key ?? '')).toBe('stuck')
  expect(second.outbox.takeBack(second.outbox.all()[0]?.key ?? '')).toBe('')
  expect(second.states()).toEqual([['under way', 'sending']])
})

it('leaves out a stored value that cannot be parsed', () => {
  expect(make(new Map([['outbox:me:1', '{nonsense']])).states()).toEqual([])
})

it('two tabs of one person keep each other’s messages, and a reload has them in their order', async () => {
  const first = make()
  const second = make(first.stored)
  first.write('1')
  second.write('2', 'b')
  first.write('3')
  await first.attempts[0]?.fail(new CallFailure(0, null))
  await second.attempts[0]?.fail(new CallFailure(0, null))
  const texts = make(first.stored)
    .states()
    .map(([text]) => text)
  expect(texts.filter((text) => text !== '2')).toEqual(['1', '3'])
  expect(texts).toContain('2')
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

it('a message whose live event comes before the answer of its call is shown once', () => {
  const sending = { text: 'Goodbye.', seen: 'm1', state: 'sending' } as Outgoing
  const stored = [
    { id: 'm0', text: 'Goodbye.' },
    { id: 'm1', text: 'Hello' },
  ]
  expect(hasArrived(sending, stored)).toBe(false)
  expect(hasArrived(sending, [...stored, { id: 'm2', text: 'Goodbye.' }])).toBe(true)
  expect(hasArrived({ ...sending, seen: null }, [{ id: 'm2', text: 'Goodbye.' }])).toBe(true)
  // What was not sent stays on the screen, also beside the same words.
  expect(hasArrived({ ...sending, state: 'unsent' }, [...stored, { id: 'm2', text: 'Goodbye.' }])).toBe(false)
  expect(hasArrived({ ...sending, seen: undefined }, stored)).toBe(false)
})
