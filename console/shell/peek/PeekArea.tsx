import { type ReactNode, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { onDemand } from '../on-demand.tsx'
import classes from './peek-area.module.css'
import { type PeekProps, usePeek } from './usePeek.ts'

const PeekBeside = onDemand<PeekProps & { area: RefObject<HTMLElement | null> }>(
  async () => (await import('./PeekBeside.tsx')).PeekBeside,
)

/**
 * A list beside a panel that shows the record of its row (PeekBeside.tsx), which is loaded once a row has the focus or the pointer.
 * The link of each row is a `PeekLink`.
 */
export function PeekArea({ children, ...props }: PeekProps & { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  const isOpen = usePeek().peek !== undefined
  const [isNear, setNear] = useState(false)
  const come = ({ target }: SyntheticEvent) => {
    if (!isNear && (target as Element).closest('tr, li')?.querySelector('[data-peek]')) setNear(true)
  }
  return (
    <div ref={area} className={classes.area}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: they only note where the person is */}
      <div className={classes.list} onFocus={come} onPointerOver={come}>
        {children}
      </div>
      {(isNear || isOpen) && <PeekBeside area={area} {...props} />}
    </div>
  )
}
