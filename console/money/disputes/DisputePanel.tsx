import { Box, CloseButton, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type DisputeCase, disputeTypes } from '@portreeve/contract/money/disputes'
import type { Money } from '@portreeve/contract/money/money'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { ageWords } from '../../format/deadline.ts'
import { grouped } from '../../format/money.ts'
import { orNull, wordOf } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import classes from '../../shell/lists/desk.module.css'
import { useCaseMark } from '../../shell/lists/opened-case.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { UserLink } from '../../shell/records/UserLink.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { useNow } from '../../ui/moment.ts'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { Assignee } from './Assignee.tsx'
import { Deadline } from './Deadline.tsx'
import type { Side } from './DecideDialog.tsx'
import ownClasses from './dispute-panel.module.css'
import { Notes } from './Notes.tsx'
import { effectsOf, outcomeWords } from './outcome.ts'
import { Statement } from './Statement.tsx'

// Only for a decision.
const DecideDialog = onDemand(async () => (await import('./DecideDialog.tsx')).DecideDialog)

interface DisputePanelProps {
  /** The id of the transaction. */
  transaction: string
  /** Closes the panel on a page that is not the transaction's own; the panel then shows the transaction's title and link. */
  onClose?: () => void
}

/** The dispute of a transaction, with what both sides say, and its decision. Renders nothing for a transaction without one. */
export function DisputePanel({ transaction, onClose }: DisputePanelProps) {
  const params = { id: transaction }
  const txn = useData(api.transactions.get, { params })
  const id = txn.data?.dispute_id ?? null
  const found = useData(api.disputes.get, { params: { disputeId: id ?? '' } }, { when: id !== null })
  const money = useData(api.transactions.money, { params }, { when: id !== null })
  const failed = txn.failure ?? found.failure
  if (failed && !found.data) {
    // Another server may not have the call.
    if (failed.status === 404 && !onClose) return null
    return (
      <FailedState
        message="The dispute could not be loaded."
        onRetry={txn.failure ? txn.reload : found.reload}
      />
    )
  }
  if (txn.data && id === null) return onClose ? <Text size="sm">This transaction has no dispute.</Text> : null
  if (!found.data)
    return (
      <div className={classes.card}>
        <div className={classes.cardBody}>
          <LinesSkeleton lines={10} height={24} />
        </div>
      </div>
    )
  return <Dispute dispute={found.data} money={money.data} onClose={onClose} />
}

interface DisputeProps {
  dispute: DisputeCase
  money: Money | undefined
  onClose: (() => void) | undefined
}

function Dispute({ dispute, money, onClose }: DisputeProps) {
  const mark = useCaseMark('dispute')
  const [side, setSide] = useState<Side | null>(null)
  // The query of the transaction's page, which has its answer already.
  const approvals = useData(api.approvals.list, { query: { transaction: dispute.transaction_id } })
  const isOpen = dispute.status === 2
  const request = approvals.data?.find(
    ({ dispute_id, state }) => dispute_id === dispute.id && state === 'asked',
  )
  const onItsWay = money?.in_flight.find(({ kind }) => kind === 'dispute_refund')
  const whyNot = request
    ? 'A decision waits for a second person.'
    : onItsWay
      ? 'A decision is on its way.'
      : null
  return (
    <section {...mark(dispute.id)} className={classes.card} aria-label="Dispute">
      <div className={classes.cardHead}>
        <div>
          <Title order={2}>
            {onClose ? orNull(dispute.title) : `Dispute: ${wordOf(disputeTypes, dispute.dispute_type)}`}
          </Title>
          {onClose && (
            <Link to="/dashboard/txns/$id" params={{ id: dispute.transaction_id }} className={classes.title}>
              {dispute.public_id ?? dispute.transaction_id}
            </Link>
          )}
        </div>
        {onClose && <CloseButton aria-label="Close the dispute" onClick={onClose} />}
      </div>
      <div className={classes.cardBody}>
        {request && (
          <p className={classes.band}>
            {request.asked_by_name} has asked to refund {grouped(request.cents, dispute.currency)} by a
            decision. It waits for a second person.
          </p>
        )}
        {onItsWay && (
          <p className={classes.band}>
            A refund of {grouped(onItsWay.cents ?? 0, dispute.currency)} is on its way; then the dispute is
            resolved.
          </p>
        )}
        <Facts dispute={dispute} isAlone={onClose !== undefined} />
        <div className={ownClasses.statements}>
          <Statement dispute={dispute} side="buyer" />
          <Statement dispute={dispute} side="seller" />
        </div>
        {isOpen && <Outcomes dispute={dispute} money={money} whyNot={whyNot} onDecide={setSide} />}
        <Notes dispute={dispute} />
      </div>
      {side && <DecideDialog dispute={dispute} money={money} side={side} onClose={() => setSide(null)} />}
    </section>
  )
}

interface OutcomesProps {
  dispute: DisputeCase
  money: Money | undefined
  /** Why it cannot be decided now; null if it can. */
  whyNot: string | null
  onDecide: (side: Side) => void
}

/** Both outcomes side by side, each with what the parties get by it. Neither is the main one: the decision is open. */
const Outcomes = ({ dispute, money, whyNot, onDecide }: OutcomesProps) => (
  <Box className={ownClasses.outcomes} role="group" aria-label="Decide">
    {(['buyer', 'seller'] as const).map((side) => (
      <div key={side} className={ownClasses.outcome}>
        <ul>
          {money &&
            effectsOf(dispute, money, side).map(({ cents, words }) => (
              <li key={words} data-nothing={cents === 0 || undefined}>
                <b>{grouped(cents, dispute.currency)}</b> <bdi>{words}</bdi>
              </li>
            ))}
        </ul>
        <GuardedButton
          may="disputes.write"
          whyNot={whyNot}
          variant="default"
          fullWidth
          onClick={() => onDecide(side)}
        >
          {side === 'buyer' ? 'For the buyer…' : 'For the seller…'}
        </GuardedButton>
      </div>
    ))}
  </Box>
)

interface FactsProps {
  dispute: DisputeCase
  /** The page has no head with the reason and no panel with the people. */
  isAlone: boolean
}

function Facts({ dispute, isAlone }: FactsProps) {
  const isOpen = dispute.status === 2
  const now = useNow()
  const { creator_uid, creator_name, created_at, decided_by, decision_reason } = dispute
  return (
    <dl className={classes.facts}>
      {isAlone && (
        <div>
          <dt>Reason</dt>
          <dd>{wordOf(disputeTypes, dispute.dispute_type)}</dd>
        </div>
      )}
      <div>
        <dt>Amount</dt>
        <dd className={classes.money}>{grouped(dispute.amount, dispute.currency)}</dd>
      </div>
      <div>
        <dt>{isOpen ? 'Deadline' : 'Outcome'}</dt>
        <dd>{isOpen ? <Deadline dispute={dispute} /> : outcomeWords(dispute)}</dd>
      </div>
      <div>
        <dt>Opened by</dt>
        <dd>
          <UserLink uid={creator_uid} name={creator_name} />
          <span className={classes.quiet}>
            <When value={created_at} write={shortLocal} />, {ageWords(created_at, now)} ago
          </span>
        </dd>
      </div>
      {isAlone && (
        <div>
          <dt>Seller</dt>
          <dd>
            <UserLink {...dispute.seller} />
          </dd>
        </div>
      )}
      <div>
        <dt>{isOpen ? 'Assignee' : 'Decided by'}</dt>
        <dd>
          {isOpen ? (
            <Assignee dispute={dispute} />
          ) : (
            <>
              {decided_by?.name ?? '–'}
              {dispute.resolved_at && (
                <span className={classes.quiet}>
                  <When value={dispute.resolved_at} write={shortLocal} />
                </span>
              )}
            </>
          )}
        </dd>
      </div>
      {decision_reason && (
        <div style={{ gridColumn: '1 / -1' }}>
          <dt>Why</dt>
          <dd>
            <LongText text={decision_reason} lines={6} />
          </dd>
        </div>
      )}
    </dl>
  )
}
