import { Table, UnstyledButton } from '@mantine/core'
import type { AuditRow } from '@portreeve/contract/audit'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo, useId, useState } from 'react'
import { actionWords, actorName } from '../../format/actions.ts'
import { shortLocal } from '../../format/dates.ts'
import { Changes } from '../../parts/timeline/Changes.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { CopyText } from '../../ui/CopyText.tsx'
import { RowsInPage } from '../../ui/RowsInSight.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { useStable } from '../../ui/stable.ts'
import { When } from '../../ui/When.tsx'
import classes from './audit.module.css'
import { RecordLink } from './RecordLink.tsx'

const columns = ['Time', 'Who', 'Role', 'Action', 'Record', 'Reason', 'Details']

/** What was done here, newest first, or the table's place while it is on its way. */
export function AuditTable({ rows }: { rows: readonly AuditRow[] | undefined }) {
  // Kept here: a row that is scrolled far away is not drawn, and comes back as it was.
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const { toggle } = useStable({
    toggle: (id: number) =>
      setOpened(new Set(opened.has(id) ? [...opened].filter((one) => one !== id) : [...opened, id])),
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.box} aria-label="Audit log, table" tabIndex={0}>
      <Table className={classes.table} aria-label="Audit log" verticalSpacing={6} horizontalSpacing={8}>
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {rows ? (
          <RowsInPage rows={rows} height={49} columns={columns.length}>
            {(row) => <Row key={row.id} row={row} opened={opened.has(row.id)} onToggle={toggle} />}
          </RowsInPage>
        ) : (
          <RowsSkeleton rows={12} columns={columns.length} height={44} />
        )}
      </Table>
    </section>
  )
}

interface RowProps {
  row: AuditRow
  opened: boolean
  onToggle: (id: number) => void
}

const Row = memo(function Row({ row, opened, onToggle }: RowProps) {
  const id = useId()
  const words = actionWords(row.action, row.after)
  return (
    <>
      <Table.Tr className={classes.row}>
        <Table.Td className={classes.time}>
          <When value={row.at} write={shortLocal} />
        </Table.Td>
        <Table.Td>
          <Clamp text={actorName(row.by)} />
        </Table.Td>
        <Table.Td>{row.by.role}</Table.Td>
        <Table.Td title={row.action}>{words}</Table.Td>
        <Table.Td>
          <RecordLink subject={row.subject} />
        </Table.Td>
        <Table.Td>{row.reason && <Clamp text={row.reason} lines={2} />}</Table.Td>
        <Table.Td>
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
        </Table.Td>
      </Table.Tr>
      <Table.Tr id={id} hidden={!opened}>
        {opened && (
          <Table.Td colSpan={columns.length} className={classes.details}>
            <Details row={row} />
          </Table.Td>
        )}
      </Table.Tr>
    </>
  )
})

function Details({ row }: { row: AuditRow }) {
  return (
    <>
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
        {row.request_id && (
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
      {row.left_out === 'long' ? (
        <p>Before and after are too long to be shown here. They are in the export.</p>
      ) : row.left_out === 'erased' ? (
        <p>What it was about was erased with a person.</p>
      ) : row.before == null && row.after == null ? (
        <p className={classes.kind}>Nothing was recorded of before and after.</p>
      ) : (
        <Changes before={row.before} after={row.after} />
      )}
    </>
  )
}
