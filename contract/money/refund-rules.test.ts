import { expect, test } from 'vitest'
import { moneyAccounts } from './money.ts'
import { type Balances, refundLines, sellerCharge } from './refund-rules.ts'

const balances = (some: Partial<Balances>) =>
  ({ ...Object.fromEntries(moneyAccounts.map((account) => [account, 0])), ...some }) as Balances

test('a refund takes the pending money first, then the held, then the disputed', () => {
  const seller = balances({ pending: 300, held: 200, disputed: 100 })
  expect(refundLines(seller, 100)).toEqual({ refunded: 100, pending: -100 })
  expect(refundLines(seller, 300)).toEqual({ refunded: 300, pending: -300 })
  expect(refundLines(seller, 450)).toEqual({ refunded: 450, pending: -300, held: -150 })
  expect(refundLines(seller, 600)).toEqual({ refunded: 600, pending: -300, held: -200, disputed: -100 })
})

test('the marketplace bears the rest of a refund, or the charged seller does, whose account goes below zero', () => {
  const seller = balances({ pending: 300, held: 200 })
  expect(refundLines(seller, 650)).toEqual({ refunded: 650, pending: -300, held: -200, fee: -150 })
  expect(refundLines(seller, 650, true)).toEqual({ refunded: 650, pending: -450, held: -200 })
  expect(refundLines(balances({}), 50, true)).toEqual({ refunded: 50, pending: -50 })
})

test('a refund takes nothing from an account below zero', () => {
  expect(refundLines(balances({ pending: -40, held: 100 }), 60)).toEqual({ refunded: 60, held: -60 })
})

test('a charged seller gives back what was sent, at most the refund', () => {
  expect(sellerCharge(balances({ paid_out: 500 }), 300, true)).toEqual({ takeBack: 300, bearsAll: false })
  expect(sellerCharge(balances({ paid_out: 200 }), 300, true)).toEqual({ takeBack: 200, bearsAll: false })
})

test('a charged seller without a payout bears the whole refund, and one who is not charged nothing', () => {
  for (const paid_out of [0, -100])
    expect(sellerCharge(balances({ paid_out }), 300, true)).toEqual({ takeBack: 0, bearsAll: true })
  expect(sellerCharge(balances({ paid_out: 500 }), 300, false)).toEqual({ takeBack: 0, bearsAll: false })
  expect(sellerCharge(balances({}), 300, false)).toEqual({ takeBack: 0, bearsAll: false })
})
