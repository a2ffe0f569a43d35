import type { Decision } from '@portreeve/contract/listings/review'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'

interface KeyActions {
  /** Opens the next or previous case. */
  step: (direction: 1 | -1) => void
  decide: (decision: Decision) => void
  takeBack: () => void
  photos: () => void
  seller: () => void
  help: () => void
}

/** The keyboard shortcuts of the queue, as listed in `KeysHelp`. */
export function useReviewKeys(active: boolean, on: KeyActions): void {
  const next = { repeats: () => on.step(1) }
  const previous = { repeats: () => on.step(-1) }
  useShortcuts(
    {
      j: next,
      arrowdown: next,
      arrowright: next,
      k: previous,
      arrowup: previous,
      arrowleft: previous,
      a: () => on.decide('approved'),
      d: () => on.decide('denied'),
      u: on.takeBack,
      ' ': on.photos,
      o: on.seller,
      '?': on.help,
    },
    active,
  )
}
