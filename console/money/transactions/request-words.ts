import type { Approval } from '@portreeve/contract/money/approvals'
import { dollars, grouped } from '../../format/money.ts'
import type { Tone } from '../../ui/StateWord.tsx'

/** The kinds of request for a title: 'Approve the refund'. */
export const kindWords: Readonly<Record<Approval['kind'], string>> = {
  refund: 'refund',
  cancel: 'cancellation',
  dispute: 'decision for the buyer',
  correction: 'correction',
}

/** What a request asks, after its requester's name: 'asks to refund $812.40 to the buyer'. */
export function askWords({ kind, cents, currency, charge_seller, together }: Approval): string {
  if (together)
    return `asks to refund ${dollars(together.cents, currency)} to the buyer for ${together.items.length} items of an order`
  const back = `${dollars(cents, currency)} to the buyer`
  return {
    refund: `asks to refund ${back}`,
    cancel: `asks to cancel this transaction and refund ${back}${charge_seller ? ', charging the seller' : ''}`,
    dispute: `asks to decide the dispute for the buyer and refund ${back}`,
    correction: `asks to correct the ledger by ${dollars(cents, currency)}`,
  }[kind]
}

export const requestStates: Readonly<Record<Approval['state'], { word: string; tone: Tone }>> = {
  asked: { word: 'Waits', tone: 'caution' },
  approved: { word: 'Approved', tone: 'good' },
  declined: { word: 'Declined', tone: 'bad' },
  withdrawn: { word: 'Withdrawn', tone: 'quiet' },
  expired: { word: 'Expired', tone: 'quiet' },
}

/** How a request ended, for its requester; null while it waits. */
export function endWords({
  state,
  cents: own,
  currency,
  asked_cents,
  reason,
  together,
}: Approval): string | null {
  const cents = together?.cents ?? own
  const words = reason ? `: ${reason}` : ''
  if (state === 'approved')
    return asked_cents !== null && asked_cents !== cents
      ? `${grouped(cents, currency)} of ${grouped(asked_cents, currency)} approved${words}`
      : `${grouped(cents, currency)} approved`
  if (state === 'declined') return `declined${words}`
  return null
}
