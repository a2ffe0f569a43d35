import type { RefObject } from 'react'
import { usePlaces } from '../../ui/browser/places.ts'
import { type Column, ColumnRow, EmptyPlace } from '../../ui/ColumnTable.tsx'
import type { Marked } from '../../ui/marked.ts'
import rowClasses from '../../ui/rows.module.css'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { type Entry, keyIn } from './bands.ts'
import classes from './desk.module.css'

interface EntryProps<Row> {
  columns: readonly Column<Row>[]
  markOf?: ((row: Row) => Marked | undefined) | undefined
}

interface BandedRowsProps<Row> extends EntryProps<Row> {
  entries: readonly Entry<Row>[]
  keyOf: (row: Row) => string
  table: RefObject<HTMLTableElement | null>
}

/** The rows of a table in bands, each a group of rows with its head. None moves under a resting pointer. */
export function BandedRows<Row>({ entries, keyOf, table, ...props }: BandedRowsProps<Row>) {
  const places = usePlaces(entries, (entry) => keyIn(entry, keyOf), table)
  const groups: (typeof places)[number][][] = []
  for (const place of places) {
    const isHead = 'band' in place.row && place.left === null
    if (isHead || groups.length === 0) groups.push([place])
    else groups.at(-1)?.push(place)
  }
  return groups.map((group) => (
    <tbody key={group[0]?.key} className={rowClasses.plain}>
      {group.map(({ key, row, left }) =>
        left === null ? (
          <TableEntry key={key} entry={row} {...props} />
        ) : (
          <EmptyPlace key={key} height={left} columns={props.columns.length} />
        ),
      )}
    </tbody>
  ))
}

/** The head of a band, or a row. */
export const TableEntry = <Row,>({ entry, columns, markOf }: EntryProps<Row> & { entry: Entry<Row> }) =>
  'band' in entry ? (
    <BandHead {...entry} columns={columns.length} />
  ) : (
    <ColumnRow row={entry.row} columns={columns} mark={markOf?.(entry.row)} />
  )

const BandHead = ({ band, count, columns }: { band: string; count: string; columns: number }) => (
  <tr className={classes.bandHead}>
    <th scope="rowgroup" colSpan={columns}>
      {band} <span>{count}</span>
    </th>
  </tr>
)

/** Rows that are loading, below the head of their band. */
export const BandedSkeleton = (props: { rows: number; columns: number; height: number }) => (
  <>
    <tbody aria-hidden>
      <BandHead band="" count="" columns={props.columns} />
    </tbody>
    <RowsSkeleton {...props} />
  </>
)
