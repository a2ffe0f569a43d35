import { Table } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { shortLocal } from '../format/dates.ts'
import { orNull } from '../format/words.ts'
import { Clamp } from '../ui/Clamp.tsx'
import rowClasses from '../ui/rows.module.css'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { When } from '../ui/When.tsx'
import classes from './dated-table.module.css'

interface DatedRow {
  readonly id: string
  readonly title: string | null
  readonly created_at: string
}

interface DatedTableProps<R extends DatedRow> {
  /** What this is a table of, for a screen reader. */
  label: string
  /** Undefined while they are on their way. */
  rows: readonly R[] | undefined
  linkOf: (row: R) => Pick<LinkProps, 'to' | 'params'>
}

/** Records by title and date (COL-05, COM-02); each row is one link. */
export function DatedTable<R extends DatedRow>({ label, rows, linkOf }: DatedTableProps<R>) {
  return (
    <Table
      className={classes.table}
      aria-label={label}
      verticalSpacing={8}
      horizontalSpacing={8}
      highlightOnHover={Boolean(rows)}
    >
      <Table.Thead className={classes.head}>
        <Table.Tr>
          <Table.Th scope="col">Title</Table.Th>
          <Table.Th scope="col" className={classes.date}>
            Date
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      {rows ? (
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id} className={rowClasses.row}>
              <Table.Td>
                <Link {...linkOf(row)} className={rowClasses.link}>
                  <Clamp text={orNull(row.title)} lines={2} />
                </Link>
              </Table.Td>
              {/* COL-06, D-083 */}
              <Table.Td className={classes.date}>
                <When value={row.created_at} write={shortLocal} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      ) : (
        <RowsSkeleton rows={8} columns={2} height={36} />
      )}
    </Table>
  )
}
