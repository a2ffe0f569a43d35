import type { CSSProperties } from 'react'
import classes from './Clamp.module.css'

/** One line of a text of any length and direction; the whole is in its tooltip. */
export function Clamp({ text, lines = 1, mono = false }: { text: string; lines?: number; mono?: boolean }) {
  return (
    <span
      dir="auto"
      title={text}
      className={classes.clamp}
      data-mono={mono || undefined}
      data-single={lines === 1 || undefined}
      style={lines === 1 ? undefined : ({ '--lines': lines } as CSSProperties)}
    >
      {text}
    </span>
  )
}
