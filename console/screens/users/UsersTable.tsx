import { Table } from '@mantine/core'
import type { User } from '@portreeve/contract/users'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { createdOrActive, longUtc } from '../../format/dates.ts'
import { orNull, trueFalse } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { Gradually } from '../../ui/Gradually.tsx'
import rowClasses from '../../ui/rows.module.css'
import { StateWord } from '../../ui/StateWord.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import classes from './users.module.css'

// USR-05
const columns = ['Name', 'UID', 'Email', 'Is Banned', 'OneSignalId', 'Created at']

const rowHeight = 37
/** As many as a usual window shows; a higher one is full with the next frame. */
const first = 16

/**
 * The results, or their place while they are on their way. Each row is one link (USR-06). Typing above does not draw them
 * again. @param answer names the answer that the rows are of
 */
export const UsersTable = memo(function UsersTable(props: {
  rows: readonly User[] | undefined
  answer: string
}) {
  const { rows, answer } = props
  return (
    <div className={classes.scroll}>
      <Table className={classes.table} verticalSpacing={8} horizontalSpacing={8}>
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
          <tbody className={rowClasses.plain}>
            <Gradually key={answer} rows={rows} first={first} rest={placeOf}>
              {(user) => <UserRow key={user.uid} user={user} />}
            </Gradually>
          </tbody>
        ) : (
          <RowsSkeleton rows={8} columns={columns.length} height={rowHeight} />
        )}
      </Table>
    </div>
  )
})

/** As high as the rows will be, so that whoever comes back finds their place. */
const placeOf = (rows: number) => (
  <tr aria-hidden>
    <td colSpan={columns.length} style={{ height: rows * rowHeight, padding: 0 }} />
  </tr>
)

// USR-23
const UserRow = memo(function UserRow({ user }: { user: User }) {
  return (
    <tr className={rowClasses.row}>
      <td>
        <Link
          to="/user-detail/$uid"
          params={{ uid: user.uid }}
          state={{ fromUsers: true }}
          className={rowClasses.link}
        >
          <Clamp text={orNull(user.displayName)} />
        </Link>
      </td>
      <td>
        <Clamp text={user.uid} mono />
      </td>
      <td>
        <Clamp text={orNull(user.email)} />
      </td>
      <td>
        <StateWord word={trueFalse(user.isBanned)} tone={user.isBanned ? 'caution' : 'quiet'} />
      </td>
      <td>
        <Clamp text={orNull(user.oneSignalId)} mono />
      </td>
      <td className={classes.date}>
        <When value={createdOrActive(user)} write={longUtc} />
      </td>
    </tr>
  )
})
