import { type Money, moneyAccounts } from '@portreeve/contract/money/money'
import type { OrderItem } from '@portreeve/contract/money/orders'
import { gain } from '../../format/money.ts'
import { orNull } from '../../format/words.ts'
import { refundShares } from '../transactions/consequence.ts'

/** A refund of one item of several, cents. */
export interface ItemRefund {
  readonly item: Pick<OrderItem, 'seller' | 'money'>
  readonly cents: number
}

/** What each party gains or loses by a refund of several items, cents: the sum of the items' shares, which the server books. */
export function orderShares(refunds: readonly ItemRefund[]) {
  const sellers = new Map<string, { uid: string; name: string | null; cents: number }>()
  let [buyer, marketplace] = [0, 0]
  for (const { item, cents } of refunds) {
    const shares = refundShares(item.money, cents)
    const { uid, name } = item.seller
    sellers.set(uid, { uid, name, cents: (sellers.get(uid)?.cents ?? 0) + shares.seller })
    buyer += shares.buyer
    marketplace += shares.marketplace
  }
  return { buyer, sellers: [...sellers.values()], marketplace }
}

/** 'Buyer +$18.40', 'Anna Berg −$18.40', 'Marketplace $0.00': a line for each party. */
export function shareLines(
  { buyer, sellers, marketplace }: ReturnType<typeof orderShares>,
  currency?: string,
): string[] {
  return [
    `Buyer ${gain(buyer, currency)}`,
    // Isolated: a name may run from right to left, its amount does not.
    ...sellers.map(({ name, cents }) => `\u2068${orNull(name)}\u2069 ${gain(cents, currency)}`),
    `Marketplace ${gain(marketplace, currency)}`,
  ]
}

/** The money of all items by account. */
export function moneyOfAll(items: readonly Pick<OrderItem, 'money'>[]): Money {
  const sum = (of: (money: Money) => number) => items.reduce((all, { money }) => all + of(money), 0)
  return {
    ...(Object.fromEntries(
      moneyAccounts.map((account) => [account, sum((money) => money[account])]),
    ) as Record<(typeof moneyAccounts)[number], number>),
    // One order has one currency.
    currency: items[0]?.money.currency,
    left: sum(({ left }) => left),
    blocked: [],
    in_flight: items.flatMap(({ money }) => money.in_flight),
  }
}
