import type { Conversation } from '@portreeve/contract/conversations/conversations'
import { describe, expect, it } from 'vitest'
import { recipientOf, shownConversations } from './conversations.ts'

const conversation = (key: string, name: string, day: number, read: 0 | 1): Conversation => ({
  key,
  conversationsMessagesID: `m-${key}`,
  lastMessage: null,
  date: new Date(Date.UTC(2026, 0, day)).toISOString(),
  read_status: read,
  participants: ['me', key],
  members: { me: 'Me', [key]: name },
  readByUsers: {},
})
const all = [
  conversation('a', 'Anna', 2, 1),
  conversation('b', 'Bert', 4, 1),
  conversation('c', 'Hannah', 1, 0),
  conversation('d', 'Dora', 3, 0),
]
const keys = (search: string, sort: 'left' | 'center') =>
  shownConversations(all, 'me', { search, sort }).map(({ key }) => key)

describe('the inbox', () => {
  it('[MSG-15] All: newest first', () => expect(keys('', 'left')).toEqual(['b', 'd', 'a', 'c']))
  it('[MSG-16] Unread: unread before read, each newest first', () =>
    expect(keys('', 'center')).toEqual(['d', 'c', 'b', 'a']))
  it('[MSG-17] [MSG-18] searches for a part of the recipient’s name, in any case', () => {
    expect(keys('aNN', 'left')).toEqual(['a', 'c'])
    expect(keys(' ', 'left')).toHaveLength(4)
    expect(keys('me', 'left')).toEqual([])
  })
  it('[MSG-21] the recipient is the other participant, from either side', () => {
    const [first] = all
    expect(first && recipientOf(first, 'me')).toEqual({ uid: 'a', name: 'Anna' })
    expect(first && recipientOf(first, 'a')).toEqual({ uid: 'me', name: 'Me' })
    expect(recipientOf({ members: { me: 'Me', b: 'Bert' } }, 'me')).toEqual({ uid: 'b', name: 'Bert' })
    expect(recipientOf({ participants: ['b', 'me'] }, 'me')).toEqual({ uid: 'b', name: null })
  })
})
