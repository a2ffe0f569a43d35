import { Button } from '@mantine/core'
import type { Held } from '@portreeve/contract/staff/held'
import { useState } from 'react'
import { type HeldNow, useHeld, useUndo } from '../../data/held.ts'
import { useMeantClick } from '../../ui/browser/second-click.ts'
import classes from './held.module.css'

const wordsOf: Partial<Record<Held['action'], string>> = {
  'posts.remove': 'Deleted.',
  'listingReports.ignore': 'Ignored.',
  'userReports.resolve': 'Resolved.',
  'users.unban': 'Unblocked.',
  'questions.remove': 'Deleted.',
}

interface LeftPlaceProps {
  /** The removed row's height, pixels. */
  height: number
  /** Such as 'Removed.', shown if no held action matches. */
  words: string
  /** Whether a held action is the one that removed the row. */
  of?: (held: HeldNow) => boolean
}

/**
 * The placeholder of a removed row, shown until the pointer leaves the list, so that the rows below do not move under it. It
 * is for the pointer only: keyboards and screen readers use the list of `HeldActions`.
 */
export function LeftPlace({ height, words, of }: LeftPlaceProps) {
  const undo = useUndo()
  const { seen, meant } = useMeantClick()
  const held = useHeld(false).find((one) => of?.(one))
  // The words stay when the action is final and `held` is undefined.
  const [shownWords, setShownWords] = useState(words)
  const heldWords = held && wordsOf[held.action]
  if (heldWords && heldWords !== shownWords) setShownWords(heldWords)
  return (
    <li aria-hidden className={classes.left} style={{ minHeight: height }} ref={seen}>
      <span>{shownWords}</span>
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
