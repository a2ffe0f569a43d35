import { expect, test } from 'vitest'
import {
  type Burden,
  divide,
  type Fact,
  type Part,
  sellersLines,
  shareOut,
  unsentAfter,
} from './payment-shares.ts'

const room = (id: string, left: number, free = left) => ({ id, left, free })
const shares = (cents: number, rooms: Parameters<typeof shareOut>[1]) => [...shareOut(cents, rooms)]

test('a refund of a payment goes to the largest room first', () => {
  expect(shares(700, [room('a', 200), room('b', 600)])).toEqual([
    ['b', 600],
    ['a', 100],
  ])
  expect(shares(600, [room('a', 200), room('b', 600)])).toEqual([['b', 600]])
})

test('refunds in flight keep their room while there is other room', () => {
  const rooms = [room('a', 900, 100), room('b', 500)]
  expect(shares(600, rooms)).toEqual([
    ['b', 500],
    ['a', 100],
  ])
  expect(shares(700, rooms)).toEqual([
    ['b', 500],
    ['a', 200],
  ])
})

test('an excess goes to the first transaction, and nothing where there is none', () => {
  expect(shares(700, [room('a', 200), room('b', 300)])).toEqual([
    ['b', 300],
    ['a', 400],
  ])
  expect(shares(5, [room('a', 0)])).toEqual([['a', 5]])
  expect(shares(5, [])).toEqual([])
  expect(shares(0, [room('a', 200)])).toEqual([])
})

const burden = (some: Partial<Burden>) => ({ refunded: 0, charged: 0, charged_back: 0, against: 0, ...some })

test('the seller’s unsent money bears refunds and chargebacks until it is used up', () => {
  expect(unsentAfter(900, 1000, burden({ refunded: 300 }))).toBe(600)
  expect(unsentAfter(900, 1000, burden({ refunded: 950 }))).toBe(0)
  expect(unsentAfter(900, 1000, burden({ refunded: 300, charged_back: 700 }))).toBe(0)
  // After the payout the marketplace bears them.
  expect(unsentAfter(0, 1000, burden({ refunded: 400 }))).toBe(0)
})

test('a charged seller owes what the refunds take beyond their money, but no chargeback', () => {
  expect(unsentAfter(900, 1000, burden({ refunded: 1000, charged: 1000 }))).toBe(-100)
  expect(unsentAfter(900, 1000, burden({ refunded: 1000, charged: 900 }))).toBe(-100)
  expect(unsentAfter(900, 1000, burden({ refunded: 1000, charged: 1000, charged_back: 1000 }))).toBe(-100)
})

test('what finance books against the seller comes first, whatever is left; a seller who owes bears nothing more', () => {
  expect(unsentAfter(900, 1000, burden({ against: 200, refunded: 300 }))).toBe(400)
  expect(unsentAfter(100, 1000, burden({ against: 200 }))).toBe(-100)
  expect(unsentAfter(-200, 1000, burden({ refunded: 100 }))).toBe(-200)
})

test('the seller’s money is taken from the longest waiting, and pays a debt first', () => {
  expect(sellersLines({ pending: 100, held: 900 }, -300, 'held')).toEqual({ pending: -100, held: -200 })
  expect(sellersLines({ held: 100 }, -300, 'held')).toEqual({ held: -100, pending: -200 })
  expect(sellersLines({ pending: -200 }, 300, 'held')).toEqual({ pending: 200, held: 100 })
  expect(sellersLines({ held: 5 }, 0, 'held')).toEqual({})
})

const fact = (reference: string, cents: number, more: Partial<Fact> = {}): Fact => ({
  ...{
    reference,
    account: 'refunded',
    cents,
    fee: 0,
    named: null,
    isOurs: false,
    bearer: null,
    created_at: null,
  },
  ...more,
})
const part = (id: string, paid: number, more: Partial<Part> = {}): Part => ({
  ...{ id, paid, refundedBefore: 0, leaving: 0, ...more },
})
const divided = (facts: Fact[], parts: Part[]) =>
  Object.fromEntries([...divide(facts, parts)].map(([id, of]) => [id, Object.fromEntries(of)]))

test('a payment’s refunds and chargebacks share its transactions, whatever their order', () => {
  const facts = [
    fact('du', 3000, { account: 'charged_back' }),
    fact('re_free', 1000),
    fact('re_ours', 800, { named: 'a', isOurs: true }),
    fact('re_named', 500, { named: 'a' }),
  ]
  const due = {
    re_ours: { a: 800 },
    // 200 are left of a, so a refund that names it goes where room is.
    re_named: { b: 500 },
    re_free: { b: 1000 },
    // 200 and 800 are left; the excess is on the first.
    du: { a: 2200, b: 800 },
  }
  const parts = [part('a', 1000), part('b', 2300)]
  expect(divided(facts, parts)).toEqual(due)
  expect(divided(facts.toReversed(), parts)).toEqual(divided(facts, parts))
})

test('refunds before an import are in the opening entry, and those of ours are not', () => {
  const parts = [part('a', 0, { refundedBefore: 1000 }), part('b', 500)]
  expect(divided([fact('re_1', 800), fact('re_2', 400)], parts)).toEqual({ re_1: {}, re_2: { b: 200 } })
  expect(divided([fact('re_1', 800, { named: 'a', isOurs: true })], parts)).toEqual({ re_1: { a: 800 } })
})
