import { Table } from '@mantine/core'
import type { User } from '@portreeve/contract/users'
import { Link } from '@tanstack/react-router'
import { createdOrActive, longUtc } from '../../format/dates.ts'
import { orNull, trueFalse } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import rowClasses from '../../ui/rows.module.css'
import { StateWord } from '../../ui/StateWord.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './users.module.css'

// USR-05
const columns = ['Name', 'UID', 'Email', 'Is Banned', 'OneSignalId', 'Created at']

/** The results, or their place while they are on their way. Each row is one link (USR-06). */
export function UsersTable({ rows }: { rows: readonly User[] | undefined }) {
  return (
    <div className={classes.scroll}>
      <Table
        className={classes.table}
        verticalSpacing={8}
        horizontalSpacing={8}
        highlightOnHover={Boolean(rows)}
      >
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
          <Table.Tbody>
            {rows.map((user) => (
              <UserRow key={user.uid} user={user} />
            ))}
          </Table.Tbody>
        ) : (
          <RowsSkeleton rows={8} columns={columns.length} height={37} />
        )}
      </Table>
    </div>
  )
}

// USR-23
function UserRow({ user }: { user: User }) {
  return (
    <Table.Tr className={rowClasses.row}>
      <Table.Td>
        <Link
          to="/user-detail/$uid"
          params={{ uid: user.uid }}
          state={{ fromUsers: true }}
          className={rowClasses.link}
        >
          <Clamp text={orNull(user.displayName)} />
        </Link>
      </Table.Td>
      <Table.Td>
        <Clamp text={user.uid} mono />
      </Table.Td>
      <Table.Td>
        <Clamp text={orNull(user.email)} />
      </Table.Td>
      <Table.Td>
        <StateWord word={trueFalse(user.isBanned)} tone={user.isBanned ? 'caution' : 'quiet'} />
      </Table.Td>
      <Table.Td>
        <Clamp text={orNull(user.oneSignalId)} mono />
      </Table.Td>
      <Table.Td className={classes.date}>
        <When value={createdOrActive(user)} write={longUtc} />
      </Table.Td>
    </Table.Tr>
  )
}
