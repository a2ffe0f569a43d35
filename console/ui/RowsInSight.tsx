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
  /** Of a usual row, in pixels. */
  height: number
  /** Every row is just as high: none is measured. */
  fixed?: boolean
  columns: number
  children: (row: Row, at: number) => ReactNode
}

/** Up to here every row is on the page, so that the browser finds any text in them. */
const mostWhole = 400
const beyond = (count: number) => (count <= mostWhole ? count : 12)

/**
 * The rows of a table in a box that scrolls. Of a long table only what is in sight is drawn.
 * @param props.box from `useState`, so that the rows hear of it: a ref is set only after what is in it was drawn
 */
export function RowsInBox<Row>({ box, ...props }: RowsProps<Row> & { box: HTMLElement | null }) {
  const count = props.rows.length
  const { height } = props
  const drawn = useVirtualizer<HTMLElement, HTMLTableSectionElement>({
    count,
    getScrollElement: () => box,
    estimateSize: () => height,
    overscan: beyond(count),
  })
  return <Drawn {...partOf(drawn)} {...props} />
}

/** The same for a table that scrolls with the page. */
export function RowsInPage<Row>(props: RowsProps<Row>) {
  const count = props.rows.length
  const place = useRef<HTMLTableSectionElement>(null)
  const [above, setAbove] = useState(0)
  // Where the table begins is known once it is laid out.
  useLayoutEffect(() => {
    if (place.current) setAbove(place.current.getBoundingClientRect().top + scrollY)
  }, [])
  const drawn = useWindowVirtualizer<HTMLTableSectionElement>({
    count,
    estimateSize: () => props.height,
    overscan: beyond(count),
    scrollMargin: above,
  })
  return (
    <>
      <tbody ref={place} aria-hidden />
      <Drawn {...partOf(drawn)} {...props} />
    </>
  )
}

interface Part {
  items: VirtualItem[]
  above: number
  below: number
  measure: (group: HTMLTableSectionElement | null) => void
}

/** What is in sight now. The virtualizer itself stays the same object whatever it shows. */
function partOf<Box extends Element | Window>(drawn: Virtualizer<Box, HTMLTableSectionElement>): Part {
  const items = drawn.getVirtualItems()
  const margin = drawn.options.scrollMargin
  return {
    items,
    above: (items[0]?.start ?? margin) - margin,
    below: drawn.getTotalSize() + margin - (items.at(-1)?.end ?? margin),
    measure: drawn.measureElement,
  }
}

/** Each row, with all that belongs to it, is a group of its own, whose height is measured. */
function Drawn<Row>({ items, above, below, measure, rows, fixed, columns, children }: RowsProps<Row> & Part) {
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

/** The place of the rows that are not drawn. */
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
