import { type ReactNode, startTransition, useEffect, useState } from 'react'

interface GraduallyProps<Row> {
  rows: readonly Row[]
  /** The number of rows that fill the window. They render at once. */
  first: number
  children: (row: Row) => ReactNode
  /** Fills the place of the rows that are not rendered yet. */
  rest?: (rows: number) => ReactNode
}

/** Rows per step: few enough that a step is short on a slow machine. */
const step = 12

/**
 * A long list that renders its first rows at once and the others in steps. Between two steps the browser paints and handles
 * the keyboard. Another list needs another `key`.
 */
export function Gradually<Row>({ rows, first, children, rest }: GraduallyProps<Row>) {
  const [rendered, setRendered] = useState(first)
  const left = rows.length - rendered
  // No event marks the end of a paint: the next animation frame starts the next step.
  useEffect(() => {
    if (left <= 0) return
    const frame = requestAnimationFrame(() => startTransition(() => setRendered(rendered + step)))
    return () => cancelAnimationFrame(frame)
  }, [rendered, left])
  return (
    <>
      {(left > 0 ? rows.slice(0, rendered) : rows).map(children)}
      {left > 0 && rest?.(left)}
    </>
  )
}
