import { Button } from '@mantine/core'
import type { User } from '@portreeve/contract/people/users'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { rememberList } from '../../data/opened-list.ts'
import { useMe } from '../../data/rights.ts'
import { createdOrActive, longUtc } from '../../format/dates.ts'
import { orNull, trueFalse } from '../../format/words.ts'
import { PickBox } from '../../shell/bulk/PickBox.tsx'
import { type Selection, useSelection } from '../../shell/bulk/useSelection.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnRow, ColumnTable, EmptyPlace } from '../../ui/ColumnTable.tsx'
import { Gradually } from '../../ui/Gradually.tsx'
import rowClasses from '../../ui/rows.module.css'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import classes from './users.module.css'

const PeopleBar = onDemand(async () => (await import('./PeopleBar.tsx')).PeopleBar)

// USR-05, USR-23
export const userColumns: readonly Column<User>[] = [
  {
    name: 'Name',
    width: '17%',
    cell: (user) => (
      <Link
        to="/user-detail/$uid"
        params={{ uid: user.uid }}
        state={{ fromUsers: true }}
        className={rowClasses.link}
        data-peek={`user:${user.uid}`}
      >
        <Clamp text={orNull(user.displayName)} />
      </Link>
    ),
  },
  { name: 'UID', width: '17%', cell: (user) => <Clamp text={user.uid} mono /> },
  { name: 'Email', width: '18%', cell: (user) => <Clamp text={orNull(user.email)} /> },
  {
    name: 'Is Banned',
    width: 76,
    cell: (user) => <StateWord word={trueFalse(user.isBanned)} tone={user.isBanned ? 'caution' : 'quiet'} />,
  },
  { name: 'OneSignalId', cell: (user) => <Clamp text={orNull(user.oneSignalId)} mono /> },
  {
    name: 'Created at',
    width: 240,
    is: 'date',
    cell: (user) => <When value={createdOrActive(user)} write={longUtc} />,
  },
]

const rowHeight = 40
/** The rows of a usual window; a higher one is filled in the next frame. */
const first = 16

/**
 * The results, or a placeholder while they are loading. Each row is one link (USR-06). Memoized: typing in the search does
 * not rerender them. @param answer identifies the search that the rows belong to
 */
export const UsersTable = memo(function UsersTable(props: {
  columns: readonly Column<User>[]
  rows: readonly User[] | undefined
  answer: string
}) {
  const { columns, rows, answer } = props
  const remember = rememberList('user', rows?.map(({ uid }) => uid) ?? [])
  const selection = useSelection(rows?.map(({ uid }) => uid) ?? [])
  const hasJobs = useMe() !== null
  const shown = selection.on ? withBoxes(columns, selection) : columns
  return (
    <>
      {selection.on && <PeopleBar selection={selection} inSight={rows?.length ?? 0} />}
      <div className={classes.scroll} onClickCapture={remember} onAuxClickCapture={remember}>
        <ColumnTable
          label="Users"
          className={classes.table}
          stacks
          columns={shown}
          rows={rows}
          keyOf={({ uid }) => uid}
          height={rowHeight}
        >
          {(found) => (
            <tbody className={rowClasses.plain}>
              <Gradually
                key={answer}
                rows={found}
                first={first}
                rest={(left) => spacerOf(left, columns.length)}
              >
                {(user) => <ColumnRow key={user.uid} row={user} columns={shown} />}
              </Gradually>
            </tbody>
          )}
        </ColumnTable>
      </div>
      {/* Below the table: the first Tab from the search leads to the first result. */}
      {hasJobs && !selection.on && rows && rows.length > 1 && (
        <Button variant="subtle" size="compact-xs" mt="xs" onClick={selection.start}>
          Select
        </Button>
      )}
    </>
  )
})

/** The same columns: the checkbox of a row stands in its first cell. */
const withBoxes = (columns: readonly Column<User>[], { has, pick }: Selection): readonly Column<User>[] =>
  columns.map((column, at) =>
    at > 0
      ? column
      : {
          ...column,
          cell: (user) => (
            <span className={classes.picks}>
              <PickBox
                of={orNull(user.displayName)}
                checked={has(user.uid)}
                onPick={(range) => pick(user.uid, range)}
              />
              {column.cell(user)}
            </span>
          ),
        },
  )

/** A spacer with the rows' final height, so that the scroll position is restored after Back. */
const spacerOf = (rows: number, columns: number) => (
  <EmptyPlace height={`calc(${rows} * (${rowHeight}px - 8px * var(--portreeve-dense)))`} columns={columns} />
)
