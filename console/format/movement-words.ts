import type { PayoutRow } from '@portreeve/contract/money/payouts'
import type { Movement } from '@portreeve/contract/money/refunds'

/** What colour a state has: see `ui/StateWord.tsx`. */
type StateWords = { readonly word: string; readonly tone: 'quiet' | 'caution' | 'good' | 'bad' }

/** The kinds of movement in words. */
export const movementKindWords: Readonly<Record<Movement['kind'], string>> = {
  refund: 'Refund',
  cancel: 'Cancellation',
  dispute_refund: 'Refund by a dispute',
  payout: 'Payout',
  seller_charge: 'Charge of the seller',
  label: 'Shipping label',
  correction: 'Correction',
  chargeback: 'Chargeback',
  chargeback_fee: 'Fee of a chargeback',
}

/** The states of a movement in words. */
export const movementStateWords: Readonly<Record<Movement['state'], StateWords>> = {
  asked: { word: 'Waits for approval', tone: 'caution' },
  pending: { word: 'On its way', tone: 'caution' },
  due: { word: 'Due', tone: 'quiet' },
  held: { word: 'Held', tone: 'caution' },
  done: { word: 'Done', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  declined: { word: 'Declined', tone: 'quiet' },
  withdrawn: { word: 'Withdrawn', tone: 'quiet' },
  expired: { word: 'Expired', tone: 'quiet' },
}

/** The states of a payout in words. */
export const payoutStateWords: Readonly<Record<PayoutRow['state'], StateWords>> = {
  due: { word: 'Due', tone: 'quiet' },
  held: { word: 'Held', tone: 'caution' },
  sending: { word: 'Sending', tone: 'caution' },
  sent: { word: 'Sent', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
}
