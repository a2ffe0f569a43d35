import { Link, type LinkProps } from '@tanstack/react-router'
import { shortLocal } from '../format/dates.ts'
import { orNull } from '../format/words.ts'
import { Clamp } from '../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../ui/ColumnTable.tsx'
import rowClasses from '../ui/rows.module.css'
import { When } from '../ui/When.tsx'

interface DatedRow {
  readonly id: string
  readonly title: string | null
  readonly created_at: string
}

/** The columns of records by title and date (COL-05, COM-02); each row is one link. */
export const datedColumns = (
  linkOf: (id: string) => Pick<LinkProps, 'to' | 'params'>,
): readonly Column<DatedRow>[] => [
  {
    name: 'Title',
    cell: ({ id, title }) => (
      <Link {...linkOf(id)} className={rowClasses.link}>
        <Clamp text={orNull(title)} lines={2} />
      </Link>
    ),
  },
  // COL-06, D-083
  {
    name: 'Date',
    width: 180,
    is: 'date',
    cell: ({ created_at }) => <When value={created_at} write={shortLocal} />,
  },
]

interface DatedTableProps {
  /** The table's accessible name. */
  label: string
  columns: readonly Column<DatedRow>[]
  rows: readonly DatedRow[] | undefined
}

export const DatedTable = (props: DatedTableProps) => <ColumnTable {...props} keyOf={({ id }) => id} />
