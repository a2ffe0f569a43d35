import type { Message } from '@portreeve/contract/conversations/conversations'
import { describe, expect, it } from 'vitest'
import { groupsOf } from './groups.ts'

const start = Date.UTC(2026, 0, 5, 12)
const message = (author: string, minutes: number): Message => ({
  senderID: author,
  senderDisplayName: author,
  author,
  type: 0,
  text: `${author} ${minutes}`,
  date: new Date(start + minutes * 60_000).toISOString(),
  timestamp: start + minutes * 60_000,
})
/** Each group as its author, the minutes of its messages, and whether it has a time. */
const shape = (messages: Message[]) =>
  groupsOf(messages).map((group) => [
    group.author,
    group.messages.map(({ timestamp }) => (timestamp - start) / 60_000),
    group.time !== null,
  ])

describe('groups of messages', () => {
  it('[MSG-34] messages of one author less than an hour apart are one group, with the time of the first', () => {
    expect(shape([message('a', 0), message('a', 5), message('a', 64)])).toEqual([['a', [0, 5, 64], true]])
  })

  it('[MSG-65] [MSG-66] another author starts another group, without a time', () => {
    expect(shape([message('a', 0), message('b', 5), message('a', 10), message('a', 69)])).toEqual([
      ['a', [0], true],
      ['b', [5], false],
      ['a', [10, 69], false],
    ])
  })

  it('[MSG-33] [MSG-66] after more than an hour a group has a time, after exactly an hour none (D-096)', () => {
    expect(shape([message('a', 0), message('a', 61), message('a', 121)])).toEqual([
      ['a', [0], true],
      ['a', [61], true],
      ['a', [121], false],
    ])
    expect(shape([message('a', 0), message('b', 60)])).toEqual([
      ['a', [0], true],
      ['b', [60], false],
    ])
  })

  it('the timestamp takes precedence over the date, which is the fallback (D-130)', () => {
    const late = { ...message('a', 0), timestamp: start + 2 * 3_600_000 }
    expect(groupsOf([message('a', 0), late]).map(({ time }) => time)).toEqual([
      '2026-01-05T12:00:00.000Z',
      '2026-01-05T14:00:00.000Z',
    ])
    const bare = ({ timestamp: _, ...rest }: Message) => rest as Message
    expect(groupsOf([bare(message('a', 0)), bare(message('a', 61))])).toHaveLength(2)
  })

  it('a message without an author belongs to its sender', () => {
    const { author: _, ...bare } = message('a', 1)
    expect(groupsOf([message('a', 0), bare as Message])).toHaveLength(1)
  })
})
