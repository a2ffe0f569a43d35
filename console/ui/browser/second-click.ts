import { useRef } from 'react'
import { restsOn } from './pointer.ts'

/** Milliseconds after a button has appeared in which a click on it was meant for the element before it. */
const doubleClick = 500

/** For a button that may appear under a resting pointer: runs only clicks that were meant for it. `seen` is its ref. */
export function useMeantClick(): {
  seen: (element: Element | null) => void
  meant: (run: () => void) => () => void
} {
  const since = useRef<number | null>(null)
  return {
    seen: (element) => {
      if (element) since.current ??= restsOn(element) ? performance.now() : Number.NEGATIVE_INFINITY
    },
    meant: (run) => () => {
      if (performance.now() - (since.current ?? Number.NEGATIVE_INFINITY) > doubleClick) run()
    },
  }
}
