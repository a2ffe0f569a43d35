import type { PayoutRow } from '@portreeve/contract/money/payouts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { actionOf, type HoldAction, wordOf } from './HoldDialog.tsx'

interface PayoutButtonProps {
  payout: PayoutRow
  onAction: (action: HoldAction, payout: PayoutRow) => void
}

/** Hold, Release or Send again: what can be done with a payout now. Nothing for one that was sent. */
export function PayoutButton({ payout, onAction }: PayoutButtonProps) {
  const action = actionOf(payout)
  if (!action) return null
  return (
    <GuardedButton
      may="money.hold"
      size="compact-sm"
      variant="default"
      aria-label={`${wordOf(action)} the payout of ${payout.public_id ?? payout.transaction_id}`}
      onClick={() => onAction(action, payout)}
    >
      {wordOf(action)}
    </GuardedButton>
  )
}
