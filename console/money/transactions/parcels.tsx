import { api } from '@portreeve/contract'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { detailOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useAction } from '../../data/use-action.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { TwoFieldModal } from '../../ui/TwoFieldModal.tsx'
import { touched } from './touched.ts'

interface DialogProps {
  txn: Transaction
  onClose: () => void
}

/** TXN-26 to TXN-29, TXN-79 */
export function AddTracking({ txn, onClose }: DialogProps) {
  const add = useAction(api.transactions.tracking, {
    done: 'Updated Tracking Info',
    // TXN-27
    refetch: touched,
    judgedBy: 'http200',
  })
  const once = useOneAtATime()
  const submit = async (tracking_number: string, carrier: string) => {
    const { done } = await add.run({ params: { id: txn.id }, body: { tracking_number, carrier } })
    if (done) onClose()
  }
  return (
    <TwoFieldModal
      opened
      onClose={onClose}
      title="Add Tracking"
      first={{ label: 'Tracking Number', hint: txn.tracking_number && `Now: ${txn.tracking_number}` }}
      second={{ label: 'Carrier', hint: txn.carrier && `Now: ${txn.carrier}` }}
      note={<ProductionNote />}
      busy={add.busy}
      problem={add.failure && (detailOf(add.failure) ?? 'Error Adding Tracking Info')}
      onSubmit={(number, carrier) => once(() => submit(number, carrier))}
    />
  )
}

/** TXN-46, TXN-47, TXN-80, D-058 */
export function MarkDelivered({ txn, onClose }: DialogProps) {
  return (
    <ActionDialog
      call={api.transactions.delivered}
      input={() => ({ params: { id: txn.id } })}
      done="Transaction updated."
      failed="Error marking as delivered."
      refetch={touched}
      refetchOnConflict={touched}
      title="Mark as delivered"
      subtitle="This will not notify the buyer or seller."
      onClose={onClose}
    />
  )
}
