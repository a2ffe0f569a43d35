import { Button, Group, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type Approval, approvalRights } from '@portreeve/contract/money/approvals'
import type { Money } from '@portreeve/contract/money/money'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { type ReactNode, useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { useCaseMark } from '../../shell/lists/opened-case.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { ApproveDialog, DeclineDialog } from './ApprovalDialogs.tsx'
import classes from './detail.module.css'
import { askWords, endWords, requestStates } from './request-words.ts'
import { touched } from './touched.ts'

export type ApprovalDecision = 'approve' | 'decline'

interface ApprovalRequestsProps {
  /** The requests of a transaction, or of an order. */
  query: { transaction: string } | { order: string }
  txn: Transaction | undefined
  money: Money | undefined
}

/** The requests of a transaction or an order that wait for a second person. Another server may not have the call. */
export function ApprovalRequests({ query, txn, money }: ApprovalRequestsProps) {
  const [dialog, setDialog] = useState<{ decision: ApprovalDecision; request: Approval } | null>(null)
  const found = useData(api.approvals.list, { query })
  if (found.failure && found.failure.status >= 500)
    return (
      <FailedState
        message="Whether a refund waits for a second person could not be loaded."
        onRetry={found.reload}
      />
    )
  const waiting = found.data?.filter(({ state }) => state === 'asked')
  const newest = found.data?.at(0)
  return (
    <>
      {newest && <Decision request={newest} />}
      {waiting?.map((request) => (
        <Request
          key={request.id}
          request={request}
          onDecide={(decision) => setDialog({ decision, request })}
        />
      ))}
      {/* Not in Request, which is unmounted as soon as it is decided: the dialog stays until its call is answered. */}
      {dialog?.decision === 'approve' && (
        <ApproveDialog request={dialog.request} txn={txn} money={money} onClose={() => setDialog(null)} />
      )}
      {dialog?.decision === 'decline' && (
        <DeclineDialog request={dialog.request} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

/** The decision of a request, for its requester; nothing while it waits. */
function Decision({ request }: { request: Approval }) {
  const words = endWords(request)
  if (words === null) return null
  return (
    <section className={classes.decision} aria-label="Decision">
      <StateWord {...requestStates[request.state]} />
      <span>
        <bdi>{request.asked_by_name}</bdi> {askWords(request)} — <bdi>{words}</bdi>
      </span>
      <span className={classes.decidedBy}>
        {request.decided_by_name && <bdi>{request.decided_by_name}, </bdi>}
        {request.decided_at && <When value={request.decided_at} write={shortUtc} />}
      </span>
    </section>
  )
}

interface RequestProps {
  request: Approval
  /** Before the sentence, such as a link to the transaction. */
  about?: ReactNode
  onDecide: (decision: ApprovalDecision) => void
}

/** One waiting request: who asks for what and why, and the buttons of those who decide or withdraw it. */
export function Request({ request, about, onDecide }: RequestProps) {
  const me = useMe()
  const may = useWhyNot(approvalRights[request.kind])
  const withdrawing = useAction(api.approvals.withdraw, {
    done: 'Request withdrawn.',
    failed: 'Error withdrawing the request.',
    refetch: touched,
    refetchOnConflict: touched,
  })
  const once = useOneAtATime()
  const problem = detailOf(withdrawing.failure)
  return (
    <section
      {...useCaseMark('approval')(request.id)}
      className={classes.approval}
      aria-label={`Waits for a second person: ${request.transaction_id}`}
    >
      <div className={classes.request}>
        {about}
        <Text size="sm" fw={600}>
          <bdi>{request.asked_by_name}</bdi> {askWords(request)} — needs a second person
        </Text>
        <Text size="sm">
          Reason: <bdi>{request.why}</bdi>
        </Text>
        <Text size="xs">
          Asked <When value={request.asked_at} write={shortUtc} />; waits until{' '}
          <When value={request.expires_at} write={shortUtc} />.
        </Text>
        {problem && (
          <Text size="sm" role="alert">
            {problem}
          </Text>
        )}
      </div>
      <Group gap="sm">
        {me?.uid === request.asked_by ? (
          <Button
            variant="default"
            loading={withdrawing.busy}
            onClick={() => once(async () => void (await withdrawing.run({ params: { id: request.id } })))}
          >
            Withdraw
          </Button>
        ) : (
          <>
            <GuardedButton may="money.approve" whyNot={may} onClick={() => onDecide('approve')}>
              Approve
            </GuardedButton>
            <GuardedButton
              may="money.approve"
              whyNot={may}
              variant="default"
              onClick={() => onDecide('decline')}
            >
              Decline
            </GuardedButton>
          </>
        )}
      </Group>
    </section>
  )
}
