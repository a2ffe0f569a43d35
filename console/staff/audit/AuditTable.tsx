import { UnstyledButton } from '@mantine/core'
import type { AuditRow } from '@portreeve/contract/staff/audit'
import type { TakeBack as Held } from '@portreeve/contract/staff/held'
import { wayBack } from '@portreeve/contract/ways-back'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useId, useState } from 'react'
import { actionWords } from '../../format/actions.ts'
import { actorName, actorRole } from '../../format/actor.ts'
import { shortLocal } from '../../format/dates.ts'
import { sentenceOf } from '../../format/sentences.ts'
import { PeekLink } from '../../shell/peek/PeekLink.tsx'
import { PeekBody, PeekHead } from '../../shell/peek/PeekParts.tsx'
import { AsThen, RecordLink } from '../../shell/records/RecordLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnCells, ColumnTable } from '../../ui/ColumnTable.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RowsInPage } from '../../ui/RowsInSight.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { useStable } from '../../ui/stable.ts'
import { When } from '../../ui/When.tsx'
import { Changes } from '../timeline/Changes.tsx'
import { TakeBack } from '../timeline/TakeBack.tsx'
import classes from './audit.module.css'
import { Checks } from './Checks.tsx'
import { seenIn } from './seen.ts'

/** An action in words; a read of messages with which of them it showed. */
const wordsOf = (row: AuditRow) =>
  typeof row.after === 'object' && row.after !== null && 'shown' in row.after
    ? sentenceOf(row, row.names).words
    : actionWords(row.action, row.after)

const columns: readonly Column<AuditRow>[] = [
  { name: 'Time', width: 160, is: 'date', cell: ({ at }) => <When value={at} write={shortLocal} /> },
  { name: 'Who', cell: ({ by }) => <Clamp text={actorName(by)} /> },
  { name: 'Role', width: 84, cell: ({ by }) => actorRole(by) },
  {
    name: 'Action',
    width: '22%',
    cell: (row) => (
      <PeekLink
        peek={`audit:${row.id}`}
        to="."
        search={(now: object) => ({ ...now, peek: `audit:${row.id}` })}
        resetScroll={false}
        className={classes.action ?? ''}
        title={row.action}
      >
        {wordsOf(row)}
      </PeekLink>
    ),
  },
  { name: 'Record', cell: ({ subject }) => <RecordLink subject={subject} /> },
  { name: 'Reason', cell: ({ reason }) => reason && <Clamp text={reason} lines={2} /> },
  { name: 'Checked', width: 92, cell: ({ checks }) => <CheckWord checks={checks} /> },
]
/** The header of the column whose cells expand a row's details. */
const details: Column<AuditRow> = { name: 'Details', width: 88, cell: () => null }
const headers = [...columns, details]
const keyOf = ({ id }: AuditRow) => String(id)

/** The audit log, newest first; a placeholder while `rows` is undefined. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] | undefined }) {
  // Kept here because a row that is scrolled out of view is unmounted.
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const { toggle } = useStable({
    toggle: (id: number) =>
      setOpened(new Set(opened.has(id) ? [...opened].filter((one) => one !== id) : [...opened, id])),
  })
  return (
    <ScrollBox className={classes.box} label="Audit log, table">
      <ColumnTable
        label="Audit log"
        className={classes.table}
        stacks
        columns={headers}
        rows={rows}
        keyOf={keyOf}
        height={52}
        loadingRows={12}
      >
        {(loaded) => (
          <RowsInPage rows={loaded} keyOf={keyOf} height={52} columns={headers.length}>
            {(row) => <Row row={row} opened={opened.has(row.id)} onToggle={toggle} />}
          </RowsInPage>
        )}
      </ColumnTable>
    </ScrollBox>
  )
}

interface RowProps {
  row: AuditRow
  opened: boolean
  onToggle: (id: number) => void
}

const Row = memo(function Row({ row, opened, onToggle }: RowProps) {
  const id = useId()
  const words = wordsOf(row)
  return (
    <>
      <tr className={classes.row}>
        <ColumnCells row={row} columns={columns} />
        <td>
          <UnstyledButton
            className={classes.more}
            aria-expanded={opened}
            aria-controls={id}
            aria-label={`Details of ${row.id}, ${words}`}
            onClick={() => onToggle(row.id)}
          >
            {opened ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
            Details
          </UnstyledButton>
        </td>
      </tr>
      <tr id={id} hidden={!opened}>
        {opened && (
          <td colSpan={headers.length} className={classes.details}>
            <Details row={row} />
          </td>
        )}
      </tr>
    </>
  )
})

/** The bulk job that a row is about, or whose row it is: such rows have its id instead of a request's. */
function jobOf({ request_id, action, after }: AuditRow): string | null {
  if (request_id?.startsWith('bulk_')) return request_id
  const job = action.startsWith('bulk.') && typeof after === 'object' && after && 'job' in after && after.job
  return typeof job === 'string' ? job : null
}

function Details({ row }: { row: AuditRow }) {
  const job = jobOf(row)
  const seen = seenIn(row)
  return (
    <>
      {row.subject && seen && <AsThen {...row.subject} at={seen.at} seen={{ as: seen.as, by: seen.by }} />}
      <dl className={classes.facts}>
        <dt>Number</dt>
        <dd>{row.id}</dd>
        <dt>Action</dt>
        <dd>
          <code>{row.action}</code>
        </dd>
        <dt>By</dt>
        <dd>
          <CopyText text={row.by.uid} />
        </dd>
        {row.address && (
          <>
            <dt>From</dt>
            <dd>{row.address}</dd>
          </>
        )}
        {job !== null && (
          <>
            <dt>Bulk action</dt>
            <dd>
              <Link to="." search={(now: object) => ({ ...now, bulk: job })}>
                {job}
              </Link>
            </dd>
          </>
        )}
        {row.request_id && row.request_id !== job && (
          <>
            <dt>Request</dt>
            <dd>
              <CopyText text={row.request_id} />
            </dd>
          </>
        )}
        {row.reason && (
          <>
            <dt>Reason</dt>
            <dd dir="auto" className={classes.reason}>
              {row.reason}
            </dd>
          </>
        )}
      </dl>
      {row.take_back ? (
        <TakeBack held={row.take_back} action={row.action as Held['action']} />
      ) : (
        <p className={classes.kind}>{wayBack(row.action)?.words}</p>
      )}
      {row.left_out === 'long' ? (
        <p>Before and after are too long to be shown here. They are in the export.</p>
      ) : row.left_out === 'erased' ? (
        <p>What it was about was erased with a person.</p>
      ) : row.before == null && row.after == null ? (
        <p className={classes.kind}>Nothing was recorded of before and after.</p>
      ) : (
        <Changes {...row} />
      )}
    </>
  )
}

/** An entry beside the list; undefined if the list does not have it. */
export function EntryPeek({ row, onChecked }: { row: AuditRow | undefined; onChecked: () => void }) {
  return (
    <PeekBody>
      <PeekHead picture={null} title={row ? wordsOf(row) : 'No such entry'}>
        {row ? (
          <>
            <span>
              {actorName(row.by)}, {actorRole(row.by)} · <When value={row.at} write={shortLocal} />
            </span>
            <RecordLink subject={row.subject} />
            {row.subject && <AsThen {...row.subject} at={row.at} />}
          </>
        ) : (
          <EmptyState>The list beside does not have this entry: its filters may leave it out.</EmptyState>
        )}
      </PeekHead>
      {row && (
        <div className={classes.entry}>
          <Details row={row} />
          {row.checks && <Checks key={row.id} row={row} checks={row.checks} onChecked={onChecked} />}
        </div>
      )}
    </PeekBody>
  )
}

/** What colleagues say about a decision, in a word. */
function CheckWord({ checks = [] }: Pick<AuditRow, 'checks'>) {
  if (checks.length === 0) return null
  return checks.every(({ agrees }) => agrees) ? (
    <StateWord word="Agreed" tone="good" />
  ) : (
    <StateWord word="Disagreed" tone="bad" />
  )
}
