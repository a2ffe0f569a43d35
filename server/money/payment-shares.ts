import { type Lines, sellersAccounts } from '@portreeve/contract/money/refund-rules'
import type { Bearer } from './payment-tables.ts'

/** A refund or chargeback of a payment, as the provider shows it. Cents. */
export interface Fact {
  /** The provider's number. */
  reference: string
  account: 'refunded' | 'charged_back'
  /** 0 after a failure, or when the bank has given everything back. */
  cents: number
  /** The provider's fee for a chargeback. */
  fee: number
  /** The transaction that it names. */
  named: string | null
  /** Whether a refund of ours was made for exactly that transaction. */
  isOurs: boolean
  bearer: Bearer
  created_at: string | null
}

/** A transaction of a payment, without the facts: they may come in any order, so none of them is a starting point. Cents. */
export interface Part {
  id: string
  /** Paid by the buyer, less what left outside the facts, such as an unnumbered correction. */
  paid: number
  /** Refunded before the import: the opening entry has it, so the first refunds of the payment are not booked again. */
  refundedBefore: number
  /** This server's refunds in flight. */
  leaving: number
}

/** A transaction with room for a part of a refund or chargeback. Cents. */
export interface Room {
  id: string
  /** The amount that is left. */
  left: number
  /** The same, less this server's refunds in flight. */
  free: number
}

/** Cents by transaction. */
type Shares = Map<string, number>

/**
 * Divides an amount over the transactions of its payment, largest room first. Refunds in flight
 * keep their room as long as there is other room. An excess goes to the first, where the money strip shows it.
 * @returns cents by transaction; their sum is `cents`
 */
export function shareOut(cents: number, rooms: readonly Room[]): Shares {
  const shares: Shares = new Map()
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

/** Refunds of ours first, as they stay where they were made; then refunds that name a transaction, the others, and chargebacks. */
const rank = ({ account, isOurs, named }: Fact) =>
  account === 'charged_back' ? 3 : isOurs ? 0 : named === null ? 2 : 1

/** One order for one set of facts, whatever the order in which they came. */
export const inOrder = (facts: readonly Fact[]): Fact[] =>
  facts.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.created_at ?? '').localeCompare(b.created_at ?? '') ||
      (a.reference < b.reference ? -1 : 1),
  )

/**
 * Divides all refunds and chargebacks of a payment over its transactions. The result depends on the set of facts only.
 * @param parts in the order of their ids
 * @returns the shares that the ledger has to show, by the number of the fact
 */
export function divide(facts: readonly Fact[], parts: readonly Part[]): Map<string, Shares> {
  const rooms = parts.map(({ id, paid, leaving }) => ({ id, left: paid, free: paid - leaving }))
  const before = parts.map(({ id, refundedBefore }) => ({ id, left: refundedBefore, free: refundedBefore }))
  const divided = new Map<string, Shares>()
  for (const fact of inOrder(facts)) {
    const named = fact.account === 'refunded' ? rooms.find(({ id }) => id === fact.named) : undefined
    let { cents } = fact
    if (fact.account === 'refunded' && !fact.isOurs)
      for (const room of before) {
        const taken = Math.max(0, Math.min(cents, room.left))
        room.left -= taken
        cents -= taken
      }
    const isFixed = named && (fact.isOurs || named.left >= cents)
    const shares = isFixed ? new Map([[named.id, cents]]) : shareOut(cents, rooms)
    for (const room of rooms) {
      const share = shares.get(room.id) ?? 0
      room.left -= share
      room.free -= share
    }
    divided.set(fact.reference, shares)
  }
  return divided
}

/** What a transaction bears of the facts, in cents. */
export interface Burden {
  refunded: number
  /** The part of the refunds with which the seller is charged. */
  charged: number
  charged_back: number
  /** What finance booked against the seller's money, whatever is left of it. */
  against: number
}

/**
 * The seller's unsent money of a transaction. It bears refunds and chargebacks until it is used up; the marketplace bears the
 * remainder. A charged seller owes what the refunds take beyond it.
 * @param before the same money without the facts, less payouts on their way
 * @param paid paid by the buyer
 */
export function unsentAfter(before: number, paid: number, burden: Burden): number {
  const base = before - burden.against
  const { refunded, charged, charged_back } = burden
  const refundable = charged > 0 ? Math.min(refunded, Math.max(paid, charged)) : refunded
  const left = Math.max(base - refundable, Math.min(0, base) - charged)
  return left > 0 ? Math.max(0, left - charged_back) : left
}

export const ofSeller = (lines: Lines): number =>
  sellersAccounts.reduce((sum, account) => sum + (lines[account] ?? 0), 0)

/**
 * The lines that change the seller's unsent money by some cents. What is taken comes from the longest waiting; what comes back
 * pays a debt first.
 * @param free the seller's accounts, less payouts on their way
 * @param now the account of the seller's unsent money
 * @param debtor the account that goes below zero
 */
export function sellersLines(
  free: Lines,
  change: number,
  now: (typeof sellersAccounts)[number],
  debtor: 'pending' | 'held' = 'pending',
): Lines {
  const lines: Lines = {}
  let left = change
  for (const account of sellersAccounts) {
    const has = free[account] ?? 0
    const moved = change < 0 ? -Math.max(0, Math.min(has, -left)) : Math.min(left, has < 0 ? -has : 0)
    if (moved === 0) continue
    lines[account] = moved
    left -= moved
  }
  const rest = change < 0 ? debtor : now
  if (left !== 0) lines[rest] = (lines[rest] ?? 0) + left
  return lines
}
