import type { InboxConversation } from '@portreeve/contract/inbox'
import { expect, it } from 'vitest'
import { countWords, fieldTime, fitsView, personOf, snoozeTimes } from './words.ts'

it('snoozes end in the future: this evening only before five, Monday never today', () => {
  const labels = (now: Date) => snoozeTimes(now).map(({ label }) => label)
  const monday = new Date(2026, 0, 5, 10, 30)
  expect(labels(monday)).toContain('Until this evening')
  expect(labels(new Date(2026, 0, 5, 17, 0))).not.toContain('Until this evening')
  for (let day = 5; day < 12; day++) {
    const now = new Date(2026, 0, day, 23, 59)
    for (const { until } of snoozeTimes(now)) expect(until.getTime()).toBeGreaterThan(now.getTime())
    expect(snoozeTimes(now).at(-1)?.until.getDay()).toBe(1)
  }
  expect(snoozeTimes(monday).at(-1)?.until).toEqual(new Date(2026, 0, 12, 9, 0))
  expect(fieldTime(monday)).toBe('2026-01-05T10:30')
})

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
