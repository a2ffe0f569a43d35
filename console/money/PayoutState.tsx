import type { Money } from '@portreeve/contract/money/money'
import { payoutStatus } from '@portreeve/contract/money/transactions'
import type { ReactNode } from 'react'
import { shortUtc } from '../format/dates.ts'
import { dollars } from '../format/money.ts'
import { wordOf } from '../format/words.ts'
import { When } from '../ui/When.tsx'

/** The ledger's state of the seller's money, as a phrase: 'sent nothing: $494.99 is still held'. */
export function ledgerWords(money: Money): string {
  if (money.payout?.state === 'sent') return `sent ${dollars(money.paid_out)}`
  const unsent = [
    ...(money.held > 0 ? [`${dollars(money.held)} is still held`] : []),
    ...(money.pending > 0 ? [`${dollars(money.pending)} is still pending`] : []),
    ...(money.disputed > 0 ? [`${dollars(money.disputed)} is frozen by a dispute`] : []),
  ]
  return `sent nothing${unsent.length > 0 ? `: ${unsent.join(', ')}` : ''}`
}

/**
 * Sentences about the payout that the amounts do not show: a payout status that disagrees with the ledger, with its author,
 * and why a scheduled payout is held.
 */
export function PayoutState({ money, className }: { money: Money; className: string | undefined }) {
  const { override = null, held_by = [] } = money.payout ?? {}
  const sentences: [key: string, sentence: ReactNode][] = []
  if (override)
    sentences.push([
      'override',
      <>
        {override.by_name === null ? (
          `Payout status is ${wordOf(payoutStatus, override.status)}.`
        ) : (
          <>
            Payout status was set to {wordOf(payoutStatus, override.status)} by hand by{' '}
            <bdi>{override.by_name}</bdi> on <When value={override.at} write={shortUtc} />.
          </>
        )}{' '}
        The ledger has {ledgerWords(money)}.
      </>,
    ])
  if (held_by.length > 0)
    sentences.push(['held', `The payout is held: ${held_by.join(', and ').replace(/\.+$/, '')}.`])
  return sentences.map(([key, sentence]) => (
    <p key={key} role="status" className={className}>
      {sentence}
    </p>
  ))
}
