import { type Balances, type Lines, refundLines, sellersAccounts } from '@portreeve/contract/refund-rules'

/** A transaction that a refund may be booked on. Cents. */
export interface Room {
  id: string
  /** What is left to refund. */
  left: number
  /** The same, less what refunds of ours that are on their way will take. */
  free: number
}

/**
 * Divides a refund of a whole payment over its transactions, those with most room first. Refunds that are on their way
 * keep their room as long as there is other room. What exceeds all of them goes to the first, where the strip shows it.
 * @returns cents by transaction; their sum is `cents`
 */
export function shareOut(cents: number, rooms: readonly Room[]): Map<string, number> {
  const shares = new Map<string, number>()
  let rest = cents
  const give = (id: string, most: number) => {
    const taken = Math.min(rest, most)
    if (taken <= 0) return
    shares.set(id, (shares.get(id) ?? 0) + taken)
    rest -= taken
  }
  for (const kind of ['free', 'left'] as const)
    for (const room of [...rooms].sort((a, b) => b[kind] - a[kind]))
      give(room.id, room[kind] - (shares.get(room.id) ?? 0))
  const [first] = rooms
  if (first) give(first.id, rest)
  return shares
}

const ofSeller = (lines: Lines) => sellersAccounts.reduce((sum, account) => sum + (lines[account] ?? 0), 0)

/**
 * The lines that change what refunds of a transaction come to: the seller's unsent money bears them, the rest the
 * marketplace, as if only these refunds had ever been made. So it does not matter that another one failed later.
 * @param shown what the ledger shows of these refunds
 * @param cents what they are to come to
 * @param now the account that the seller's unsent money is on
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
