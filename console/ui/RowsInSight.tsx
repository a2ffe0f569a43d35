import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
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

/** The rows of a table in a box that scrolls. Of a long table only what is in sight is drawn. */
export function RowsInBox<Row>({ box, ...props }: RowsProps<Row> & { box: RefObject<HTMLElement | null> }) {
  const count = props.rows.length
  const { height } = props
  const drawn = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: beyond(count),
  })
  return <Drawn drawn={drawn} {...props} />
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
  const drawn = useWindowVirtualizer({
    count,
    estimateSize: () => props.height,
    overscan: beyond(count),
    scrollMargin: above,
  })
  return (
    <>
      <tbody ref={place} aria-hidden />
      <Drawn drawn={drawn} {...props} />
    </>
  )
}

/** Each row, with all that belongs to it, is a group of its own, whose height is measured. */
function Drawn<Row, Box extends Element | Window>({
  drawn,
  rows,
  fixed,
  columns,
  children,
}: RowsProps<Row> & { drawn: Virtualizer<Box, HTMLTableSectionElement> }) {
  const items = drawn.getVirtualItems()
  const margin = drawn.options.scrollMargin
  return (
    <>
      <Gap height={(items[0]?.start ?? margin) - margin} columns={columns} />
      {items.map(({ index, key }) => {
        const row = rows[index]
        return (
          row !== undefined && (
            <tbody
              key={key}
              ref={fixed ? undefined : drawn.measureElement}
              data-index={index}
              className={classes.plain}
            >
              {children(row, index)}
            </tbody>
          )
        )
      })}
      <Gap height={drawn.getTotalSize() + margin - (items.at(-1)?.end ?? margin)} columns={columns} />
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
