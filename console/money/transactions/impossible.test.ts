import type { Money } from '@portreeve/contract/money/money'
import { expect, it } from 'vitest'
import { refundImpossible } from './impossible.ts'

const money = (change: Partial<Money>) => ({ left: 2500, blocked: [], ...change }) as unknown as Money

it('a refund is impossible while something blocks it, and when nothing is left', () => {
  expect(refundImpossible({ status: 2 }, money({}))).toBeNull()
  expect(refundImpossible({ status: 2 }, money({ blocked: ['a dispute is open'] }))).toBe(
    'No refund or cancellation now: a dispute is open.',
  )
  expect(refundImpossible({ status: 2 }, money({ left: 0 }))).toMatch('everything is refunded')
  expect(refundImpossible({ status: 3 }, money({ left: 0 }))).toMatch('it is cancelled and refunded')
})
