import { Group, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Permission } from '@portreeve/contract/rights'
import { type Money, type Transaction, transactionCan } from '@portreeve/contract/transactions'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/hooks.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { GuardedButton } from '../../parts/GuardedButton.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { OpenDispute, ResolveDispute } from './disputes.tsx'
import type { Draft } from './draft.ts'
import { AddTracking, MarkDelivered } from './parcels.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { touched } from './touched.ts'

type Dialog = 'tracking' | 'refund' | 'resolve' | 'dispute' | 'delivered' | 'cancel'

interface ActionsProps {
  /** Undefined while there is none: the buttons then do nothing (TXN-09). */
  txn: Transaction | undefined
  money: Money | undefined
  draft: Draft
  askAgain: () => void
}

/** The buttons of a transaction, in the order of the spec (TXN-08), as its state has them (TXN-23 to TXN-25, TXN-76). */
export function Actions({ txn, money, draft, askAgain }: ActionsProps) {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const notShipped = useAction(api.transactions.notShipped, {
    done: 'Transaction updated.',
    failed: 'Error marking as not shipped.',
    refetch: touched,
    refetchOnConflict: touched,
  })
  const once = useOneAtATime()
  const close = () => setDialog(null)
  const opens = (kind: Dialog, may: Permission, words: string, color?: 'red') => (
    <GuardedButton
      may={may}
      variant="default"
      {...(color && { c: color })}
      onClick={() => {
        if (txn) setDialog(kind)
      }}
    >
      {words}
    </GuardedButton>
  )
  const problem = detailOf(notShipped.failure)
  return (
    <>
      <Group gap="sm" role="group" aria-label="Actions">
        {opens('tracking', 'transactions.write', 'Add Tracking')}
        {opens('refund', 'money.refund', 'Partial Refund', 'red')}
        {txn && transactionCan.resolveDispute(txn) && opens('resolve', 'disputes.write', 'Resolve Dispute')}
        {txn && transactionCan.openDispute(txn) && opens('dispute', 'disputes.write', 'Open Dispute')}
        {/* D-057: at once, without a question. */}
        <GuardedButton
          may="transactions.write"
          variant="default"
          loading={notShipped.busy}
          onClick={() => {
            if (txn) once(async () => void (await notShipped.run({ params: { id: txn.id } })))
          }}
        >
          Mark as not shipped
        </GuardedButton>
        {txn &&
          transactionCan.markDelivered(txn) &&
          opens('delivered', 'transactions.write', 'Mark as delivered')}
        {opens('cancel', 'money.cancel', 'Cancel transaction', 'red')}
        <GuardedButton
          may="transactions.write"
          variant={draft.dirty ? 'filled' : 'default'}
          loading={draft.busy}
          onClick={draft.save}
        >
          Save
        </GuardedButton>
      </Group>
      {problem && (
        <Text size="sm" c="red" mt="sm" role="status">
          {problem}
        </Text>
      )}
      {txn && dialog === 'tracking' && <AddTracking txn={txn} onClose={close} />}
      {txn && dialog === 'refund' && (
        <RefundDialog txn={txn} money={money} askAgain={askAgain} onClose={close} />
      )}
      {txn && dialog === 'resolve' && <ResolveDispute txn={txn} onClose={close} />}
      {txn && dialog === 'dispute' && <OpenDispute txn={txn} onClose={close} />}
      {txn && dialog === 'delivered' && <MarkDelivered txn={txn} onClose={close} />}
      {txn && dialog === 'cancel' && (
        <CancelDialog txn={txn} money={money} askAgain={askAgain} onClose={close} />
      )}
    </>
  )
}
