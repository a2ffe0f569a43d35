import { Button } from '@mantine/core'
import type { Held } from '@portreeve/contract/held'
import { useState } from 'react'
import { type HeldNow, useHeld, useUndo } from '../../data/held.ts'
import { useMeantClick } from '../../ui/second-click.ts'
import classes from './held.module.css'

const wordsOf: Partial<Record<Held['action'], string>> = {
  'posts.remove': 'Deleted.',
  'listingReports.ignore': 'Ignored.',
  'userReports.resolve': 'Resolved.',
}

interface LeftPlaceProps {
  /** Pixels that the row took. */
  height: number
  /** Such as 'Removed.', where no held action says it. */
  words: string
  /** Whether a held action is the one that emptied the place. */
  of?: (held: HeldNow) => boolean
}

/**
 * The empty place of a row that has left, until the pointer has left the list. It is for the pointer alone: the keyboard and
 * screen readers have the list of `HeldActions`.
 */
export function LeftPlace({ height, words, of }: LeftPlaceProps) {
  const undo = useUndo()
  const { seen, meant } = useMeantClick()
  const held = useHeld(false).find((one) => of?.(one))
  // What was done is still said when it is final.
  const [done, setDone] = useState(words)
  const now = held && wordsOf[held.action]
  if (now && now !== done) setDone(now)
  return (
    <li aria-hidden className={classes.left} style={{ minHeight: height }} ref={seen}>
      <span>{done}</span>
      {held && (
        <Button
          variant="subtle"
          size="compact-xs"
          tabIndex={-1}
          loading={undo.busy}
          onClick={meant(() => void undo.run(held))}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
