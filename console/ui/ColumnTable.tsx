import { Table } from '@mantine/core'
import { type CSSProperties, memo, type ReactNode, type RefObject, useRef } from 'react'
import { usePlaces } from './browser/places.ts'
import classes from './ColumnTable.module.css'
import type { Marked } from './marked.ts'
import rowClasses from './rows.module.css'
import { RowsSkeleton } from './skeletons.tsx'

/** A column of a table: its head and its cells. */
export interface Column<Row> {
  /** The text of its head; empty for a column without one, such as a column of menus. */
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** Pixels, or a share of the table; columns without a width share the rest. */
  readonly width?: number | `${number}%`
  /** A date stays on one line. A number is aligned to the end. Both have digits of equal width. */
  readonly is?: 'date' | 'number'
  /** Beside an open panel it gives way when the list has no room for all: those with 1 first, then those with 2. */
  readonly spare?: 1 | 2
  /** Instead of the text of its head, such as a button that sorts. */
  readonly head?: ReactNode
  /** The order of the rows by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined
}

interface ColumnTableProps<Row> {
  label: string
  /** The same array on each render, so that only changed rows render again. */
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  /** Pixels of a usual row: 40 with one line, 52 with two. Compact rows have 8 less. */
  height?: number
  /** The number of rows in the skeleton. */
  loadingRows?: number
  /** All rows have exactly the height, also in a compact table: the list computes their places. */
  isFixed?: boolean
  className?: string | undefined
  /** In a narrow window each row is an entry with its cells below one another. */
  stacks?: boolean
  /** The number of rows with the head, where not all are in the document; -1 where it is unknown. */
  rowCount?: number
  /** The attributes of the row that the address names. */
  markOf?: ((row: Row) => Marked | undefined) | undefined
  table?: RefObject<HTMLTableElement | null>
  /** Below the rows, across all columns. */
  foot?: ReactNode
  /** Renders the rows of a long table or those with heads between them, with `ColumnRow`. Without it all rows render, and none moves under a resting pointer. */
  children?: (rows: readonly Row[]) => ReactNode
}

/** A table by its columns, with a sticky head, and a skeleton while the rows are loading. */
export function ColumnTable<Row>(props: ColumnTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    keyOf,
    height = 40,
    loadingRows = 8,
    isFixed = false,
    className,
    rowCount,
  } = props
  const { stacks = false, foot, markOf, table, children } = props
  return (
    <Table
      {...(table && { ref: table })}
      className={[classes.table, stacks && classes.stacks, className].filter(Boolean).join(' ')}
      aria-label={label}
      aria-rowcount={rowCount}
      verticalSpacing={isFixed ? 0 : 6}
      horizontalSpacing={8}
      style={
        {
          '--row-height': isFixed ? `${height}px` : `calc(${height}px - 8px * var(--portreeve-dense))`,
        } as CSSProperties
      }
    >
      <Table.Thead className={classes.head}>
        <Table.Tr>
          {columns.map(({ name, width, is, spare, head, sorted }) =>
            name === '' ? (
              <td key={name} style={{ width }} data-spare={spare} />
            ) : (
              <Table.Th
                key={name}
                scope="col"
                className={is && classes[is]}
                style={{ width }}
                data-spare={spare}
                aria-sort={sorted}
              >
                {head ?? name}
              </Table.Th>
            ),
          )}
        </Table.Tr>
      </Table.Thead>
      {rows ? (
        (children?.(rows) ?? <AllRows rows={rows} keyOf={keyOf} columns={columns} markOf={markOf} />)
      ) : (
        <RowsSkeleton rows={loadingRows} columns={columns.length} height={height} isFixed={isFixed} />
      )}
      {foot && (
        <tbody className={rowClasses.plain}>
          <tr>
            <td colSpan={columns.length}>{foot}</td>
          </tr>
        </tbody>
      )}
    </Table>
  )
}

function AllRows<Row>({
  rows,
  keyOf,
  columns,
  markOf,
}: Pick<ColumnTableProps<Row>, 'keyOf' | 'columns' | 'markOf'> & { rows: readonly Row[] }) {
  const box = useRef<HTMLTableSectionElement>(null)
  const places = usePlaces(rows, keyOf, box)
  return (
    <tbody ref={box} className={rowClasses.plain}>
      {places.map(({ key, row, left }) =>
        left === null ? (
          <ColumnRow key={key} row={row} columns={columns} mark={markOf?.(row)} />
        ) : (
          <EmptyPlace key={key} height={left} columns={columns.length} />
        ),
      )}
    </tbody>
  )
}

/** Fills the height of rows that have left, or that are not rendered yet. */
export const EmptyPlace = ({ height, columns }: { height: number | string; columns: number }) => (
  <tr aria-hidden>
    <td colSpan={columns} style={{ height, padding: 0 }} />
  </tr>
)

interface ColumnRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  /** Its position among all rows with the head, from 1, where not all are in the document. */
  rowIndex?: number
  mark?: Marked | undefined
}

/** One row. It renders again only when it has changed. */
export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps<unknown>) {
  const { row, columns, rowIndex, mark } = props
  return (
    <tr {...mark} className={rowClasses.row} aria-rowindex={rowIndex}>
      <ColumnCells row={row} columns={columns} />
    </tr>
  )
}) as <Row>(props: ColumnRowProps<Row>) => ReactNode

/** The cells of a row. */
export const ColumnCells = <Row,>({ row, columns }: Pick<ColumnRowProps<Row>, 'row' | 'columns'>) =>
  columns.map(({ name, cell, is, spare }) => (
    <td key={name} className={is && classes[is]} data-column={name} data-spare={spare}>
      {cell(row)}
    </td>
  ))
