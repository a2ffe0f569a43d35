import type { DisputeCase } from '@portreeve/contract/money/disputes'
import type { Money } from '@portreeve/contract/money/money'
import { refundLines, sellersAccounts } from '@portreeve/contract/money/refund-rules'
import { grouped } from '../../format/money.ts'

/** Each party's part of a decision for the buyer, cents. */
export interface Decision {
  readonly buyer: number
  /** What the seller keeps: already sent, and still to be sent. */
  readonly seller: number
  readonly unsent: number
  /** What the marketplace bears of the refund. */
  readonly marketplace: number
}

/** The consequence of refunding `cents` by the decision of a dispute. The server books the same lines. */
export function decisionOf(money: Money, cents: number): Decision {
  const lines = refundLines(money, cents)
  const unsent = sellersAccounts.reduce((sum, account) => sum + money[account] + (lines[account] ?? 0), 0)
  return {
    buyer: cents,
    seller: unsent + money.paid_out,
    unsent,
    marketplace: -(lines.fee ?? 0),
  }
}

/** The consequence of a decision for the buyer, a sentence for each party. */
export function decisionWords({ buyer, seller, unsent, marketplace }: Decision, currency?: string): string[] {
  return [
    `The buyer gets ${grouped(buyer, currency)} back.`,
    unsent > 0
      ? `The seller keeps ${grouped(seller, currency)}; ${grouped(unsent, currency)} of it becomes payable within 2 hours.`
      : `The seller keeps ${grouped(seller, currency)}.`,
    ...(marketplace > 0 ? [`The marketplace bears ${grouped(marketplace, currency)}.`] : []),
  ]
}

/** What one party gets by an outcome, in words after the amount. */
interface Effect {
  readonly cents: number
  readonly words: string
}

/** What buyer, seller and marketplace get by an outcome, the winner first. For the buyer: all that is left to refund. */
export function effectsOf(
  { buyer, seller }: Pick<DisputeCase, 'buyer' | 'seller'>,
  money: Money,
  side: 'buyer' | 'seller',
): Effect[] {
  const [hers, his] = [buyer.name ?? buyer.uid, seller.name ?? seller.uid]
  if (side === 'seller') {
    const unsent = sellersAccounts.reduce((sum, account) => sum + money[account], 0)
    return [
      unsent > 0
        ? { cents: unsent, words: `is paid to ${his} within 2 hours` }
        : { cents: 0, words: `more is paid to ${his}` },
      { cents: 0, words: `goes back to ${hers}` },
    ]
  }
  const { seller: kept, unsent, marketplace } = decisionOf(money, money.left)
  return [
    { cents: money.left, words: `goes back to ${hers}` },
    unsent > 0
      ? { cents: unsent, words: `is paid to ${his} within 2 hours` }
      : { cents: kept, words: kept > 0 ? `stays with ${his}` : `goes to ${his}` },
    ...(marketplace > 0 ? [{ cents: marketplace, words: 'is borne by us' }] : []),
  ]
}

/** 'For the buyer: $40.00 refunded', 'For the seller', 'Open', 'Resolved' for a dispute of before. */
export function outcomeWords({ status, outcome, refunded_cents, currency }: DisputeCase): string {
  if (status === 2) return 'Open'
  if (outcome === 'buyer')
    return refunded_cents === null
      ? 'For the buyer'
      : `For the buyer: ${grouped(refunded_cents, currency)} refunded`
  return outcome === 'seller' ? 'For the seller' : 'Resolved'
}
