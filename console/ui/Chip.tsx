import type { ReactNode } from 'react'
import classes from './Chip.module.css'

export type Tone = 'quiet' | 'caution' | 'alarm'

/** A short fact in words, as a link to where it is shown. Its colour only repeats what the words say. */
export function Chip({ tone = 'quiet', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      {children}
    </span>
  )
}

/** A row of chips. */
export const Chips = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={classes.chips} aria-label={label}>
    {children}
  </ul>
)
