import { type ReactNode, type RefObject, useRef } from 'react'
import { onDemand } from '../on-demand.tsx'
import classes from './peek-area.module.css'
import type { PeekProps } from './usePeek.ts'

const PeekBeside = onDemand<PeekProps & { area: RefObject<HTMLElement | null> }>(
  async () => (await import('./PeekBeside.tsx')).PeekBeside,
)

/** A list beside a panel that shows the record of its row (PeekBeside.tsx). The link of each row is a `PeekLink`. */
export function PeekArea({ children, ...props }: PeekProps & { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  return (
    <div ref={area} className={classes.area}>
      <div className={classes.list}>{children}</div>
      <PeekBeside area={area} {...props} />
    </div>
  )
}
