import type { Money, MoneyAccount } from '@portreeve/contract/money/money'
import type { Movement } from '@portreeve/contract/money/refunds'
import type { TimelineEntry } from '@portreeve/contract/staff/audit'
import type { Flag } from '../orders/words.ts'
import type { Facts } from '../transactions/progress.ts'
import { isBy, type Loaded } from './moments.ts'

/** The accounts that only movements change, with the sign of each kind. */
const kinds = {
  refunded: { refund: 1, cancel: 1, dispute_refund: 1 },
  paid_out: { payout: 1, seller_charge: -1 },
  charged_back: { chargeback: 1 },
  provider_fee: { chargeback_fee: 1 },
} as const satisfies Partial<Record<MoneyAccount, Partial<Record<Movement['kind'], 1 | -1>>>>
export type ProvenAccount = keyof typeof kinds
const proven = Object.keys(kinds) as ProvenAccount[]

/** What an account had by then, cents: the sum of its settled movements. */
function sumOf(account: ProvenAccount, movements: readonly Movement[], then: number): number {
  const signs: Partial<Record<Movement['kind'], 1 | -1>> = kinds[account]
  return movements
    .filter(({ state, settled_at, created_at }) => state === 'done' && isBy(settled_at ?? created_at, then))
    .reduce((sum, { kind, amount }) => sum + (signs[kind] ?? 0) * (amount ?? 0), 0)
}

/** The money as it was, as far as the movements prove it. */
export interface MoneyThen {
  readonly paid: number
  readonly accounts: Readonly<Partial<Record<ProvenAccount, number>>>
  /** Accounts whose movements do not sum up to what they have now: nothing proves what they had then. */
  readonly unproven: readonly ProvenAccount[]
  /** What had neither been sent nor given back; below zero, what more went out than was paid. Null without proof. */
  readonly rest: number | null
}

/** The money by then. What each kind of movement sums up to now must be what its account has now. */
export function moneyThen(money: Money, movements: readonly Movement[], then: number): MoneyThen {
  const isProven = (account: ProvenAccount) =>
    sumOf(account, movements, Number.POSITIVE_INFINITY) === money[account]
  const unproven = proven.filter((account) => !isProven(account))
  const accounts = Object.fromEntries(
    proven.filter(isProven).map((account) => [account, sumOf(account, movements, then)]),
  )
  const gone = Object.values(accounts).reduce((sum, cents) => sum + cents, 0)
  return {
    paid: -money.captured,
    accounts,
    unproven,
    rest: unproven.length > 0 ? null : -money.captured - gone,
  }
}

/** How far the parcel was, by its dated facts; null where they say nothing. */
export function parcelThen(
  { txn }: Loaded,
  then: number,
): 'Delivered' | 'Label bought' | 'Not shipped' | null {
  if (isBy(txn.delivered_at, then)) return 'Delivered'
  if ((txn.ship_labels ?? []).some(({ purchase_date }) => isBy(purchase_date, then))) return 'Label bought'
  // Without a label nothing has the time at which it was sent.
  return (txn.ship_labels ?? []).length > 0 || txn.shipping_status === 3 ? 'Not shipped' : null
}

/** What was contested. */
export function contestedThen({ dispute, chargebacks }: Loaded, then: number) {
  const isOpen = (created_at: string, ended_at: string | null) =>
    isBy(created_at, then) && !isBy(ended_at, then)
  return {
    dispute:
      !dispute || !isBy(dispute.created_at, then)
        ? null
        : isBy(dispute.resolved_at, then)
          ? ('resolved' as const)
          : ('open' as const),
    chargebacks: chargebacks.filter(({ created_at, closed_at }) => isOpen(created_at, closed_at)),
  }
}

/**
 * What one side of the dispute had said, by the changes that staff recorded: null for nothing. Undefined where no change proves it:
 * the statement was not recorded here, or its change is not among the loaded ones.
 */
export function statementThen(
  { dispute, timeline }: Loaded,
  side: 'buyer' | 'seller',
  then: number,
): string | null | undefined {
  const field = `${side}_statement`
  // Newest first
  const changes = timeline.filter(({ after }) => has(after, field))
  const last = changes.find(({ at }) => isBy(at, then))
  if (last) return textIn(last.after, field)
  const first = changes.at(-1)
  if (first && has(first.before, field)) return textIn(first.before, field)
  return dispute && dispute[`${side}_statement`] === null ? null : undefined
}

const has = (value: TimelineEntry['after'], field: string): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && field in value
const textIn = (value: unknown, field: string): string | null => {
  const text = has(value, field) ? value[field] : null
  return typeof text === 'string' ? text : null
}

/** What the steps are read from, as it was. */
export function factsThen(loaded: Loaded, then: number): Facts {
  const { txn } = loaded
  const movements = loaded.movements
    .filter(({ created_at }) => isBy(created_at, then))
    .map((one) =>
      isBy(one.settled_at, then) ? one : { ...one, state: 'pending' as const, settled_at: null },
    )
  const isSettled = (...kinds: Movement['kind'][]) =>
    movements.some(({ kind, state }) => kinds.includes(kind) && state === 'done')
  const parcel = parcelThen(loaded, then)
  const ship_labels = (txn.ship_labels ?? []).filter(({ purchase_date }) => isBy(purchase_date, then))
  return {
    txn: {
      ...{ ...txn, ship_labels },
      status: isSettled('cancel', 'dispute_refund') ? txn.status : 2,
      shipping_status: parcel === 'Delivered' ? 1 : parcel === 'Label bought' ? 2 : 3,
      delivered_at: parcel === 'Delivered' ? txn.delivered_at : null,
      carrier: parcel === null || parcel === 'Not shipped' ? null : txn.carrier,
      payout_status: isSettled('payout') ? 1 : 2,
      dispute_status: contestedThen(loaded, then).dispute === 'open' ? 2 : null,
    },
    ...{ money: undefined, movements, late: null },
  }
}

/** How it stood, in words with a colour, as far as dated facts say it. */
export function flagsThen(loaded: Loaded, then: number): Flag[] {
  const { dispute, chargebacks } = contestedThen(loaded, then)
  const parcel = parcelThen(loaded, then)
  return [
    ...(parcel ? [{ word: parcel, tone: 'quiet' } as const] : []),
    ...(chargebacks.length > 0 ? [{ word: 'Chargeback', tone: 'bad' } as const] : []),
    ...(dispute === 'open' ? [{ word: 'Disputed', tone: 'bad' } as const] : []),
  ]
}
