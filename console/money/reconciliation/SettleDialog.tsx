import { NativeSelect, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { LedgerDifference } from '@portreeve/contract/money/reconciliation'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useData } from '../../data/use-data.ts'
import { gain, grouped } from '../../format/money.ts'
import { ReasonDialog } from '../../shell/ReasonDialog.tsx'

/** The accounts that can bear a correction. */
const accounts = [
  { value: 'fee', label: "The marketplace's share" },
  { value: 'pending', label: "The seller's money, pending" },
  { value: 'held', label: "The seller's money, held" },
] as const
type Against = (typeof accounts)[number]['value']

const refetch = [
  api.reconciliation.differences,
  api.reconciliation.days,
  api.transactions.money,
  api.approvals.list,
]

interface SettleDialogProps {
  difference: LedgerDifference
  onClose: () => void
}

/** Books a correction that brings the ledger to the provider's figure. Mounted for one opening. */
export function SettleDialog({ difference, onClose }: SettleDialogProps) {
  const [against, setAgainst] = useState<Against>('fee')
  const { ledger_cents, provider_cents, transaction_id } = difference
  const change = (provider_cents ?? 0) - (ledger_cents ?? 0)
  const money = useData(
    api.transactions.money,
    { params: { id: transaction_id ?? '' } },
    { when: transaction_id !== null },
  )
  const { alone, currency } = money.data ?? {}
  return (
    <ReasonDialog
      call={api.reconciliation.settle}
      input={(reason) => ({ params: { id: difference.id }, body: { against, reason } })}
      done="Difference settled."
      failed="Error settling the difference."
      requested="Asked. It is booked when a second person approves it."
      refetch={refetch}
      refetchOnConflict={refetch}
      closesAtOnce
      title="Settle the difference"
      subtitle={difference.words}
      danger
      confirmText="Book the correction"
      problem={(failure) => (failure.isRequest ? null : detailOf(failure))}
      onClose={onClose}
    >
      <NativeSelect
        label="Who bears it"
        data={[...accounts]}
        value={against}
        onChange={(event) =>
          setAgainst(accounts.find(({ value }) => value === event.currentTarget.value)?.value ?? 'fee')
        }
      />
      <Text size="sm">
        The ledger goes from {grouped(ledger_cents ?? 0, currency)} to{' '}
        {grouped(provider_cents ?? 0, currency)} ({gain(change, currency)}), and{' '}
        {accounts.find(({ value }) => value === against)?.label.toLowerCase()} changes by{' '}
        {gain(-change, currency)}.
      </Text>
      {alone !== undefined && Math.abs(change) > alone && (
        <Text size="sm" fw={600}>
          This needs a second person: you may move {grouped(alone, currency)} of it alone. It will be asked
          for.
        </Text>
      )}
    </ReasonDialog>
  )
}
