import type { DisputeCase } from '@portreeve/contract/money/disputes'
import type { Money } from '@portreeve/contract/money/money'
import { expect, test } from 'vitest'
import { decisionOf, decisionWords, effectsOf, outcomeWords } from './outcome.ts'

const money: Money = {
  ...{ captured: -126_400, fee: 6_320, label: 0, refunded: 0, pending: 0, held: 0, paid_out: 0 },
  ...{ disputed: 120_080, charged_back: 0, provider_fee: 0, left: 126_400, blocked: [], in_flight: [] },
}

test('a part for the buyer comes from the frozen money, and the seller keeps the rest', () => {
  expect(decisionWords(decisionOf(money, 40_000))).toEqual([
    'The buyer gets $400.00 back.',
    'The seller keeps $800.80; $800.80 of it becomes payable within 2 hours.',
  ])
})

test('what the seller’s money does not cover is the marketplace’s', () => {
  expect(decisionWords(decisionOf(money, 126_400))).toEqual([
    'The buyer gets $1,264.00 back.',
    'The seller keeps $0.00.',
    'The marketplace bears $63.20.',
  ])
})

test('money that was sent stays with the seller', () => {
  const sent = { ...money, disputed: 0, paid_out: 120_080 }
  expect(decisionWords(decisionOf(sent, 10_000))).toEqual([
    'The buyer gets $100.00 back.',
    'The seller keeps $1,200.80.',
    'The marketplace bears $100.00.',
  ])
})

test('the outcome of a dispute in words', () => {
  const words = (dispute: Partial<DisputeCase>) =>
    outcomeWords({ status: 1, outcome: null, refunded_cents: null, ...dispute } as DisputeCase)
  expect(words({ status: 2 })).toBe('Open')
  expect(words({})).toBe('Resolved')
  expect(words({ outcome: 'seller' })).toBe('For the seller')
  expect(words({ outcome: 'buyer', refunded_cents: 4_000 })).toBe('For the buyer: $40.00 refunded')
})

test('each outcome has what the parties get by it, the winner first', () => {
  const people = { buyer: { uid: 'b', name: 'Lena' }, seller: { uid: 's', name: null } }
  const effects = (of: Money, side: 'buyer' | 'seller') =>
    effectsOf(people, of, side).map(({ cents, words }) => `${cents} ${words}`)
  expect(effects(money, 'buyer')).toEqual(['126400 goes back to Lena', '0 goes to s', '6320 is borne by us'])
  expect(effects(money, 'seller')).toEqual(['120080 is paid to s within 2 hours', '0 goes back to Lena'])
  const sent = { ...money, disputed: 0, paid_out: 120_080 }
  expect(effects(sent, 'buyer')[1]).toBe('120080 stays with s')
  expect(effects(sent, 'seller')[0]).toBe('0 more is paid to s')
})
