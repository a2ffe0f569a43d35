import { StateWord } from '../../ui/StateWord.tsx'
import classes from './flags.module.css'
import type { Flag } from './words.ts'

/** An order's flags on one line. */
export function Flags({ flags }: { flags: readonly Flag[] }) {
  if (flags.length === 0) return null
  return (
    <span className={classes.flags} title={flags.map(({ word }) => word).join(', ')}>
      {flags.map((flag) => (
        <StateWord key={flag.word} {...flag} />
      ))}
    </span>
  )
}
