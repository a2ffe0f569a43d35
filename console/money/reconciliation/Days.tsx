import { Text } from '@mantine/core'
import type { LedgerCheck } from '@portreeve/contract/money/reconciliation'
import { Link } from '@tanstack/react-router'
import { DeskTable } from '../../shell/lists/DeskTable.tsx'
import classes from '../../shell/lists/desk.module.css'
import { Clamp } from '../../ui/Clamp.tsx'
import type { Column } from '../../ui/ColumnTable.tsx'
import rowClasses from '../../ui/rows.module.css'
import { StateWord } from '../../ui/StateWord.tsx'
import { checkWords, progressOf } from './words.ts'

const columns: readonly Column<LedgerCheck>[] = [
  {
    name: 'Day (UTC)',
    cell: ({ day, failure, state, checked, total }) => (
      <>
        <Link
          to="/dashboard/reconciliation"
          search={{ day }}
          resetScroll={false}
          activeOptions={{ includeSearch: true }}
          className={rowClasses.link}
        >
          {day}
        </Link>
        {state === 'stopped' && (
          <span className={classes.quiet}>
            {progressOf({ checked, total }) ?? 'Nothing checked yet'}. Check now goes on there.
          </span>
        )}
        {failure && (
          <span className={classes.bad}>
            <Clamp text={failure} lines={2} />
          </span>
        )}
      </>
    ),
  },
  {
    name: 'Checked',
    width: 80,
    is: 'number',
    cell: ({ checked }) => checked.toLocaleString('en'),
  },
  { name: 'Found', width: 60, is: 'number', cell: ({ found }) => found },
  { name: 'State', width: 112, cell: (check) => <StateWord {...checkWords(check)} /> },
]

/** The checks by day; a day leads to the differences that its check found. */
export function Days({ rows }: { rows: readonly LedgerCheck[] | undefined }) {
  if (rows?.length === 0)
    return <Text size="sm">No check yet. The ledger is checked every night; Check now starts one.</Text>
  return <DeskTable fixed label="Checks" columns={columns} rows={rows} keyOf={({ day }) => day} least={340} />
}
