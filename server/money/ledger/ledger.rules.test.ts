import type { Transaction } from '@portreeve/contract/money/transactions'
import { expect, test } from 'vitest'
import { move } from './ledger.ts'
import { openingBalances } from './standing.ts'

const sold = (...labels: number[]) =>
  openingBalances(
    {
      price: 2000,
      shipping_cost: 500,
      status: 1,
      shipping_status: 1,
      payout_status: 2,
      ship_labels: labels.map((status) => ({ status })),
    } as Transaction,
    true,
  )

test('the opening balance has the cost of a label that is paid, and of no other', () => {
  expect(sold(1)).toMatchObject({ captured: -2500, label: 500, held: 2000 })
  for (const state of [0, 2, 3, 4])
    expect(sold(state)).toMatchObject({ captured: -2500, label: 0, held: 2500 })
  // A label that replaces a cancelled one.
  expect(sold(3, 1)).toMatchObject({ label: 500, held: 2000 })
})

const txn = {
  price: 2000,
  shipping_cost: 500,
  status: 1,
  shipping_status: 3,
  payout_status: 2,
} as Transaction
const opening = (change: Partial<Transaction>) => {
  const balances = openingBalances({ ...txn, ...change }, true)
  expect(Object.values(balances).reduce((sum, cents) => sum + cents, 0)).toBe(0)
  return Object.fromEntries(Object.entries(balances).filter(([, cents]) => cents !== 0))
}

test('an unpaid order has no money', () => {
  expect(new Set(Object.values(openingBalances({ ...txn, payout_status: 1 }, false)))).toEqual(new Set([0]))
})

test('the earnings are pending until delivery, then held, then sent, and frozen by an active dispute', () => {
  expect(opening({})).toEqual({ captured: -2500, pending: 2500 })
  expect(opening({ shipping_cost: null })).toEqual({ captured: -2000, pending: 2000 })
  expect(opening({ shipping_status: 1 })).toEqual({ captured: -2500, held: 2500 })
  expect(opening({ shipping_status: 1, dispute_status: 1 })).toEqual({ captured: -2500, held: 2500 })
  expect(opening({ shipping_status: 1, dispute_status: 2 })).toEqual({ captured: -2500, disputed: 2500 })
  expect(opening({ payout_status: 1, dispute_status: 2 })).toEqual({ captured: -2500, paid_out: 2500 })
})

test('a cancelled or disputed transaction was refunded whole, at the expense of the marketplace if it was paid out', () => {
  for (const status of [3, 5]) {
    expect(opening({ status })).toEqual({ captured: -2500, refunded: 2500 })
    expect(opening({ status, payout_status: 1 })).toEqual({
      captured: -2500,
      refunded: 2500,
      paid_out: 2500,
      fee: -2500,
    })
  }
  for (const status of [2, 4]) expect(opening({ status })).toEqual({ captured: -2500, pending: 2500 })
})

test('a move empties its accounts, and is none where they are empty', () => {
  const balances = openingBalances({ ...txn, shipping_status: 1 }, true)
  expect(move(balances, ['pending', 'held'], 'disputed')).toEqual({ held: -2500, disputed: 2500 })
  expect(move({ ...balances, pending: 100 }, ['pending', 'held'], 'disputed')).toEqual({
    pending: -100,
    held: -2500,
    disputed: 2600,
  })
  expect(move({ ...balances, pending: 70, held: -70 }, ['pending', 'held'], 'disputed')).toEqual({
    pending: -70,
    held: 70,
    disputed: 0,
  })
  expect(move(balances, ['pending'], 'disputed')).toEqual({})
})
