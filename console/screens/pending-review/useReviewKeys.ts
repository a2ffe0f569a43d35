import type { Decision } from '@portreeve/contract/review'
import { useShortcuts } from '../../ui/shortcuts.ts'

interface KeyActions {
  /** Opens the next case, or the one before. */
  step: (way: 1 | -1) => void
  decide: (decision: Decision) => void
  takeBack: () => void
  photos: () => void
  seller: () => void
  help: () => void
}

/** The keys of the queue, as `KeysHelp` lists them. */
export function useReviewKeys(active: boolean, on: KeyActions): void {
  const next = { repeats: () => on.step(1) }
  const before = { repeats: () => on.step(-1) }
  useShortcuts(
    {
      j: next,
      arrowdown: next,
      arrowright: next,
      k: before,
      arrowup: before,
      arrowleft: before,
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
