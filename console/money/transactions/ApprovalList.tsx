import { Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Approval } from '@portreeve/contract/money/approvals'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { PagedList } from '../../shell/PagedList.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { ApproveDialog, DeclineDialog } from './ApprovalDialogs.tsx'
import { type ApprovalDecision, Request } from './ApprovalRequests.tsx'
import classes from './approvals.module.css'
import { askWords, endWords, requestStates } from './request-words.ts'

/** Decided requests below those that wait. */
const maxDecided = 20

/** The requests that wait for a second person, and the last decisions. */
export default function ApprovalList() {
  const [dialog, setDialog] = useState<{ decision: ApprovalDecision; request: Approval } | null>(null)
  const waiting = usePages(api.approvals.list, { query: { state: 'asked' } })
  const newest = useData(api.approvals.list, { query: {} })
  const decided = (newest.data ?? []).filter(({ state }) => state !== 'asked').slice(0, maxDecided)
  const close = () => setDialog(null)
  return (
    <div className={classes.approvals}>
      <section aria-labelledby="waiting">
        <Title order={2} id="waiting" mb="sm">
          Approvals
        </Title>
        <PagedList pages={waiting} what="requests" empty="Nothing waits for a second person.">
          {(rows) =>
            rows ? (
              <div className={classes.requests}>
                {rows.map((request) => (
                  <Request
                    key={request.id}
                    request={request}
                    about={<About request={request} />}
                    onDecide={(decision) => setDialog({ decision, request })}
                  />
                ))}
              </div>
            ) : (
              <LinesSkeleton lines={2} height={64} />
            )
          }
        </PagedList>
      </section>
      {decided.length > 0 && (
        <details>
          <summary>Last decisions ({decided.length})</summary>
          <ul className={classes.decided}>
            {decided.map((request) => (
              <li key={request.id}>
                <StateWord {...requestStates[request.state]} />
                <span>
                  <bdi>{request.asked_by_name}</bdi> {askWords(request)}
                  {endWords(request) && (
                    <>
                      {' '}
                      — <bdi>{endWords(request)}</bdi>
                    </>
                  )}
                  <Text size="xs" c="dimmed">
                    {request.decided_by_name && <bdi>{request.decided_by_name} </bdi>}
                    {request.decided_at && <When value={request.decided_at} write={shortUtc} />}{' '}
                    <About request={request} />
                  </Text>
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {dialog?.decision === 'approve' && <ApproveInList request={dialog.request} onClose={close} />}
      {dialog?.decision === 'decline' && <DeclineDialog request={dialog.request} onClose={close} />}
    </div>
  )
}

/** What the request is about: a transaction, or the order of several. */
function About({ request: { transaction_id: id, together } }: { request: Approval }) {
  return together ? (
    <Link to="/dashboard/orders/$id" params={{ id: together.order_id }} className={classes.about}>
      Order {together.order_id}
    </Link>
  ) : (
    <Link to="/dashboard/txns/$id" params={{ id }} className={classes.about}>
      {id}
    </Link>
  )
}

/** The dialog with the transaction and its money, as on its own page. */
function ApproveInList({ request, onClose }: { request: Approval; onClose: () => void }) {
  const input = { params: { id: request.transaction_id } }
  const txn = useData(api.transactions.get, input)
  const money = useData(api.transactions.money, input)
  return <ApproveDialog request={request} txn={txn.data} money={money.data} onClose={onClose} />
}
