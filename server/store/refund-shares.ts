import { type Balances, type Lines, refundLines, sellersAccounts } from '@portreeve/contract/refund-rules'

/** A transaction that a refund may be booked on. Cents. */
export interface Room {
  id: string
  /** The refundable amount. */
  left: number
  /** The same, less this server's refunds in flight. */
  free: number
}

/**
 * Divides a refund of a whole payment over its transactions, largest room first. Refunds in flight
 * keep their room as long as there is other room. An excess goes to the first, where the money strip shows it.
 * @returns cents by transaction; their sum is `cents`
 */
export function shareOut(cents: number, rooms: readonly Room[]): Map<string, number> {
  const shares = new Map<string, number>()
  let remaining = cents
  const give = (id: string, max: number) => {
    const taken = Math.min(remaining, max)
    if (taken <= 0) return
    shares.set(id, (shares.get(id) ?? 0) + taken)
    remaining -= taken
  }
  for (const kind of ['free', 'left'] as const)
    for (const room of [...rooms].sort((a, b) => b[kind] - a[kind]))
      give(room.id, room[kind] - (shares.get(room.id) ?? 0))
  const [first] = rooms
  if (first) give(first.id, remaining)
  return shares
}

const ofSeller = (lines: Lines) => sellersAccounts.reduce((sum, account) => sum + (lines[account] ?? 0), 0)

/**
 * The lines that change the total refunded of a transaction: the seller's unsent money bears it first, then the
 * marketplace, as if only these refunds had ever been made. So a refund that failed later leaves no trace in the shares.
 * @param shown the ledger's figures for these refunds
 * @param cents their new total
 * @param now the account of the seller's unsent money
 */
export function refundsTo(
  balances: Balances,
  shown: Lines,
  cents: number,
  now: (typeof sellersAccounts)[number],
): Lines {
  const bears = Math.max(0, Math.min(cents, ofSeller(balances) - ofSeller(shown)))
  const more = bears + ofSeller(shown)
  const lines: Lines = more > 0 ? refundLines(balances, more) : { [now]: -more }
  lines.refunded = cents - (shown.refunded ?? 0)
  lines.fee = -(lines.refunded + ofSeller(lines))
  return lines
}
