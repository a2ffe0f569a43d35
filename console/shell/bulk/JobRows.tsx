import { SegmentedControl, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type BulkJob, type BulkRow, bulkRowStates } from '@portreeve/contract/desk/bulk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { LoadMore } from '../LoadMore.tsx'
import { UserLink } from '../records/UserLink.tsx'
import classes from './bulk.module.css'
import { rowWords } from './words.ts'

type Shown = BulkRow['state'] | 'all'

/** The results of a job's rows: the refused ones first, if there are any. */
export function JobRows({ job }: { job: BulkJob }) {
  const [shown, setShown] = useState<Shown>(job.refused > 0 ? 'refused' : 'all')
  const pages = usePages(api.bulk.rows, {
    params: { id: job.id },
    query: shown === 'all' ? {} : { state: shown },
  })
  const counts: Record<BulkRow['state'], number> = { ...job, kept: 0 }
  const states = bulkRowStates.filter((state) => counts[state] > 0)
  return (
    <div>
      {states.length > 1 && (
        <SegmentedControl
          aria-label="Results"
          size="xs"
          fullWidth
          data={[
            { value: 'all', label: 'All' },
            ...states.map((state) => ({ value: state, label: rowWords[state] })),
          ]}
          value={shown}
          onChange={(value) => setShown(value as Shown)}
        />
      )}
      {pages.failure && <FailedState message="The results could not be loaded." onRetry={pages.reload} />}
      {pages.loading && <LinesSkeleton lines={4} height={40} />}
      {pages.rows?.length === 0 && <Text size="sm">No rows.</Text>}
      <ul className={classes.rows} aria-label="Results of the rows">
        {pages.rows?.map((row) => (
          <li key={row.at}>
            <span className={classes.line}>
              <RowLink row={row} />
              <span className={classes.quiet}>{rowWords[row.state]}</span>
            </span>
            {row.words && <span dir="auto">{row.words}</span>}
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} />
    </div>
  )
}

/** A row's record by name, linked to where it is worked on. */
function RowLink({ row: { kind, id, name, transaction_id } }: { row: BulkRow }) {
  const words = name ?? id
  if (kind === 'user') return <UserLink uid={id} name={words} />
  if (kind === 'listing')
    return (
      <Link to="/dashboard/listings/$key" params={{ key: id }}>
        <bdi>{words}</bdi>
      </Link>
    )
  if (kind === 'conversation')
    return (
      <Link to="/dashboard/messages/$id" params={{ id }} search={{ view: 'all' }}>
        {words}
      </Link>
    )
  if (kind === 'ship_label' && transaction_id !== null)
    return (
      <Link to="/dashboard/txns/$id" params={{ id: transaction_id }}>
        {words}
      </Link>
    )
  return <bdi>{words}</bdi>
}
