import { Table } from '@mantine/core'
import type { StaffMember } from '@portreeve/contract/staff'
import {
  IconDevices,
  IconLockOpen,
  IconMail,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useOwnUid } from '../../data/backend.tsx'
import { shortLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { GuardedItem } from '../../parts/GuardedItem.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './staff.module.css'

/** What can be done about somebody; each asks first. */
export type What = 'role' | 'disable' | 'enable' | 'link' | 'reset' | 'sessions'

const columns = ['Name', 'E-mail', 'Role', 'State', 'Second factor', 'Last seen', 'Sessions']

interface StaffTableProps {
  /** Undefined while they are on their way. */
  rows: readonly StaffMember[] | undefined
  onAsk: (what: What, person: StaffMember) => void
}

/** Everybody who works here, by e-mail address. */
export function StaffTable({ rows, onAsk }: StaffTableProps) {
  return (
    <div className={classes.scroll}>
      <Table className={classes.table} aria-label="Staff" verticalSpacing={8} horizontalSpacing={8}>
        <Table.Thead className={classes.head}>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
            <td className={classes.menu} />
          </Table.Tr>
        </Table.Thead>
        {rows ? (
          <Table.Tbody>
            {rows.map((person) => (
              <StaffRow key={person.uid} person={person} onAsk={(what) => onAsk(what, person)} />
            ))}
          </Table.Tbody>
        ) : (
          <RowsSkeleton rows={6} columns={columns.length + 1} height={37} />
        )}
      </Table>
    </div>
  )
}

/** Whether they can sign in, or how far their invitation is. */
function stateOf({ disabled, invitation }: StaffMember) {
  if (disabled) return { word: 'disabled', tone: 'caution' } as const
  switch (invitation) {
    case 'sending':
      return { word: 'invited, mail on its way', tone: 'quiet' } as const
    case 'sent':
      return { word: 'invited', tone: 'quiet' } as const
    case 'expired':
      return { word: 'invited, link expired', tone: 'caution' } as const
    case 'failed':
      return { word: 'invited, mail failed', tone: 'caution' } as const
    default:
      return { word: 'active', tone: 'good' } as const
  }
}

function StaffRow({ person, onAsk }: { person: StaffMember; onAsk: (what: What) => void }) {
  const isMe = useOwnUid() === person.uid
  // The last admin is always the one who looks.
  const self = isMe ? 'This is you: another admin must do it, so that one always remains.' : null
  const outside = person.signs_in_here ? null : 'They sign in at an outside provider.'
  const size = { size: 14, 'aria-hidden': true }
  return (
    <Table.Tr>
      <Table.Td>
        <Clamp text={`${orNull(person.displayName)}${isMe ? ' (you)' : ''}`} />
      </Table.Td>
      <Table.Td>
        <Clamp text={person.email} />
      </Table.Td>
      <Table.Td>{person.role}</Table.Td>
      <Table.Td>
        <StateWord {...stateOf(person)} />
      </Table.Td>
      <Table.Td>{person.signs_in_here ? (person.second_factor ? 'Yes' : 'No') : 'Outside'}</Table.Td>
      <Table.Td className={classes.date}>
        {person.last_seen_at ? <When value={person.last_seen_at} write={shortLocal} /> : 'Never'}
      </Table.Td>
      <Table.Td className={classes.number}>{person.sessions}</Table.Td>
      <Table.Td className={classes.menu}>
        <LazyMenu label={`Actions for ${person.email}`}>
          <GuardedItem
            may="staff.manage"
            whyNot={self}
            icon={<IconUserCheck {...size} />}
            onClick={() => onAsk('role')}
          >
            Change role
          </GuardedItem>
          <GuardedItem
            may="staff.read"
            whyNot={outside}
            icon={<IconDevices {...size} />}
            onClick={() => onAsk('sessions')}
          >
            Sessions
          </GuardedItem>
          <GuardedItem
            may="staff.manage"
            whyNot={
              isMe
                ? 'You change your own password under Your sign-in.'
                : (outside ?? (person.disabled ? 'This person is disabled.' : null))
            }
            icon={<IconMail {...size} />}
            onClick={() => onAsk('link')}
          >
            Send password link
          </GuardedItem>
          <GuardedItem
            may="staff.manage"
            whyNot={outside ?? (person.second_factor ? null : 'This person has no second factor.')}
            icon={<IconShieldOff {...size} />}
            onClick={() => onAsk('reset')}
          >
            Reset second factor
          </GuardedItem>
          {person.disabled ? (
            <GuardedItem may="staff.manage" icon={<IconLockOpen {...size} />} onClick={() => onAsk('enable')}>
              Enable
            </GuardedItem>
          ) : (
            <GuardedItem
              may="staff.manage"
              whyNot={self}
              danger
              icon={<IconUserOff {...size} />}
              onClick={() => onAsk('disable')}
            >
              Disable
            </GuardedItem>
          )}
        </LazyMenu>
      </Table.Td>
    </Table.Tr>
  )
}
