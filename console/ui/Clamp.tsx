import type { CSSProperties } from 'react'
import classes from './Clamp.module.css'

/** The first line, or `lines`, of a text of any length and direction; its tooltip has the whole text. */
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
