import type { DifferenceKind, LedgerCheck, LedgerDifference } from '@portreeve/contract/money/reconciliation'
import type { Tone } from '../../ui/StateWord.tsx'

/** The kinds of difference in words. */
export const kindWords: Readonly<Record<DifferenceKind, string>> = {
  unbalanced: 'The ledger does not sum to zero',
  captured: 'Captured amounts differ',
  over_refunded: 'More refunded than paid',
  no_transaction: 'No transaction for a payment',
  no_provider: 'Its provider is not set up',
  payout: 'Payouts differ',
  refund: 'Refunds differ',
  refund_booked_twice: 'A refund is booked twice',
  chargeback: 'Chargebacks differ',
  unreadable_payment: 'Cannot be read at the provider',
  no_payment: 'A payout without a payment',
  currency: 'A payment in another currency',
  uncovered: 'A payout above what the provider holds',
  waiting: 'A payment without an order',
}

type Words = { readonly word: string; readonly tone: Tone }

export const differenceStates: Readonly<Record<LedgerDifference['state'], Words>> = {
  open: { word: 'Open', tone: 'bad' },
  asked: { word: 'Waits for approval', tone: 'caution' },
  settled: { word: 'Settled', tone: 'good' },
  gone: { word: 'Gone', tone: 'quiet' },
}

/** The state of a day's check: a finished one is clean, or has open or only closed differences. */
export function checkWords({ state, found, open }: LedgerCheck): Words {
  if (state === 'requested') return { word: 'Begins soon', tone: 'caution' }
  if (state === 'running') return { word: 'Running', tone: 'caution' }
  if (state === 'stopped') return { word: 'Stopped', tone: 'caution' }
  if (state === 'failed') return { word: 'Failed', tone: 'bad' }
  if (found === 0) return { word: 'Clean', tone: 'good' }
  return open > 0 ? { word: `${open} open`, tone: 'bad' } : { word: 'All settled', tone: 'good' }
}

/** How far a check is; null while nothing is known of it. */
export const progressOf = ({ checked, total }: Pick<LedgerCheck, 'checked' | 'total'>): string | null =>
  total === 0
    ? null
    : `${Math.min(checked, total).toLocaleString('en')} of ${total.toLocaleString('en')} transactions checked`
