import { Button, Table, Text } from '@mantine/core'
import type { StaffSession } from '@portreeve/contract/staff/staff'
import { useMemo } from 'react'
import { browserName } from '../../format/browser.ts'
import { shortLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { When } from '../../ui/When.tsx'

interface SessionTableProps {
  sessions: readonly StaffSession[]
  /** The ids of sessions that are being ended. They are hidden. */
  ending: ReadonlySet<string>
  onEnd: (session: StaffSession) => void
}

const columnsOf = (onEnd: SessionTableProps['onEnd']): Column<StaffSession>[] => [
  {
    name: 'Browser',
    cell: ({ user_agent, current }) => (
      <span title={user_agent ?? undefined}>
        {browserName(user_agent)}
        {current && ' (this one)'}
      </span>
    ),
  },
  { name: 'Address', cell: ({ address }) => <Clamp text={orNull(address)} mono /> },
  {
    name: 'Started',
    width: 180,
    is: 'date',
    cell: ({ started_at }) => <When value={started_at} write={shortLocal} />,
  },
  {
    name: 'Last used',
    width: 180,
    is: 'date',
    cell: ({ last_used_at }) => <When value={last_used_at} write={shortLocal} />,
  },
  {
    name: '',
    width: 64,
    cell: (session) => (
      <Button size="compact-sm" variant="default" onClick={() => onEnd(session)}>
        End
      </Button>
    ),
  },
]

/** The devices on which a staff member is signed in. */
export function SessionTable({ sessions, ending, onEnd }: SessionTableProps) {
  const columns = useMemo(() => columnsOf(onEnd), [onEnd])
  const remaining = sessions.filter(({ id }) => !ending.has(id))
  if (remaining.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No sessions: signed in nowhere at the moment.
      </Text>
    )
  return (
    <Table.ScrollContainer minWidth={608} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <ColumnTable label="Sessions" columns={columns} rows={remaining} keyOf={({ id }) => id} />
    </Table.ScrollContainer>
  )
}
