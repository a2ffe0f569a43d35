import { type CSSProperties, useRef } from 'react'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import type { Marked } from '../../ui/marked.ts'
import { RowsInPage } from '../../ui/RowsInSight.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { useColumns } from '../columns/useColumns.tsx'
import { BandedRows, BandedSkeleton, TableEntry } from './BandedRows.tsx'
import { type Bands, entriesOf, keyIn } from './bands.ts'
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
  /** Heads between the rows. */
  bands?: Bands<Row> | undefined
}

/** More rows than this scroll as a virtual list. Fewer keep their place under a resting pointer. */
const many = 200
const rowHeight = 52
const noRows: readonly never[] = []

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
  bands,
}: DeskTableProps<Row>) {
  const { columns, button } = useColumns(label, usual)
  const table = useRef<HTMLTableElement>(null)
  const isLong = (rows?.length ?? 0) > many
  const render = (loaded: readonly Row[]) => {
    if (!rows) return <BandedSkeleton rows={loadingRows} columns={columns.length} height={rowHeight} />
    const entries = entriesOf(loaded, bands)
    const shared = { columns, keyOf, markOf }
    if (!isLong) return <BandedRows entries={entries} table={table} {...shared} />
    return (
      <RowsInPage
        rows={entries}
        keyOf={(entry) => keyIn(entry, keyOf)}
        height={rowHeight}
        columns={columns.length}
      >
        {(entry) => <TableEntry entry={entry} {...shared} />}
      </RowsInPage>
    )
  }
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
          table={table}
          rows={rows ?? (bands && noRows)}
          keyOf={keyOf}
          height={rowHeight}
          loadingRows={loadingRows}
          markOf={markOf}
          {...((bands || isLong) && { children: render })}
        />
      </ScrollBox>
    </>
  )
}
