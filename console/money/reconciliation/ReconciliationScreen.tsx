import { Alert, Text, Title } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { LedgerCheck } from '@portreeve/contract/money/reconciliation'
import { useSearch } from '@tanstack/react-router'
import { detailOf } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { ListCsv } from '../../shell/lists/ListCsv.tsx'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Days } from './Days.tsx'
import { Differences } from './Differences.tsx'
import classes from './reconciliation.module.css'
import { differencesOf } from './search.ts'
import { progressOf } from './words.ts'

const isUnderWay = ({ state }: LedgerCheck) => state === 'requested' || state === 'running'

/** The ledger checked against itself and against the payment provider, day by day, and each difference. */
export function ReconciliationScreen() {
  const search = useSearch({ from: '/shell/dashboard/reconciliation' })
  const days = useData(api.reconciliation.days, {})
  const endpoints = useData(api.reconciliation.endpoints, {})
  const problems = endpoints.data?.flatMap((one) => one.problems) ?? []
  const run = useAction(api.reconciliation.run, {
    failed: 'Error starting the check.',
    refetch: [api.reconciliation.days],
  })
  const stop = useAction(api.reconciliation.stop, {
    done: 'The check is stopped. What it has found stays.',
    failed: 'Error stopping the check.',
    refetch: [api.reconciliation.days],
    refetchOnConflict: [api.reconciliation.days],
  })
  const running = days.data?.find(isUnderWay)
  const openCount = days.data?.[0]?.open ?? 0
  return (
    <>
      <PageHead
        title="Reconciliation"
        count={
          running
            ? (progressOf(running) ?? 'the check begins')
            : days.data && !days.failure
              ? openCount === 0
                ? 'nothing open'
                : `${openCount} open today`
              : null
        }
      >
        <SavedViews list="reconciliation" />
        <ListCsv list="differences" query={differencesOf(search)} name="differences" />
        {running && (
          <GuardedButton
            may="money.correct"
            size="compact-sm"
            variant="default"
            loading={stop.busy}
            onClick={() => void stop.run({})}
          >
            Stop the check
          </GuardedButton>
        )}
        <GuardedButton
          may="money.correct"
          size="compact-sm"
          variant="default"
          loading={run.busy}
          whyNot={running ? 'A check is under way.' : null}
          onClick={() => void run.run({})}
        >
          Check now
        </GuardedButton>
      </PageHead>
      {problems.map((words) => (
        <Alert key={words} color="orange" variant="light" mb="sm">
          {words}
        </Alert>
      ))}
      {run.failure && (
        <Text size="sm" c="red" role="alert" mb="sm">
          {detailOf(run.failure) ?? run.failure.message}
        </Text>
      )}
      {/* Not before the problems above are known: nothing moves. */}
      {!endpoints.loading && (
        <div className={classes.columns}>
          <section aria-labelledby="differences">
            <Title order={2} id="differences" mb="sm">
              Differences
            </Title>
            <Differences search={search} />
          </section>
          <section aria-labelledby="days">
            <Title order={2} id="days" mb="sm">
              Checks
            </Title>
            {days.failure && <FailedState message="The checks could not be loaded." onRetry={days.reload} />}
            {(days.data || !days.failure) && <Days rows={days.data} />}
          </section>
        </div>
      )}
    </>
  )
}
