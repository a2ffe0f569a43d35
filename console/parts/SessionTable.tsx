import { Button, Table, Text } from '@mantine/core'
import type { StaffSession } from '@portreeve/contract/staff'
import { browserName } from '../format/browser.ts'
import { shortLocal } from '../format/dates.ts'
import { orNull } from '../format/words.ts'
import { When } from '../ui/When.tsx'

interface SessionTableProps {
  sessions: readonly StaffSession[]
  /** Sessions that are being ended. */
  ending: ReadonlySet<string>
  onEnd: (session: StaffSession) => void
}

/** The devices on which somebody is signed in. */
export function SessionTable({ sessions, ending, onEnd }: SessionTableProps) {
  const left = sessions.filter(({ id }) => !ending.has(id))
  if (left.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No sessions: signed in nowhere at the moment.
      </Text>
    )
  return (
    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label="Sessions" verticalSpacing={6} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            {['Browser', 'Address', 'Started', 'Last used'].map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
            <td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {left.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td title={session.user_agent ?? undefined}>
                {browserName(session.user_agent)}
                {session.current && ' (this one)'}
              </Table.Td>
              <Table.Td ff="monospace">{orNull(session.address)}</Table.Td>
              <Table.Td>
                <When value={session.started_at} write={shortLocal} />
              </Table.Td>
              <Table.Td>
                <When value={session.last_used_at} write={shortLocal} />
              </Table.Td>
              <Table.Td ta="end">
                <Button size="compact-sm" variant="default" onClick={() => onEnd(session)}>
                  End
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
