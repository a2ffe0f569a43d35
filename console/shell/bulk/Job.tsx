import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type BulkJob, bulkActions, bulkPermission } from '@portreeve/contract/desk/bulk'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { announceBulkEnd } from '../../data/bulk.ts'
import { failureText } from '../../data/failure.ts'
import { useMay } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { useLiveState } from '../../data/use-live.ts'
import { shortUtc } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { useClock } from '../../ui/browser/clock.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { GuardedButton } from '../GuardedButton.tsx'
import classes from './bulk.module.css'
import { JobRows } from './JobRows.tsx'
import { jobTitle, progressOf, progressWords } from './words.ts'

/** Milliseconds between two readings of a running job while the page receives no live events. */
const readEvery = 5000

const isRunning = ({ state }: BulkJob) => state === 'running' || state === 'undoing'

/** A job: how far it is, and its results. */
export function Job({ id }: { id: string }) {
  const isLive = useLiveState() === 'live'
  const {
    data: job,
    at,
    failure,
    reload,
  } = useData(
    api.bulk.get,
    { params: { id } },
    { every: (read) => (isRunning(read) && !isLive ? readEvery : null), isFresh: true },
  )
  const { action, state } = job ?? {}
  // The lists that a job has changed fetch their rows again at its end. A short job, or the undo of one, ends between two
  // readings: each state but a running one counts as an end.
  useEffect(() => {
    if (action && state !== 'running' && state !== 'undoing') announceBulkEnd(action)
  }, [action, state])
  if (!job)
    return failure ? (
      <FailedState message={failureText(failure)} onRetry={reload} />
    ) : (
      <LinesSkeleton lines={3} height={24} />
    )
  return (
    <Stack gap="sm">
      <div>
        <Text fw={600} component="h3">
          {jobTitle[job.action]}
        </Text>
        <Text size="sm" c="dimmed">
          <bdi>{orNull(job.by.name)}</bdi> started it on <When value={job.created_at} write={shortUtc} />
        </Text>
      </div>
      <progress className={classes.progress} max={100} value={progressOf(job)} aria-label="Progress" />
      <Text size="sm" role="status">
        {progressWords(job)}
      </Text>
      {job.words && (
        <Alert color="orange" variant="light">
          {job.words} The rows that wait are not done.
        </Alert>
      )}
      <Controls job={job} at={at} />
      {/* The page of a plan has its rows. */}
      {!isRunning(job) && job.action !== 'undoPlans.run' && <JobRows key={job.state} job={job} />}
    </Stack>
  )
}

/** Stop, Continue and Undo, each while it is possible. @param at when the job was read */
function Controls({ job, at }: { job: BulkJob; at: number }) {
  const isLead = useMay('work.lead')
  const mayPlan = useMay('staff.manage')
  const isOwn = useOwnUid() === job.by.uid || isLead
  const words = (what: string) => ({
    failed: ({ failure }: { failure: Parameters<typeof failureText>[0] }) => ({
      title: what,
      message: failureText(failure),
    }),
    refetch: [api.bulk.get, api.bulk.rows],
  })
  const stop = useAction(api.bulk.stop, words('It could not be stopped'))
  const resume = useAction(api.bulk.resume, words('It could not be continued'))
  const undo = useAction(api.bulk.undo, words('It could not be undone'))
  const input = { params: { id: job.id } }
  const may = bulkPermission(job.action)
  const waits = bulkActions[job.action].canUndo === 'before'
  const undoEnd = job.undo_left_ms !== null && (waits || !isRunning(job)) ? at + job.undo_left_ms : 0
  const now = Math.max(useClock(Date.now, undoEnd), at)
  const undoLeft = undoEnd > 0 ? undoEnd - now : (job.undo_left_ms ?? 0)
  return (
    <Group gap="sm">
      {job.state === 'running' && (
        <Button size="compact-sm" variant="default" loading={stop.busy} onClick={() => void stop.run(input)}>
          Stop
        </Button>
      )}
      {job.state === 'stopped' && job.pending > 0 && isOwn && (
        <GuardedButton
          may={may}
          size="compact-sm"
          variant="default"
          loading={resume.busy}
          onClick={() => void resume.run(input)}
        >
          Continue
        </GuardedButton>
      )}
      {undoLeft > 0 && isOwn && (
        <GuardedButton
          may={may}
          size="compact-sm"
          variant="default"
          loading={undo.busy}
          onClick={() => void undo.run(input)}
        >
          {job.state === 'running' && !waits
            ? 'Undo all that is done'
            : `Undo (${Math.ceil(undoLeft / 1000)} s)`}
        </GuardedButton>
      )}
      {mayPlan && !isRunning(job) && job.action !== 'undoPlans.run' && (
        <Link to="/dashboard/undo" search={{ of: 'job', id: job.id }}>
          Undo by plan…
        </Link>
      )}
    </Group>
  )
}
