import type { MoneyAccount } from './money.ts'

/** Cents by account. */
export type Balances = Readonly<Record<MoneyAccount, number>>
/** The amounts that a movement adds to accounts, cents. */
export type Lines = Partial<Record<MoneyAccount, number>>

/** The accounts with the seller's unsent money, in the order in which a refund takes from them. */
export const sellersAccounts = ['pending', 'held', 'disputed'] as const

/**
 * Divides a refund between seller and marketplace: the seller's unsent money first, longest waiting first. The remainder is
 * the marketplace's, or the charged seller's, whose account then goes below zero. The server books these lines; the console
 * previews them.
 */
export function refundLines(balances: Balances, cents: number, chargeSeller = false): Lines {
  const lines: Lines = { refunded: cents }
  let left = cents
  for (const account of sellersAccounts) {
    const taken = Math.max(0, Math.min(balances[account], left))
    if (taken > 0) lines[account] = -taken
    left -= taken
  }
  if (left > 0) {
    const bears = chargeSeller ? 'pending' : 'fee'
    lines[bears] = (lines[bears] ?? 0) - left
  }
  return lines
}

/** How a cancellation that refunds `cents` charges the seller, if at all. */
export function sellerCharge(balances: Balances, cents: number, chargeSeller: boolean) {
  return {
    /** Cents charged back of the amount already sent. */
    takeBack: chargeSeller ? Math.max(0, Math.min(balances.paid_out, cents)) : 0,
    /** A seller who has received no payout yet bears the whole refund. */
    bearsAll: chargeSeller && balances.paid_out <= 0,
  }
}
