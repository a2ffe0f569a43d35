import { Drawer, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useData } from '../../data/use-data.ts'
import { ago } from '../../format/dates.ts'
import { serverNow } from '../../format/now.ts'
import { useEscape } from '../../ui/browser/escape.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './bulk.module.css'
import { Job } from './Job.tsx'
import { jobTitle, progressWords } from './words.ts'

/** The jobs that the address names, as `?bulk={id},{id}`, or the caller's recent ones, as `?bulk=recent`. They go on when it closes. */
export function JobDrawer({ named }: { named: string }) {
  const navigate = useNavigate()
  const close = () =>
    void navigate({
      to: '.',
      hash: true,
      state: true,
      replace: true,
      resetScroll: false,
      search: (now: object) => ({ ...now, bulk: undefined }),
    })
  useEscape(close)
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size={480}
      title={named === 'recent' ? 'Recent bulk actions' : 'Bulk action'}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close bulk action' }}
    >
      {named === 'recent' ? (
        <RecentJobs />
      ) : (
        named.split(',').map((id) => (
          <div key={id} className={classes.job}>
            <Job id={id} />
          </div>
        ))
      )}
    </Drawer>
  )
}

function RecentJobs() {
  const { data, failure, loading, reload } = useData(api.bulk.mine, {}, { isFresh: true })
  const now = serverNow()
  if (failure) return <FailedState message="The bulk actions could not be loaded." onRetry={reload} />
  if (loading) return <LinesSkeleton lines={4} height={40} />
  if (data?.length === 0) return <Text size="sm">You have started none in the last month.</Text>
  return (
    <ul className={classes.rows} aria-label="Recent bulk actions">
      {data?.map((job) => (
        <li key={job.id}>
          <span className={classes.line}>
            <Link to="." search={(search: object) => ({ ...search, bulk: job.id })} hash state>
              {jobTitle[job.action]}
            </Link>
            <When value={job.created_at} write={(at) => ago(at, now)} />
          </span>
          <span className={classes.quiet}>{progressWords(job)}</span>
        </li>
      ))}
    </ul>
  )
}
