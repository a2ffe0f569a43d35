import type { Money } from '@portreeve/contract/transactions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancelShares, inWords, refundShares } from './consequence.ts'

const money = (change: Partial<Money>): Money => ({
  captured: -2500,
  fee: 0,
  label: 0,
  refunded: 0,
  pending: 0,
  held: 0,
  paid_out: 0,
  disputed: 0,
  left: 2500,
  blocked: [],
  in_flight: [],
  ...change,
})

describe('a partial refund', () => {
  it('is borne by what the seller was not sent yet', () => {
    const shares = refundShares(money({ pending: 1840, left: 1840 }), 1840)
    expect(inWords(shares)).toBe('Buyer +$18.40, seller −$18.40, left after: $0.00')
  })

  it('beyond that by the marketplace', () => {
    const shares = refundShares(money({ pending: 500, held: 300, label: 1700 }), 1000)
    expect(inWords(shares)).toBe('Buyer +$10.00, seller −$8.00, marketplace −$2.00, left after: $15.00')
  })

  it('by the marketplace alone once the seller was paid', () => {
    const shares = refundShares(money({ paid_out: 2500 }), 500)
    expect(inWords(shares)).toBe('Buyer +$5.00, marketplace −$5.00, left after: $20.00')
  })
})

describe('a cancellation', () => {
  it('gives the buyer what is left', () => {
    expect(inWords(cancelShares(money({ pending: 2000, label: 500 }), false))).toBe(
      'Buyer +$25.00, seller −$20.00, marketplace −$5.00, left after: $0.00',
    )
  })

  it('lets a charged seller bear all of it', () => {
    expect(inWords(cancelShares(money({ pending: 2000, label: 500 }), true))).toBe(
      'Buyer +$25.00, seller −$25.00, left after: $0.00',
    )
  })

  it('takes back what the seller was sent, and no more than that', () => {
    expect(inWords(cancelShares(money({ paid_out: 2000, label: 500 }), true))).toBe(
      'Buyer +$25.00, seller −$20.00, marketplace −$5.00, left after: $0.00',
    )
    expect(inWords(cancelShares(money({ paid_out: 2000, label: 500 }), false))).toBe(
      'Buyer +$25.00, marketplace −$25.00, left after: $0.00',
    )
  })
})

it('nothing is made and nothing is lost', () => {
  const cents = fc.integer({ min: -10_000, max: 10_000 })
  fc.assert(
    fc.property(
      cents,
      cents,
      cents,
      cents,
      fc.nat(10_000),
      fc.boolean(),
      (pending, held, disputed, paid_out, left, charge) => {
        const all = money({ pending, held, disputed, paid_out, left })
        for (const { buyer, seller, marketplace } of [refundShares(all, left), cancelShares(all, charge)])
          expect(buyer + seller + marketplace).toBe(0)
      },
    ),
  )
})
