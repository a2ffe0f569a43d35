import { type ReactNode, type RefObject, useRef } from 'react'
import type { Prefetch } from '../../data/ahead.ts'
import { onDemand } from '../on-demand.tsx'
import classes from './peek-area.module.css'

export interface PeekProps {
  /** The panel's content, by 'kind:id'. */
  content: (text: string) => ReactNode
  /** Loads what the content of a record shows. */
  prepare?: ((text: string, prefetch: Prefetch) => void) | undefined
}

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
