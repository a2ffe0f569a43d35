import type { Money } from '@portreeve/contract/money/money'
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
  charged_back: 0,
  provider_fee: 0,
  left: 2500,
  blocked: [],
  in_flight: [],
  ...change,
})

describe('a partial refund', () => {
  it("is borne by the seller's unsent money", () => {
    const shares = refundShares(money({ pending: 1840, left: 1840 }), 1840)
    expect(inWords(shares)).toBe('Buyer +$18.40, seller −$18.40, left after: $0.00')
  })

  it('is borne beyond that by the marketplace', () => {
    const shares = refundShares(money({ pending: 500, held: 300, label: 1700 }), 1000)
    expect(inWords(shares)).toBe('Buyer +$10.00, seller −$8.00, marketplace −$2.00, left after: $15.00')
  })

  it('is borne by the marketplace alone after the payout', () => {
    const shares = refundShares(money({ paid_out: 2500 }), 500)
    expect(inWords(shares)).toBe('Buyer +$5.00, marketplace −$5.00, left after: $20.00')
  })
})

describe('a cancellation', () => {
  it('refunds the remaining amount to the buyer', () => {
    expect(inWords(cancelShares(money({ pending: 2000, label: 500 }), false))).toBe(
      'Buyer +$25.00, seller −$20.00, marketplace −$5.00, left after: $0.00',
    )
  })

  it('is borne by a charged seller in full', () => {
    expect(inWords(cancelShares(money({ pending: 2000, label: 500 }), true))).toBe(
      'Buyer +$25.00, seller −$25.00, left after: $0.00',
    )
  })

  it('charges back at most the amount sent to the seller', () => {
    expect(inWords(cancelShares(money({ paid_out: 2000, label: 500 }), true))).toBe(
      'Buyer +$25.00, seller −$20.00, marketplace −$5.00, left after: $0.00',
    )
    expect(inWords(cancelShares(money({ paid_out: 2000, label: 500 }), false))).toBe(
      'Buyer +$25.00, marketplace −$25.00, left after: $0.00',
    )
  })
})

it('the shares sum to zero', () => {
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
