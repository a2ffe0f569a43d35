import { Alert, SegmentedControl, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  type UndoPlan,
  type UndoStanding,
  undoneAlone,
  undoStandings,
} from '@portreeve/contract/desk/undo-plans'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { useBulkEnded } from '../../data/bulk.ts'
import { failureText } from '../../data/failure.ts'
import { usePages } from '../../data/pages.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { count, orNull } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { Job } from '../../shell/bulk/Job.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { PlanTable } from './PlanTable.tsx'
import classes from './undo-plans.module.css'
import { ofWords, spanWords, standingWords } from './words.ts'

/** A plan: each action with its undo, or what keeps it. */
export function UndoPlanScreen() {
  const { id } = useParams({ from: '/shell/dashboard/undo/$id' })
  const { data: plan, failure, reload } = useData(api.undoPlans.get, { params: { id } }, { isFresh: true })
  if (!plan)
    return (
      <>
        <PageHead title="Undo" above={<Link to="/dashboard/undo">Undo</Link>} />
        {failure ? (
          <FailedState message={failureText(failure)} onRetry={reload} />
        ) : (
          <LinesSkeleton lines={6} height={40} />
        )}
      </>
    )
  return <Plan plan={plan} />
}

function Plan({ plan }: { plan: UndoPlan }) {
  const [asking, setAsking] = useState(false)
  const isMaker = useOwnUid() === plan.by.uid
  const { can } = plan.counts
  const input = { params: { id: plan.id } }
  const refetch = [api.undoPlans.get, api.undoPlans.list]
  const approve = useAction(api.undoPlans.approve, {
    done: 'Plan approved',
    failed: ({ failure }) => ({ title: 'It could not be approved', message: failureText(failure) }),
    ...{ refetch, refetchOnConflict: refetch },
  })
  const waits = plan.needs_second && !plan.approved
  return (
    <>
      <PageHead
        title={ofWords(plan.of, plan.name)}
        count={count(
          Object.values(plan.counts).reduce((all, n) => all + n, 0),
          'action',
          'actions',
        )}
        above={<Link to="/dashboard/undo">Undo</Link>}
      >
        {waits && plan.job_id === null && (
          <GuardedButton
            may="staff.manage"
            variant="default"
            size="compact-sm"
            loading={approve.busy}
            whyNot={isMaker ? 'You have made this plan: a colleague approves it.' : null}
            onClick={() => void approve.run(input)}
          >
            Approve
          </GuardedButton>
        )}
        {plan.job_id === null && (
          <GuardedButton
            may="staff.manage"
            size="compact-sm"
            whyNot={
              can === 0
                ? 'Nothing of this plan can be undone.'
                : waits
                  ? 'A second person approves it first.'
                  : null
            }
            onClick={() => setAsking(true)}
          >
            {`Undo ${count(can, 'action', 'actions')}…`}
          </GuardedButton>
        )}
      </PageHead>
      <Text size="sm" className={classes.about}>
        <bdi>{plan.reason}</bdi>. Done {spanWords(plan)}. <bdi>{orNull(plan.by.name)}</bdi> made the plan on{' '}
        <When value={plan.made_at} write={shortUtc} />
        {plan.approved && (
          <>
            , and <bdi>{orNull(plan.approved.name)}</bdi> approved it
          </>
        )}
        .
      </Text>
      {waits && plan.job_id === null && (
        <Alert color="orange" variant="light" className={classes.about}>
          With what its maker has undone alone since yesterday, these are more than {undoneAlone} actions: a
          second person approves the plan, neither its maker nor the colleague whose work it undoes.
        </Alert>
      )}
      {plan.job_id && (
        <section className={classes.job} aria-label="Progress of the undo">
          <Job id={plan.job_id} />
        </section>
      )}
      <Actions plan={plan} />
      {asking && (
        <ActionDialog
          call={api.undoPlans.run}
          input={() => input}
          {...{ refetch: [...refetch, api.undoPlans.rows], refetchOnConflict: refetch }}
          done="The undo has started"
          problem={failureText}
          title={`Undo ${count(can, 'action', 'actions')}`}
          subtitle={`Each is undone by its ordinary call, the newest first, in your name and with an entry in the audit log. What colleagues have changed since stays. ${finalWords(plan)}`}
          confirmText="Undo"
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const finalWords = ({ counts: { final, newer } }: UndoPlan) =>
  final + newer === 0
    ? ''
    : `${count(final, 'action is', 'actions are')} final, and newer work keeps ${newer}.`

/** The actions, by how they stand. */
function Actions({ plan }: { plan: UndoPlan }) {
  const standings = undoStandings.filter((one) => plan.counts[one] > 0)
  const [standing, setStanding] = useState<UndoStanding>(standings[0] ?? 'can')
  const pages = usePages(api.undoPlans.rows, { params: { id: plan.id }, query: { standing } })
  useBulkEnded((action) => {
    if (action === 'undoPlans.run') pages.reload()
  })
  return (
    <>
      <SegmentedControl
        aria-label="How they stand"
        size="xs"
        className={classes.about ?? ''}
        data={standings.map((one) => ({ value: one, label: `${standingWords[one]} (${plan.counts[one]})` }))}
        value={standing}
        onChange={(value) => setStanding(value as UndoStanding)}
      />
      <PagedList pages={pages} what="actions" empty="No such action.">
        {(rows) => <PlanTable rows={rows} />}
      </PagedList>
    </>
  )
}
