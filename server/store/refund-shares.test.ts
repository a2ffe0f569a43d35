import { moneyAccounts } from '@portreeve/contract/money'
import type { Balances, Lines } from '@portreeve/contract/refund-rules'
import { expect, test } from 'vitest'
import { refundsTo, shareOut } from './refund-shares.ts'

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

const balances = (some: Lines) =>
  ({ ...Object.fromEntries(moneyAccounts.map((account) => [account, 0])), ...some }) as Balances

test('a refund takes the unsent money of the seller, then that of the marketplace', () => {
  const before = balances({ captured: -1000, held: 900, fee: 100 })
  expect(refundsTo(before, {}, 300, 'held')).toEqual({ refunded: 300, held: -300, fee: -0 })
  expect(refundsTo(before, {}, 950, 'held')).toEqual({ refunded: 950, held: -900, fee: -50 })
  expect(refundsTo(balances({ captured: -1000, paid_out: 900, fee: 100 }), {}, 400, 'held')).toEqual({
    refunded: 400,
    fee: -400,
    held: -0,
  })
})

test('the shares after a lower total are those of that total alone', () => {
  const before = balances({ captured: -1000, held: 0, fee: 50, refunded: 950 })
  const shown = { refunded: 950, held: -900, fee: -50 }
  // 950 became 300: the seller bore 900 of it and bears 300, the marketplace nothing.
  expect(refundsTo(before, shown, 300, 'held')).toEqual({ refunded: -650, held: 600, fee: 50 })
  // All refunds failed, and the money has become pending.
  expect(refundsTo(before, shown, 0, 'pending')).toEqual({ refunded: -950, pending: 900, fee: 50 })
})

test('a seller who owes bears nothing more', () => {
  expect(refundsTo(balances({ held: -200 }), {}, 100, 'held')).toEqual({ refunded: 100, held: -0, fee: -100 })
})
