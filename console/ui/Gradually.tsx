import { type ReactNode, useDeferredValue } from 'react'

interface GraduallyProps<Row> {
  rows: readonly Row[]
  /** How many fill the window. */
  first: number
  children: (row: Row) => ReactNode
}

/** A long list that is there at once with its first rows; the rest is drawn in small steps that hold up nothing. */
export function Gradually<Row>({ rows, first, children }: GraduallyProps<Row>) {
  const whole = useDeferredValue(true, false)
  return (whole ? rows : rows.slice(0, first)).map(children)
}
