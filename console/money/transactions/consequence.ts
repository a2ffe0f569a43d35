import type { Money } from '@portreeve/contract/money/money'
import {
  type Lines,
  refundLines,
  sellerCharge,
  sellersAccounts,
} from '@portreeve/contract/money/refund-rules'
import { dollars, gain } from '../../format/money.ts'

/** Each party's gain or loss, cents. */
export interface Shares {
  readonly buyer: number
  readonly seller: number
  readonly marketplace: number
  /** The refundable amount afterwards. */
  readonly left: number
}

/** The shares from a refund's lines. */
function shares(lines: Lines, cents: number, left: number, takeBack = 0): Shares {
  const seller = sellersAccounts.reduce((sum, account) => sum + (lines[account] ?? 0), 0)
  return { buyer: cents, seller: seller - takeBack, marketplace: (lines.fee ?? 0) + takeBack, left }
}

/** The shares of a partial refund. */
export const refundShares = (money: Money, cents: number): Shares =>
  shares(refundLines(money, cents), cents, money.left - cents)

/** The shares of a cancellation, which refunds the remaining amount. A charged seller also returns the sent amount. */
export function cancelShares(money: Money, chargeSeller: boolean): Shares {
  const { takeBack, bearsAll } = sellerCharge(money, money.left, chargeSeller)
  return shares(refundLines(money, money.left, bearsAll), money.left, 0, takeBack)
}

/** 'Buyer +$18.40, seller −$18.40, left after: $0.00' */
export function inWords({ buyer, seller, marketplace, left }: Shares, currency?: string): string {
  const parts = [
    `Buyer ${gain(buyer, currency)}`,
    (seller !== 0 || marketplace === 0) && `seller ${gain(seller, currency)}`,
    marketplace !== 0 && `marketplace ${gain(marketplace, currency)}`,
    `left after: ${dollars(left, currency)}`,
  ]
  return parts.filter(Boolean).join(', ')
}
