import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { expect, it } from 'vitest'
import { waitOf } from './wait.ts'

const office: InboxSettings = {
  ...{ first_answer_minutes: 240, resolution_minutes: null, weekdays: [1, 2, 3, 4, 5] },
  ...{ opens_at: '09:00', closes_at: '17:00', time_zone: 'UTC' },
}
// Monday
const since = '2026-01-05T09:00:00.000Z'
const at = (time: string) => waitOf(since, office, new Date(`2026-01-05T${time}:00Z`))

it('a wait is amber from three quarters of the target on and red after it, in words too', () => {
  expect(at('11:59')).toEqual({ words: 'Waiting 2 h 59 min, target 4 h', tone: 'quiet' })
  expect(at('12:00')).toEqual({ words: 'Waiting 3 h, target 4 h: soon late', tone: 'caution' })
  expect(at('13:00')?.tone).toBe('caution')
  expect(at('13:01')).toEqual({ words: 'Waiting 4 h 1 min, target 4 h: late', tone: 'alarm' })
})

it('nights and weekends do not count', () => {
  const friday = '2026-01-02T16:30:00.000Z'
  expect(waitOf(friday, office, new Date('2026-01-05T09:30:00Z'))?.words).toBe('Waiting 1 h, target 4 h')
})

it('without a target or settings the wait stands alone, and no wait is none', () => {
  const now = new Date('2026-01-05T12:00:00Z')
  expect(waitOf(since, { ...office, first_answer_minutes: null }, now)?.words).toBe('Waits 3 hours')
  expect(waitOf(since, undefined, now)).toEqual({ words: 'Waits 3 hours', tone: 'caution' })
  expect([waitOf(null, office, now), waitOf(since, undefined, new Date(0))?.words]).toEqual([
    null,
    'Waits 0 minutes',
  ])
})
