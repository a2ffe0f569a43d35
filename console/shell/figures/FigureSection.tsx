import { Button, Text } from '@mantine/core'
import { type CsvColumns, csvOf } from '@portreeve/contract/base/csv'
import type { ReactNode } from 'react'
import { saveCsv } from '../../ui/browser/save-file.ts'
import type { Column } from '../../ui/ColumnTable.tsx'
import { DeskTable } from '../lists/DeskTable.tsx'
import classes from './figures.module.css'
import type { Table } from './tables.ts'

interface FigureSectionProps {
  /** The begin of the file's name. */
  file: string
  id: string
  title: string
  table: Table
  least: number
  empty?: ReactNode
}

const savedColumns = ({ head }: Table): CsvColumns<Table['rows'][number]> =>
  Object.fromEntries(head.map((name, at) => [name, ({ raw }) => raw[at] ?? null]))

/** A table of figures, which is saved as CSV. */
export function FigureSection({ file, id, title, table, least, empty }: FigureSectionProps) {
  const columns = table.head.map(
    (name, at): Column<Table['rows'][number]> => ({
      name,
      ...(at === 0 ? { width: 180 } : { is: 'number' as const }),
      cell: ({ shown }) => (at === 0 ? <bdi>{shown[at]}</bdi> : shown[at]),
    }),
  )
  return (
    <section className={classes.table} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.heading}>
          {title}
        </h2>
        {table.rows.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Save ${title} as CSV`}
            onClick={() => saveCsv(`${file}-${id}.csv`, [csvOf(savedColumns(table), table.rows)])}
          >
            CSV
          </Button>
        )}
      </div>
      {table.rows.length === 0 ? (
        <Text>{empty}</Text>
      ) : (
        <DeskTable
          fixed
          label={title}
          columns={columns}
          rows={table.rows}
          keyOf={({ key }) => key}
          least={least}
        />
      )}
    </section>
  )
}
