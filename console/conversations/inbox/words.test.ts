import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { expect, it } from 'vitest'
import { countWords, fitsView, personOf } from './words.ts'

it('a conversation that is closed or snoozed leaves the open views', () => {
  expect(fitsView('mine', 'closed')).toBe(false)
  expect(fitsView('unassigned', 'snoozed')).toBe(false)
  expect(fitsView('closed', 'closed')).toBe(true)
  expect(fitsView('snoozed', 'open')).toBe(false)
  expect(fitsView('all', 'closed')).toBe(true)
  expect(fitsView('mentioned', 'snoozed')).toBe(true)
})

it('counts stop at 999', () => {
  expect([countWords(0), countWords(999), countWords(1000)]).toEqual(['0', '999', '999+'])
})

it('the person is the first member who is not the account', () => {
  const item = {
    account: { uid: 'support' },
    conversation: { participants: ['support', 'ana'], members: { support: 'Support', ana: null } },
  }
  expect(personOf(item as unknown as InboxConversation)).toEqual({ uid: 'ana', name: null })
})
