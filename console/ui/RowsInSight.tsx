import {
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './rows.module.css'

interface RowsProps<Row> {
  rows: readonly Row[]
  /** A row keeps its elements, with focus and open menu, when rows are added above it. */
  keyOf: (row: Row) => string
  /** Pixels of a usual row. */
  height: number
  /** Every row has exactly this height: none is measured. */
  fixed?: boolean
  columns: number
  children: (row: Row, at: number) => ReactNode
}

/** Up to this number every row is in the document, so that the browser's search finds any text. */
const maxWhole = 400

const optionsOf = <Row,>({ rows, keyOf, height }: RowsProps<Row>) => ({
  count: rows.length,
  estimateSize: () => height,
  getItemKey: (at: number) => {
    const row = rows[at]
    return row === undefined ? at : keyOf(row)
  },
  overscan: rows.length <= maxWhole ? rows.length : 12,
})

/**
 * The rows of a table in a scrolling box. Of a long table only the rows in sight are rendered.
 * @param props.box from `useState`, so that the rows render when it is set: a ref is set only after its children have rendered
 */
export function RowsInBox<Row>({ box, ...props }: RowsProps<Row> & { box: HTMLElement | null }) {
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableSectionElement>({
    ...optionsOf(props),
    getScrollElement: () => box,
  })
  return <RenderedRows {...partOf(virtualizer)} {...props} />
}

/** The same for a table that scrolls with the page. */
export function RowsInPage<Row>(props: RowsProps<Row>) {
  const marker = useRef<HTMLTableSectionElement>(null)
  const [above, setAbove] = useState(0)
  // The table's offset is known only after layout.
  useLayoutEffect(() => {
    if (marker.current) setAbove(marker.current.getBoundingClientRect().top + scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer<HTMLTableSectionElement>({
    ...optionsOf(props),
    scrollMargin: above,
  })
  return (
    <>
      <tbody ref={marker} aria-hidden />
      <RenderedRows {...partOf(virtualizer)} {...props} />
    </>
  )
}

interface Part {
  items: VirtualItem[]
  above: number
  below: number
  measure: (group: HTMLTableSectionElement | null) => void
}

/** The rows in sight, as a new object: the virtualizer is always the same object, so React would see no change. */
function partOf<Box extends Element | Window>(virtualizer: Virtualizer<Box, HTMLTableSectionElement>): Part {
  const items = virtualizer.getVirtualItems()
  const margin = virtualizer.options.scrollMargin
  return {
    items,
    above: (items[0]?.start ?? margin) - margin,
    below: virtualizer.getTotalSize() + margin - (items.at(-1)?.end ?? margin),
    measure: virtualizer.measureElement,
  }
}

/** The rendered rows. Each is a tbody of its own, whose height is measured with everything that belongs to the row. */
function RenderedRows<Row>({
  items,
  above,
  below,
  measure,
  rows,
  fixed,
  columns,
  children,
}: RowsProps<Row> & Part) {
  return (
    <>
      <Gap height={above} columns={columns} />
      {items.map(({ index, key }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <tbody key={key} ref={fixed ? undefined : measure} data-index={index} className={classes.plain}>
              {children(row, index)}
            </tbody>
          )
        )
      })}
      <Gap height={below} columns={columns} />
    </>
  )
}

/** Fills the height of rows that are not rendered. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden>
      <tr>
        <td colSpan={columns} style={{ height, padding: 0 }} />
      </tr>
    </tbody>
  )
}
