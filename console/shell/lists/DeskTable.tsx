import type { CSSProperties } from 'react'
import { type Column, ColumnRow, ColumnTable } from '../../ui/ColumnTable.tsx'
import type { Marked } from '../../ui/marked.ts'
import { RowsInPage } from '../../ui/RowsInSight.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { useColumns } from '../columns/useColumns.tsx'
import classes from './desk.module.css'

interface DeskTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** The least width in pixels; a narrower window scrolls the table, and a very narrow one stacks its cells. */
  least?: number
  /** The attributes of the row that the address names. */
  markOf?: ((row: Row) => Marked | undefined) | undefined
  /** Skeletons while the rows load. */
  loadingRows?: number
  /** Without the button that arranges the columns, or with it elsewhere. */
  fixed?: boolean
}

/** More rows than this scroll as a virtual list. Fewer keep their place under a resting pointer. */
const many = 200
const rowHeight = 52

/** A list of the money desk. */
export function DeskTable<Row>({
  label,
  columns: usual,
  rows,
  keyOf,
  least = 900,
  markOf,
  loadingRows = 10,
  fixed = false,
}: DeskTableProps<Row>) {
  const { columns, button } = useColumns(label, usual)
  return (
    <>
      {!fixed && <div className={classes.arrange}>{button}</div>}
      <ScrollBox
        className={classes.box}
        style={{ '--least': `${least}px` } as CSSProperties}
        label={`${label}, table`}
      >
        <ColumnTable
          label={label}
          className={classes.table}
          stacks
          columns={columns}
          rows={rows}
          keyOf={keyOf}
          height={rowHeight}
          loadingRows={loadingRows}
          markOf={markOf}
          {...(rows &&
            rows.length > many && {
              children: (loaded: readonly Row[]) => (
                <RowsInPage rows={loaded} keyOf={keyOf} height={rowHeight} columns={columns.length}>
                  {(row) => <ColumnRow row={row} columns={columns} />}
                </RowsInPage>
              ),
            })}
        />
      </ScrollBox>
    </>
  )
}
