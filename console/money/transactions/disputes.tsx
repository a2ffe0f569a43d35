import { api } from '@portreeve/contract'
import { disputeTypes } from '@portreeve/contract/money/disputes'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { detailOf } from '../../data/failure.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
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
  return (
    <ActionDialog
      call={api.disputes.open}
      input={({ choice }) => {
        const type = ([1, 2, 3] as const).find((one) => one === Number(choice))
        // TXN-40
        if (type === undefined) return 'Choose a reason first.'
        return {
          params: { id: txn.id },
          // API-43
          body: { dispute_type: type, creator_uid: txn.purchaser_uid, purchase_transaction: txn.id },
        }
      }}
      done="Dispute Created"
      refetch={touched}
      refetchOnConflict={touched}
      judgedBy="http200"
      title="Open Dispute"
      // D-058
      subtitle="This will notify both buyer and seller and prevent payout to seller until resolved if not already paid out."
      dropdown={{ label: 'Reason for Dispute*', options: reasons }}
      problem={(failure) => detailOf(failure) ?? 'Error Opening Dispute.'}
      onClose={onClose}
    />
  )
}

/** TXN-44, TXN-45, D-057 */
export function ResolveDispute({ txn, onClose }: DialogProps) {
  return (
    <ActionDialog
      call={api.disputes.resolve}
      input={() => ({ params: { id: txn.id, disputeId: txn.dispute_id ?? '' } })}
      done="Transaction updated."
      failed={({ failure }) => `Error resolving dispute. ${failure.status}`}
      refetch={touched}
      refetchOnConflict={touched}
      judgedBy="http200"
      title="Resolve Dispute"
      subtitle="Seller earnings will become payable within 2 hours. This action is irreversible."
      danger
      onClose={onClose}
    />
  )
}
