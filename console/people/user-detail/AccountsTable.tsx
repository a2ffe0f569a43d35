import type { User } from '@portreeve/contract/people/users'
import { Link } from '@tanstack/react-router'
import { shortUtc } from '../../format/dates.ts'
import { orNull, trueFalse } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import rowClasses from '../../ui/rows.module.css'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './account.module.css'

// ACC-12, ACC-29
const columns: readonly Column<User>[] = [
  {
    name: 'Name',
    cell: (user) => (
      <Link to="/user-detail/$uid" params={{ uid: user.uid }} className={rowClasses.link}>
        <Clamp text={orNull(user.displayName)} lines={2} />
      </Link>
    ),
  },
  { name: 'UID', width: '6.5%', cell: (user) => <Clamp text={user.uid} mono /> },
  { name: 'Email', width: '14%', cell: (user) => <Clamp text={orNull(user.email)} lines={2} /> },
  {
    name: 'Is Banned',
    width: 72,
    cell: (user) => <StateWord word={trueFalse(user.isBanned)} tone={user.isBanned ? 'caution' : 'quiet'} />,
  },
  { name: 'OneSignalId', width: 84, cell: (user) => <Clamp text={orNull(user.oneSignalId)} mono /> },
  { name: 'Last IP', width: '11%', cell: (user) => <Clamp text={orNull(user.last_ip)} mono /> },
  { name: 'Phone #', width: 108, cell: (user) => <Clamp text={orNull(user.phone_number)} /> },
  { name: 'Last Active', width: '12%', cell: (user) => <When value={user.lastActive} write={shortUtc} /> },
  { name: 'Created At', width: '12%', cell: (user) => <When value={user.created_at} write={shortUtc} /> },
]

interface AccountsTableProps {
  label: string
  /** Undefined until the first answer. */
  rows: readonly User[] | undefined
  loading: boolean
}

/** The people associated with a person; each row links to its person (ACC-13, ACC-14). */
export function AccountsTable({ label, rows, loading }: AccountsTableProps) {
  return (
    <ScrollBox className={classes.scroll} label={`${label}, table`}>
      <ColumnTable
        label={label}
        className={classes.table}
        stacks
        columns={columns}
        rows={rows ?? none}
        keyOf={({ uid }) => uid}
        height={52}
        // D-122
        foot={loading ? <Spinner size={16} /> : rows?.length === 0 && 'No items.'}
      />
    </ScrollBox>
  )
}

const none: readonly User[] = []
