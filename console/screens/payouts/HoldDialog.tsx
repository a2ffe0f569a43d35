import { api } from '@portreeve/contract'
import type { PayoutRow } from '@portreeve/contract/payouts'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { grouped } from '../../format/money.ts'
import { ProductionNote } from '../../parts/EnvironmentMark.tsx'
import { ReasonDialog } from '../../parts/ReasonDialog.tsx'

export type HoldAction = 'hold' | 'release'

/** What staff can do with a payout now: hold it, release it, or nothing once it is on its way. */
export function actionOf(payout: PayoutRow): HoldAction | null {
  if (payout.held_by_hand) return 'release'
  return payout.state === 'due' || payout.state === 'held' || payout.state === 'failed' ? 'hold' : null
}

const refetch = [api.payouts.list, api.payouts.totals, api.transactions.money]

/** Holds or releases a payout with a reason. Mounted for one opening. */
export function HoldDialog(props: { action: HoldAction; payout: PayoutRow; onClose: () => void }) {
  const { action, payout, onClose } = props
  const hold = useAction(api.payouts.hold, {
    done: 'Payout held.',
    failed: 'Error holding the payout.',
    refetch,
    refetchOnConflict: refetch,
  })
  const release = useAction(api.payouts.release, {
    done: 'Payout released.',
    failed: 'Error releasing the payout.',
    refetch,
    refetchOnConflict: refetch,
  })
  const change = action === 'hold' ? hold : release
  const amount = payout.amount === null ? 'The money' : grouped(payout.amount)
  return (
    <ReasonDialog
      title={action === 'hold' ? 'Hold the payout' : 'Release the payout'}
      subtitle={
        action === 'hold'
          ? `${amount} stays with the marketplace until the payout is released.`
          : `${amount} is sent to the seller when it is due and nothing else holds it.`
      }
      note={<ProductionNote />}
      confirmText={action === 'hold' ? 'Hold' : 'Release'}
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
