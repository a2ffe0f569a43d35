import { api } from '@portreeve/contract'
import { disputeTypes } from '@portreeve/contract/money/disputes'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useAction } from '../../data/use-action.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { touched } from './touched.ts'

interface DialogProps {
  txn: Transaction
  onClose: () => void
}

// TXN-39
const reasons = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(disputeTypes).map(([value, label]) => ({ value, label })),
]

/** TXN-38 to TXN-43 */
export function OpenDispute({ txn, onClose }: DialogProps) {
  const [missing, setMissing] = useState(false)
  const open = useAction(api.disputes.open, {
    done: 'Dispute Created',
    refetch: touched,
    refetchOnConflict: touched,
    judgedBy: 'http200',
  })
  const once = useOneAtATime()
  const confirm = async (choice: string) => {
    const type = ([1, 2, 3] as const).find((one) => one === Number(choice))
    setMissing(type === undefined)
    // TXN-40
    if (type === undefined) return
    const { done } = await open.run({
      params: { id: txn.id },
      // API-43
      body: { dispute_type: type, creator_uid: txn.purchaser_uid, purchase_transaction: txn.id },
    })
    if (done) onClose()
  }
  const failed = open.failure && (detailOf(open.failure) ?? 'Error Opening Dispute.')
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Open Dispute"
      // D-058
      subtitle="This will notify both buyer and seller and prevent payout to seller until resolved if not already paid out."
      dropdown={{ label: 'Reason for Dispute*', options: reasons }}
      note={<ProductionNote />}
      onConfirm={({ choice }) => once(() => confirm(choice))}
      busy={open.busy}
      problem={missing ? 'Choose a reason first.' : failed}
    />
  )
}

/** TXN-44, TXN-45, D-057 */
export function ResolveDispute({ txn, onClose }: DialogProps) {
  const resolve = useAction(api.disputes.resolve, {
    done: 'Transaction updated.',
    failed: ({ failure }) => `Error resolving dispute. ${failure.status}`,
    refetch: touched,
    refetchOnConflict: touched,
    judgedBy: 'http200',
  })
  const once = useOneAtATime()
  const confirm = async () => {
    const { done } = await resolve.run({ params: { id: txn.id, disputeId: txn.dispute_id ?? '' } })
    if (done) onClose()
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Resolve Dispute"
      subtitle="Seller earnings will become payable within 2 hours. This action is irreversible."
      note={<ProductionNote />}
      danger
      onConfirm={() => once(confirm)}
      busy={resolve.busy}
      problem={detailOf(resolve.failure)}
    />
  )
}
