import { Group, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Permission } from '@portreeve/contract/base/rights'
import type { Money } from '@portreeve/contract/money/money'
import { transactionCan } from '@portreeve/contract/money/transaction-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { type ReactNode, useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import classes from './detail.module.css'
import { OpenDispute, ResolveDispute } from './disputes.tsx'
import type { Draft } from './draft.ts'
import { refundImpossible } from './impossible.ts'
import { AddTracking, MarkDelivered } from './parcels.tsx'
import { touched } from './touched.ts'
import { useLinkedRefund } from './useLinkedRefund.ts'

// Few visits move money.
const CancelDialog = onDemand(async () => (await import('./CancelDialog.tsx')).CancelDialog)
const RefundDialog = onDemand(async () => (await import('./RefundDialog.tsx')).RefundDialog)

type Dialog = 'tracking' | 'refund' | 'resolve' | 'dispute' | 'delivered' | 'cancel'

interface ActionsProps {
  /** Undefined until it is loaded: the buttons do nothing until then (TXN-09). */
  txn: Transaction | undefined
  money: Money | undefined
  draft: Draft
  refetch: () => void
  /** Further actions. */
  children: ReactNode
}

/** The buttons of a transaction, in the order of the spec (TXN-08), by its state (TXN-23 to TXN-25, TXN-76). */
export function Actions({ txn, money, draft, refetch, children }: ActionsProps) {
  const [opened, setDialog] = useState<Dialog | null>(null)
  const linked = useLinkedRefund()
  const notShipped = useAction(api.transactions.notShipped, {
    done: 'Transaction updated.',
    failed: () => 'Error marking as not shipped.',
    refetch: touched,
    refetchOnConflict: touched,
  })
  const once = useOneAtATime()
  const impossible = txn && money ? refundImpossible(txn, money) : null
  const mayNot = useWhyNot('money.refund')
  const dialog = opened ?? (linked.isOpen && money && !impossible && !mayNot ? 'refund' : null)
  const close = () => {
    setDialog(null)
    linked.close()
  }
  // The one that the state asks for is a button with an edge; the others are quiet.
  const main: Dialog | null = !txn
    ? null
    : transactionCan.resolveDispute(txn)
      ? 'resolve'
      : txn.status === 2 && !txn.tracking_number && !txn.ship_labels?.length
        ? 'tracking'
        : null
  const dialogButton = (kind: Dialog, may: Permission, words: string, whyNot: string | null = null) => (
    <GuardedButton
      may={may}
      whyNot={whyNot}
      variant={kind === main ? 'default' : 'subtle'}
      onClick={() => {
        if (txn) setDialog(kind)
      }}
    >
      {words}
    </GuardedButton>
  )
  const problem = detailOf(notShipped.failure)
  return (
    <div className={classes.actions}>
      <Group gap={4} className={classes.buttons} role="group" aria-label="Actions" data-record-actions>
        {dialogButton('tracking', 'transactions.write', 'Add Tracking')}
        {dialogButton('refund', 'money.refund', 'Partial Refund', impossible)}
        {txn &&
          transactionCan.resolveDispute(txn) &&
          dialogButton('resolve', 'disputes.write', 'Resolve Dispute')}
        {txn && transactionCan.openDispute(txn) && dialogButton('dispute', 'disputes.write', 'Open Dispute')}
        {/* D-057: without a confirmation. */}
        <GuardedButton
          may="transactions.write"
          variant="subtle"
          loading={notShipped.busy}
          onClick={() => {
            if (txn) once(async () => void (await notShipped.run({ params: { id: txn.id } })))
          }}
        >
          Mark as not shipped
        </GuardedButton>
        {txn &&
          transactionCan.markDelivered(txn) &&
          dialogButton('delivered', 'transactions.write', 'Mark as delivered')}
        {dialogButton('cancel', 'money.cancel', 'Cancel transaction', impossible)}
        {txn && children}
        <GuardedButton
          may="transactions.write"
          className={classes.save ?? ''}
          variant={draft.dirty ? 'filled' : 'subtle'}
          loading={draft.busy}
          onClick={draft.save}
        >
          Save
        </GuardedButton>
      </Group>
      {/* The place of the reason is kept: it is known later. */}
      <div className={classes.reason} role="status">
        {impossible}
      </div>
      {problem && (
        <Text size="sm" c="red" role="status">
          {problem}
        </Text>
      )}
      {txn && dialog === 'tracking' && <AddTracking txn={txn} onClose={close} />}
      {txn && dialog === 'refund' && (
        <RefundDialog txn={txn} money={money} refetch={refetch} onClose={close} />
      )}
      {txn && dialog === 'resolve' && <ResolveDispute txn={txn} onClose={close} />}
      {txn && dialog === 'dispute' && <OpenDispute txn={txn} onClose={close} />}
      {txn && dialog === 'delivered' && <MarkDelivered txn={txn} onClose={close} />}
      {txn && dialog === 'cancel' && (
        <CancelDialog txn={txn} money={money} refetch={refetch} onClose={close} />
      )}
    </div>
  )
}
