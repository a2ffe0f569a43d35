import { expect, test } from 'vitest'
import { rateWords } from './proposal-rate.ts'

test('a rate says what staff made of the proposals', () => {
  const rate = { call: 'users.ban', accepted: 8, declined: 1, stale: 1, waiting: 2 }
  expect(rateWords(rate)).toBe('8 of 10 accepted, 1 declined, 1 stale, 2 wait')
  expect(rateWords({ ...rate, accepted: 0, declined: 0, stale: 0, waiting: 1 })).toBe(
    'none decided yet, 1 waits',
  )
})
