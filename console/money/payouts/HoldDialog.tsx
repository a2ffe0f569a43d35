import { api } from '@portreeve/contract'
import type { PayoutRow } from '@portreeve/contract/money/payouts'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { grouped } from '../../format/money.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
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

const refetch = [api.payouts.list, api.payouts.totals, api.transactions.money]

/** Holds, releases or sends a payout again, with a reason. Mounted for one opening. */
export function HoldDialog(props: { action: HoldAction; payout: PayoutRow; onClose: () => void }) {
  const { action, payout, onClose } = props
  const hold = useAction(api.payouts.hold, {
    done: 'Payout held.',
    failed: 'Error holding the payout.',
    refetch,
    refetchOnConflict: refetch,
  })
  const release = useAction(api.payouts.release, {
    done: action === 'retry' ? 'Payout scheduled.' : 'Payout released.',
    failed: 'Error releasing the payout.',
    refetch,
    refetchOnConflict: refetch,
  })
  const change = action === 'hold' ? hold : release
  const amount = payout.amount === null ? 'The money' : grouped(payout.amount)
  return (
    <ReasonDialog
      title={words[action].title}
      subtitle={`${amount} ${words[action].follows}`}
      note={<ProductionNote />}
      confirmText={words[action].confirm}
      busy={change.busy}
      problem={detailOf(change.failure)}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { done } = await change.run({ params: { id: payout.transaction_id }, body: { reason } })
        if (done) onClose()
      }}
    />
  )
}
