import { Table } from '@mantine/core'
import type { User } from '@portreeve/contract/users'
import { Link } from '@tanstack/react-router'
import { shortUtc } from '../../format/dates.ts'
import { orNull, trueFalse } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import rowClasses from '../../ui/rows.module.css'
import { Spinner } from '../../ui/Spinner.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './account.module.css'

// ACC-12
const columns = [
  ['Name', '12.5%'],
  ['UID', '8%'],
  ['Email', '10%'],
  ['Is Banned', '84px'],
  ['OneSignalId', '9%'],
  ['Last IP', '8%'],
  ['Phone #', '112px'],
  ['Last Active', '172px'],
  ['Created At', '172px'],
] as const

interface AccountsTableProps {
  label: string
  /** Undefined while nothing has come. */
  rows: readonly User[] | undefined
  loading: boolean
}

/** The people associated with a person; each row is one link to its own (ACC-13, ACC-14). */
export function AccountsTable({ label, rows, loading }: AccountsTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard, also when it is empty
    <section className={classes.scroll} aria-label={`${label}, table`} tabIndex={0}>
      <Table
        aria-label={label}
        className={classes.table}
        verticalSpacing={8}
        horizontalSpacing={8}
        highlightOnHover={Boolean(rows?.length)}
      >
        <Table.Thead className={rowClasses.head}>
          <Table.Tr>
            {columns.map(([column, width]) => (
              <Table.Th key={column} scope="col" w={width}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows?.map((user) => (
            <AccountRow key={user.uid} user={user} />
          ))}
          {/* D-122 */}
          {(loading || rows?.length === 0) && (
            <Table.Tr>
              <Table.Td colSpan={columns.length}>{loading ? <Spinner size={16} /> : 'No items.'}</Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </section>
  )
}

// ACC-29
function AccountRow({ user }: { user: User }) {
  return (
    <Table.Tr className={classes.row}>
      <Table.Td>
        <Link to="/user-detail/$uid" params={{ uid: user.uid }} className={rowClasses.link}>
          <Clamp text={orNull(user.displayName)} lines={2} />
        </Link>
      </Table.Td>
      <Table.Td>
        <Clamp text={user.uid} mono />
      </Table.Td>
      <Table.Td>
        <Clamp text={orNull(user.email)} lines={2} />
      </Table.Td>
      <Table.Td>
        <StateWord word={trueFalse(user.isBanned)} tone={user.isBanned ? 'caution' : 'quiet'} />
      </Table.Td>
      <Table.Td>
        <Clamp text={orNull(user.oneSignalId)} mono />
      </Table.Td>
      <Table.Td>
        <Clamp text={orNull(user.last_ip)} mono />
      </Table.Td>
      <Table.Td>
        <Clamp text={orNull(user.phone_number)} />
      </Table.Td>
      <Table.Td>
        <When value={user.lastActive} write={shortUtc} />
      </Table.Td>
      <Table.Td>
        <When value={user.created_at} write={shortUtc} />
      </Table.Td>
    </Table.Tr>
  )
}
