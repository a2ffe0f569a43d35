import { Skeleton } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import classes from './cells.module.css'

/** A list of cells in as many columns as fit. */
export function Cells(props: { label: string; box?: Ref<HTMLUListElement>; children: ReactNode }) {
  const { label, box, children } = props
  return (
    <ul ref={box} className={classes.cells} aria-label={label}>
      {children}
    </ul>
  )
}

/** The placeholder of cells that are loading. */
export function CellsSkeleton({ cells = 3, height = 148 }: { cells?: number; height?: number }) {
  return (
    <div className={classes.cells} aria-hidden>
      {Array.from({ length: cells }, (_, i) => `cell-${i}`).map((key) => (
        <Skeleton key={key} height={height} radius="lg" />
      ))}
    </div>
  )
}
