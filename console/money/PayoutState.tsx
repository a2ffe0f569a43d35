import type { Money } from '@portreeve/contract/money/money'
import { payoutStatus } from '@portreeve/contract/money/transactions'
import { type ReactNode, useState } from 'react'
import { shortUtc } from '../format/dates.ts'
import { dollars } from '../format/money.ts'
import { wordOf } from '../format/words.ts'
import { GuardedButton } from '../shell/GuardedButton.tsx'
import { onDemand } from '../shell/on-demand.tsx'
import { When } from '../ui/When.tsx'

// Few payouts are held by hand.
const HoldDialog = onDemand(async () => (await import('./payouts/HoldDialog.tsx')).HoldDialog)

/** The ledger's state of the seller's money, as a phrase: 'sent nothing: $494.99 is still held'. */
export function ledgerWords(money: Money): string {
  if (money.payout?.state === 'sent') return `sent ${dollars(money.paid_out, money.currency)}`
  const unsent = [
    ...(money.held > 0 ? [`${dollars(money.held, money.currency)} is still held`] : []),
    ...(money.pending > 0 ? [`${dollars(money.pending, money.currency)} is still pending`] : []),
    ...(money.disputed > 0 ? [`${dollars(money.disputed, money.currency)} is frozen by a dispute`] : []),
  ]
  return `sent nothing${unsent.length > 0 ? `: ${unsent.join(', ')}` : ''}`
}

interface PayoutStateProps {
  money: Money
  transaction: string | undefined
  className: string | undefined
}

/**
 * Sentences about the payout that the amounts do not show: a payout status that disagrees with the ledger, with its author,
 * and why a scheduled payout is held.
 */
export function PayoutState({ money, transaction, className }: PayoutStateProps) {
  const [releasing, setReleasing] = useState(false)
  const { override = null, held_by = [], held_by_hand = false } = money.payout ?? {}
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
    sentences.push([
      'held',
      <>
        The payout is held: <bdi>{held_by.join(', and ').replace(/\.+$/, '')}</bdi>.{' '}
        {held_by_hand && transaction !== undefined && (
          <GuardedButton
            may="money.hold"
            size="compact-xs"
            variant="default"
            onClick={() => setReleasing(true)}
          >
            Release…
          </GuardedButton>
        )}
      </>,
    ])
  return (
    <>
      {sentences.map(([key, sentence]) => (
        <p key={key} role="status" className={className}>
          {sentence}
        </p>
      ))}
      {releasing && transaction !== undefined && (
        <HoldDialog
          action="release"
          payout={{
            ...{ transaction_id: transaction, currency: money.currency },
            amount: money.held > 0 ? money.held : null,
          }}
          onClose={() => setReleasing(false)}
        />
      )}
    </>
  )
}
