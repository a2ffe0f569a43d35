import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Approval } from '@portreeve/contract/approvals'
import type { Money, Transaction } from '@portreeve/contract/transactions'
import { detailOf, saidBy } from '../../data/failure.ts'
import { useAction } from '../../data/hooks.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { dollars } from '../../format/money.ts'
import { ProductionNote } from '../../parts/EnvironmentMark.tsx'
import { ReasonDialog } from '../../parts/ReasonDialog.tsx'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { cancelShares, inWords, refundShares } from './consequence.ts'
import { touched } from './touched.ts'

interface ApproveProps {
  asked: Approval
  txn: Transaction
  money: Money | undefined
  onClose: () => void
}

const whatOf = (asked: Approval) => (asked.kind === 'refund' ? 'refund' : 'cancellation')

/** What the approval sets off, or why it cannot be approved as it stands. */
function consequence(asked: Approval, money: Money): string {
  if (money.blocked.length > 0) return `Not possible now: ${money.blocked.join(', and ')}.`
  if (money.left !== asked.left_seen)
    return `Money has moved since this was asked: ${dollars(asked.left_seen)} was left then, ${dollars(money.left)} is now.`
  return inWords(
    asked.kind === 'refund'
      ? refundShares(money, asked.cents)
      : cancelShares(money, asked.charge_seller === true),
  )
}

/** The second key: what a colleague asked goes out. Mounted for one opening. */
export function ApproveDialog({ asked, txn, money, onClose }: ApproveProps) {
  const approve = useAction(api.approvals.approve, {
    done: ({ data }) =>
      data?.state === 'pending'
        ? 'Approved. It is on its way; it will be settled without further help.'
        : 'Approved and refunded.',
    failed: ({ failure }) => `Error approving the request. ${saidBy(failure)}`,
    refetch: touched,
    refetchOnConflict: touched,
    // Approved is what was seen.
    ...(txn.version !== undefined && { ifMatch: () => txn.version }),
  })
  const once = useOneAtATime()
  const confirm = async () => {
    const { done } = await approve.run({ params: { id: asked.id } })
    if (done) onClose()
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={`Approve the ${whatOf(asked)}`}
      subtitle={
        <>
          <bdi>{asked.asked_by_name}</bdi> has asked for it. {dollars(asked.cents)} goes back to the buyer at
          once.
        </>
      }
      note={<ProductionNote />}
      confirmText="Approve"
      danger
      onConfirm={() => once(confirm)}
      busy={approve.busy}
      problem={detailOf(approve.failure)}
    >
      {money && (
        <Text size="sm" fw={500}>
          {consequence(asked, money)}
        </Text>
      )}
    </ConfirmModal>
  )
}

/** Nothing goes out, and whoever asked reads why. Mounted for one opening. */
export function DeclineDialog({ asked, onClose }: { asked: Approval; onClose: () => void }) {
  const decline = useAction(api.approvals.decline, {
    done: 'Request declined.',
    failed: 'Error declining the request.',
    refetch: touched,
    refetchOnConflict: touched,
  })
  return (
    <ReasonDialog
      title={`Decline the ${whatOf(asked)}`}
      confirmText="Decline"
      busy={decline.busy}
      problem={detailOf(decline.failure)}
      onClose={onClose}
      onConfirm={async (reason) => {
        const { done } = await decline.run({ params: { id: asked.id }, body: { reason } })
        if (done) onClose()
      }}
    />
  )
}
