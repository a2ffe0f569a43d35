import { Button, Group, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type Approval, approvalRights } from '@portreeve/contract/approvals'
import type { Money, Transaction } from '@portreeve/contract/transactions'
import { useState } from 'react'
import { detailOf } from '../../data/failure.ts'
import { useAction, useData } from '../../data/hooks.ts'
import { useOneAtATime } from '../../data/one-at-a-time.ts'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { shortUtc } from '../../format/dates.ts'
import { dollars } from '../../format/money.ts'
import { GuardedButton } from '../../parts/GuardedButton.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { When } from '../../ui/When.tsx'
import { ApproveDialog, DeclineDialog } from './deciding.tsx'
import classes from './detail.module.css'
import { touched } from './touched.ts'

type How = 'approve' | 'decline'

interface WaitingProps {
  id: string
  txn: Transaction | undefined
  money: Money | undefined
}

/** What of a transaction waits for a second person, above its actions. Another server may not know the call. */
export function Waiting({ id, txn, money }: WaitingProps) {
  const [dialog, setDialog] = useState<{ how: How; asked: Approval } | null>(null)
  const query = { transaction: id, state: 'asked' } as const
  const found = useData(api.approvals.list, { query }, { when: txn !== undefined })
  if (found.failure && found.failure.status >= 500)
    return (
      <FailedState
        message="Whether a refund waits for a second person could not be loaded."
        onRetry={found.reload}
      />
    )
  if (!txn) return null
  return (
    <>
      {found.data?.map((asked) => (
        <Request key={asked.id} asked={asked} onDecide={(how) => setDialog({ how, asked })} />
      ))}
      {/* Here, so that it stays until its call is answered: the request itself is gone as soon as it is decided. */}
      {dialog?.how === 'approve' && (
        <ApproveDialog asked={dialog.asked} txn={txn} money={money} onClose={() => setDialog(null)} />
      )}
      {dialog?.how === 'decline' && <DeclineDialog asked={dialog.asked} onClose={() => setDialog(null)} />}
    </>
  )
}

/** 'Ana asks to refund $812.40 to the buyer' */
function asks({ asked_by_name, kind, cents, charge_seller }: Approval) {
  const what =
    kind === 'refund'
      ? `asks to refund ${dollars(cents)} to the buyer`
      : `asks to cancel this transaction and refund ${dollars(cents)} to the buyer${charge_seller ? ', charging the seller' : ''}`
  return (
    <>
      <bdi>{asked_by_name}</bdi> {what}
    </>
  )
}

function Request({ asked, onDecide }: { asked: Approval; onDecide: (how: How) => void }) {
  const me = useMe()
  const may = useWhyNot(approvalRights[asked.kind])
  const withdrawing = useAction(api.approvals.withdraw, {
    done: 'Request withdrawn.',
    failed: 'Error withdrawing the request.',
    refetch: touched,
    refetchOnConflict: touched,
  })
  const once = useOneAtATime()
  const problem = detailOf(withdrawing.failure)
  return (
    <section className={classes.waiting} aria-label="Waits for a second person">
      <div className={classes.asks}>
        <Text size="sm" fw={600}>
          {asks(asked)} — needs a second person
        </Text>
        <Text size="xs">
          Asked <When value={asked.asked_at} write={shortUtc} />; waits until{' '}
          <When value={asked.expires_at} write={shortUtc} />.
        </Text>
        {problem && (
          <Text size="sm" role="alert">
            {problem}
          </Text>
        )}
      </div>
      <Group gap="sm">
        {me?.uid === asked.asked_by ? (
          <Button
            variant="default"
            loading={withdrawing.busy}
            onClick={() => once(async () => void (await withdrawing.run({ params: { id: asked.id } })))}
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
