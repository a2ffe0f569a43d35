import type { ProposalRate } from '@portreeve/contract/base/proposal-rate'

/** '8 of 10 accepted, 1 declined, 1 stale, 2 wait'. */
export function rateWords({ accepted, declined, stale, waiting }: ProposalRate): string {
  const decided = accepted + declined + stale
  return [
    decided > 0 ? `${accepted} of ${decided} accepted` : 'none decided yet',
    declined > 0 && `${declined} declined`,
    stale > 0 && `${stale} stale`,
    waiting > 0 && (waiting === 1 ? '1 waits' : `${waiting} wait`),
  ]
    .filter(Boolean)
    .join(', ')
}
