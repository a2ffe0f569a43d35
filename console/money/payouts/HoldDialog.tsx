import { api } from '@portreeve/contract'
import type { PayoutRow } from '@portreeve/contract/money/payouts'
import { useState } from 'react'
import { grouped } from '../../format/money.ts'
import { PolicySelect } from '../../people/measures/PolicySelect.tsx'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'

export type HoldAction = 'hold' | 'release' | 'retry'

/** What staff can do with a payout now: hold it, release it, send a failed one again, or nothing once it is on its way. */
export function actionOf(payout: PayoutRow): HoldAction | null {
  if (payout.held_by_hand) return 'release'
  if (payout.state === 'failed') return payout.can_retry ? 'retry' : null
  return payout.state === 'due' || payout.state === 'held' ? 'hold' : null
}

const words: Record<HoldAction, { title: string; follows: string; confirm: string }> = {
  hold: {
    title: 'Hold the payout',
    follows: 'stays with the marketplace until the payout is released.',
    confirm: 'Hold',
  },
  release: {
    title: 'Release the payout',
    follows: 'is sent to the seller when it is due and nothing else holds it.',
    confirm: 'Release',
  },
  retry: {
    title: 'Send the payout again',
    follows: "is sent to the seller's account as it is now, unless something holds it.",
    confirm: 'Send again',
  },
}
/** The word of an action's button. */
export const wordOf = (action: HoldAction) => words[action].confirm

const refetch = [api.payouts.list, api.payouts.totals, api.transactions.money, api.orders.case]

/** Holds, releases or sends a payout again, with a reason. Mounted for one opening. */
export function HoldDialog(props: {
  action: HoldAction
  payout: Pick<PayoutRow, 'transaction_id' | 'amount' | 'currency'>
  onClose: () => void
}) {
  const { action, payout, onClose } = props
  const [policy, setPolicy] = useState('')
  const isHold = action === 'hold'
  const amount = payout.amount === null ? 'The money' : grouped(payout.amount, payout.currency)
  return (
    <ReasonDialog
      call={isHold ? api.payouts.hold : api.payouts.release}
      input={(reason) => ({
        params: { id: payout.transaction_id },
        body: { reason, ...(policy && { policy_id: policy }) },
      })}
      done={isHold ? 'Payout held.' : action === 'retry' ? 'Payout scheduled.' : 'Payout released.'}
      failed={isHold ? 'Error holding the payout.' : 'Error releasing the payout.'}
      refetch={refetch}
      refetchOnConflict={refetch}
      title={words[action].title}
      subtitle={`${amount} ${words[action].follows}`}
      confirmText={words[action].confirm}
      onClose={onClose}
    >
      {isHold && <PolicySelect value={policy} onChange={setPolicy} />}
    </ReasonDialog>
  )
}
