import { type Money, moneyAccounts } from '@portreeve/contract/money/money'
import { expect, test } from 'vitest'
import { moneyOfAll, orderShares, shareLines } from './shares.ts'

const money = (more: Partial<Money>): Money => ({
  ...(Object.fromEntries(moneyAccounts.map((account) => [account, 0])) as Record<
    (typeof moneyAccounts)[number],
    number
  >),
  ...{ left: 0, blocked: [], in_flight: [] },
  ...more,
})
const item = (uid: string, more: Partial<Money>) => ({
  seller: { uid, name: uid.toUpperCase(), blocked: false },
  money: money({ left: -(more.captured ?? 0), ...more }),
})

test('each seller bears what was not sent yet, in one sum per seller; the marketplace bears the rest', () => {
  const shares = orderShares([
    { item: item('ana', { captured: -2000, held: 2000 }), cents: 2000 },
    { item: item('ana', { captured: -1000, held: 1000 }), cents: 500 },
    { item: item('ben', { captured: -3000, paid_out: 3000 }), cents: 3000 },
  ])
  expect(shares).toEqual({
    buyer: 5500,
    sellers: [
      { uid: 'ana', name: 'ANA', cents: -2500 },
      { uid: 'ben', name: 'BEN', cents: 0 },
    ],
    marketplace: -3000,
  })
  expect(shareLines(shares)).toEqual([
    ...['Buyer +$55.00', '\u2068ANA\u2069 −$25.00', '\u2068BEN\u2069 $0.00', 'Marketplace −$30.00'],
  ])
})

test('the money of an order is the sum of its items', () => {
  const sum = moneyOfAll([
    item('ana', { captured: -2000, held: 2000 }),
    item('ben', { captured: -3000, paid_out: 2500, label: 500 }),
  ])
  expect(sum).toMatchObject({ captured: -5000, held: 2000, paid_out: 2500, label: 500, left: 5000 })
  expect(moneyOfAll([])).toEqual(money({}))
})
