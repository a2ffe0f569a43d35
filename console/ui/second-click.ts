import { useRef } from 'react'
import { restsOn } from './pointer.ts'

/** Milliseconds after something has appeared in which a click on it was meant for what stood there before. */
const doubleClick = 500

/** For a button that may appear under a resting pointer: passes on only clicks that were meant for it. `seen` is its ref. */
export function useMeantClick(): {
  seen: (place: Element | null) => void
  meant: (run: () => void) => () => void
} {
  const since = useRef<number | null>(null)
  return {
    seen: (place) => {
      if (place) since.current ??= restsOn(place) ? performance.now() : Number.NEGATIVE_INFINITY
    },
    meant: (run) => () => {
      if (performance.now() - (since.current ?? Number.NEGATIVE_INFINITY) > doubleClick) run()
    },
  }
}
