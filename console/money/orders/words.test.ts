import { expect, it } from 'vitest'
import { flagsOf } from './words.ts'

const plain = { refunded: 0, dispute_open: false, chargeback_open: false, waiting: false, late: null }

it('says what needs attention in words, the most urgent first', () => {
  expect(flagsOf(plain)).toEqual([])
  expect(
    flagsOf({
      ...{ refunded: 126_400, dispute_open: true, chargeback_open: true, waiting: true },
      late: { kind: 'not_shipped', days: 6 },
    }),
  ).toEqual([
    { word: 'Chargeback', tone: 'bad' },
    { word: 'Disputed', tone: 'bad' },
    { word: 'Late: not shipped, 6 days', tone: 'caution' },
    { word: 'Refund waits for approval', tone: 'caution' },
    { word: 'Refunded $1,264.00', tone: 'quiet' },
  ])
  expect(flagsOf({ ...plain, late: { kind: 'in_transit', days: 1 } })[0]?.word).toBe(
    'Late: in transit, 1 day',
  )
})
