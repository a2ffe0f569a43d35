import type { StaffMember } from '@portreeve/contract/staff/staff'
import {
  type Icon,
  IconArrowBackUp,
  IconCalendarOff,
  IconDevices,
  IconGavel,
  IconLockOpen,
  IconMail,
  IconMailOff,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useOwnUid } from '../../data/backend.tsx'
import { shortLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { type RowAction, RowMenu } from '../../shell/RowMenu.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './staff.module.css'

/** The actions on a staff member; each opens a dialog. */
export type StaffAction = 'role' | 'away' | 'disable' | 'enable' | 'link' | 'revoke' | 'reset' | 'sessions'

interface StaffTableProps {
  /** Undefined while they are loading. */
  rows: readonly StaffMember[] | undefined
  onSelect: (action: StaffAction, person: StaffMember) => void
}

const columnsFor = (
  ownUid: string | null,
  onSelect: (action: StaffAction, person: StaffMember) => void,
): readonly Column<StaffMember>[] => [
  {
    name: 'Name',
    cell: ({ displayName, uid }) => (
      <Clamp text={`${orNull(displayName)}${uid === ownUid ? ' (you)' : ''}`} />
    ),
  },
  { name: 'Email', width: '20%', cell: ({ email }) => <Clamp text={email} /> },
  { name: 'Role', width: 84, cell: ({ role }) => role },
  { name: 'State', width: 172, cell: (person) => <StateWord {...stateOf(person)} /> },
  {
    name: 'Second factor',
    width: 104,
    cell: ({ signs_in_here, second_factor, passkeys }) =>
      signs_in_here ? (second_factor ? 'Yes' : passkeys > 0 ? 'Passkey' : 'No') : 'Outside',
  },
  {
    name: 'Last seen',
    width: 156,
    is: 'date',
    cell: ({ last_seen_at }) => (last_seen_at ? <When value={last_seen_at} write={shortLocal} /> : 'Never'),
  },
  { name: 'Sessions', width: 76, is: 'number', cell: ({ sessions }) => sessions },
  {
    name: '',
    width: 44,
    cell: (person) => (
      <StaffMenu
        person={person}
        isMe={person.uid === ownUid}
        onSelect={(action) => onSelect(action, person)}
      />
    ),
  },
]

/** All staff members, by email address. */
export function StaffTable({ rows, onSelect }: StaffTableProps) {
  const ownUid = useOwnUid()
  const columns = useMemo(() => columnsFor(ownUid, onSelect), [ownUid, onSelect])
  return (
    <div className={classes.scroll}>
      <ColumnTable
        label="Staff"
        className={classes.table}
        stacks
        columns={columns}
        rows={rows}
        keyOf={({ uid }) => uid}
        loadingRows={6}
      />
    </div>
  )
}

/** Whether they can sign in, or the state of their invitation. */
function stateOf({ disabled, invitation, away }: StaffMember) {
  if (disabled) return { word: 'disabled', tone: 'caution' } as const
  if (away && Date.parse(away.from) <= Date.now())
    return { word: `away until ${shortLocal(away.until)}`, tone: 'quiet' } as const
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

interface StaffMenuProps {
  person: StaffMember
  isMe: boolean
  onSelect: (action: StaffAction) => void
}

function StaffMenu({ person, isMe, onSelect }: StaffMenuProps) {
  const navigate = useNavigate()
  // The last admin can only be the caller, so refusing the caller keeps one admin.
  const self = isMe ? 'This is you: another admin must do it, so that one always remains.' : null
  const outside = person.signs_in_here ? null : 'They sign in at an outside provider.'
  const manage = (
    action: StaffAction,
    label: string,
    icon: Icon,
    more: Partial<RowAction> = {},
  ): RowAction => ({
    may: 'staff.manage',
    label,
    icon,
    onActivate: () => onSelect(action),
    ...more,
  })
  return (
    <RowMenu
      label={`Actions for ${person.email}`}
      actions={[
        manage('role', 'Change role', IconUserCheck, { whyNot: self }),
        manage('away', 'Away…', IconCalendarOff, {
          whyNot: person.disabled ? 'This person is disabled.' : null,
        }),
        {
          may: 'audit.read',
          label: 'Their decisions',
          icon: IconGavel,
          onActivate: () =>
            void navigate({ to: '/dashboard/audit', search: { actor: person.uid, what: 'decisions' } }),
        },
        manage('role', 'Undo what they did', IconArrowBackUp, {
          onActivate: () => void navigate({ to: '/dashboard/undo', search: { of: 'staff', id: person.uid } }),
        }),
        manage('sessions', 'Sessions', IconDevices, { may: 'staff.read', whyNot: outside }),
        manage('link', person.invitation ? 'Send invitation again' : 'Send password link', IconMail, {
          whyNot: isMe
            ? 'You change your own password under Your sign-in.'
            : (outside ?? (person.disabled ? 'This person is disabled.' : null)),
        }),
        person.invitation && manage('revoke', 'Revoke invitation', IconMailOff, { danger: true }),
        manage('reset', 'Reset second factor', IconShieldOff, {
          whyNot:
            outside ??
            (person.second_factor || person.passkeys > 0 ? null : 'This person has no second factor.'),
        }),
        person.disabled
          ? manage('enable', 'Enable', IconLockOpen)
          : manage('disable', 'Disable', IconUserOff, { whyNot: self, danger: true }),
      ]}
    />
  )
}
