import { Button, Checkbox, SegmentedControl, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  type BulkJob,
  type BulkRow,
  bulkPermission,
  bulkRowStates,
  canUndoRows,
} from '@portreeve/contract/desk/bulk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { usePages } from '../../data/pages.ts'
import { useWhyNot } from '../../data/rights.ts'
import { count } from '../../format/words.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { LoadMore } from '../LoadMore.tsx'
import { ReasonDialog } from '../ReasonDialog.tsx'
import { UserLink } from '../records/UserLink.tsx'
import classes from './bulk.module.css'
import { PickBox } from './PickBox.tsx'
import { rowWordsOf } from './words.ts'

type Shown = BulkRow['state'] | 'all'

const isUndoable = (state: BulkRow['state']) => state === 'done' || state === 'kept'

/** The places after a click on one; with Shift also those between it and the last one. */
function pick(all: readonly number[], picked: readonly number[], at: number, range: boolean) {
  const last = picked.at(-1)
  if (picked.includes(at)) return picked.filter((one) => one !== at)
  const [from, to] = range && last !== undefined ? [Math.min(last, at), Math.max(last, at)] : [at, at]
  return [...picked.filter((one) => one < from || one > to), ...all.filter((one) => one >= from && one <= to)]
}

/** The results of a job's rows: the refused ones first, if there are any. */
export function JobRows({ job }: { job: BulkJob }) {
  const [shown, setShown] = useState<Shown>(job.refused > 0 ? 'refused' : 'all')
  const pages = usePages(api.bulk.rows, {
    params: { id: job.id },
    query: shown === 'all' ? {} : { state: shown },
  })
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [asking, setAsking] = useState(false)
  const canUndo = useWhyNot(bulkPermission(job.action)) === null && canUndoRows(job)
  const undoable = (canUndo ? (pages.rows ?? []) : [])
    .filter(({ state }) => isUndoable(state))
    .map(({ at }) => at)
  const picked = undoable.filter((at) => chosen.includes(at))
  const counts: Record<BulkRow['state'], number> = { ...job, kept: 0 }
  const rowWords = rowWordsOf(job)
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
      {undoable.length > 0 && (
        <div className={classes.undo}>
          <Checkbox
            label="All shown that are done"
            checked={picked.length === undoable.length}
            indeterminate={picked.length > 0 && picked.length < undoable.length}
            onChange={() => setChosen(picked.length === undoable.length ? [] : undoable)}
          />
          <Button
            size="compact-sm"
            variant="default"
            disabled={picked.length === 0}
            onClick={() => setAsking(true)}
          >
            {picked.length === 0 ? 'Undo rows' : `Undo ${count(picked.length, 'row', 'rows')}`}
          </Button>
        </div>
      )}
      {asking && (
        <ReasonDialog
          call={api.bulk.undoRows}
          input={(reason) => ({ params: { id: job.id }, body: { rows: picked, reason } })}
          refetch={[api.bulk.get, api.bulk.rows]}
          refetchOnConflict={[api.bulk.get, api.bulk.rows]}
          failed="The rows could not be undone"
          title="Undo rows"
          subtitle={`${count(picked.length, 'row is', 'rows are')} put back as before the action. What a colleague has changed since stays.`}
          confirmText="Undo"
          onDone={() => setChosen([])}
          onClose={() => setAsking(false)}
        />
      )}
      <ul className={classes.rows} aria-label="Results of the rows">
        {pages.rows?.map((row) => (
          <li key={row.at}>
            <span className={classes.line}>
              <span className={classes.picked}>
                {canUndo && isUndoable(row.state) && (
                  <PickBox
                    of={row.name ?? row.id}
                    checked={picked.includes(row.at)}
                    onPick={(range) => setChosen(pick(undoable, picked, row.at, range))}
                  />
                )}
                <RowLink row={row} />
              </span>
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
