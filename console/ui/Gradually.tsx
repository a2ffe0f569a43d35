import { type ReactNode, startTransition, useEffect, useState } from 'react'

interface GraduallyProps<Row> {
  rows: readonly Row[]
  /** How many fill the window. */
  first: number
  children: (row: Row) => ReactNode
  /** Stands in the place of rows that are not drawn yet. */
  rest?: (rows: number) => ReactNode
}

/** Rows that are drawn together: their task stays short on a slow machine too. */
const step = 12

/**
 * A long list that is there at once with its first rows; the others follow in steps, between which the page is painted and
 * hears the keyboard. Another list needs another `key`.
 */
export function Gradually<Row>({ rows, first, children, rest }: GraduallyProps<Row>) {
  const [drawn, setDrawn] = useState(first)
  const left = rows.length - drawn
  // There is no event for it: a step is painted, and the next follows.
  useEffect(() => {
    if (left <= 0) return
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + step)))
    return () => cancelAnimationFrame(frame)
  }, [drawn, left])
  return (
    <>
      {(left > 0 ? rows.slice(0, drawn) : rows).map(children)}
      {left > 0 && rest?.(left)}
    </>
  )
}
