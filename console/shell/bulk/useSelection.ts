import { useRef, useState } from 'react'

export interface Selection {
  /** Whether the rows have checkboxes. */
  readonly on: boolean
  /** The chosen rows of those in sight, in their order. */
  readonly keys: readonly string[]
  /** All rows that match are chosen, also those that are not in sight. */
  readonly all: boolean
  start: () => void
  stop: () => void
  /** @param range also chooses the rows between this one and the last one */
  pick: (key: string, range: boolean) => void
  /** Chooses all rows in sight, or none of them. */
  pickSight: (isChosen: boolean) => void
  pickAll: () => void
  has: (key: string) => boolean
}

/** The rows of a list that a person has chosen for a bulk action. @param inSight the keys of the list's rows, in order */
export function useSelection(inSight: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string> | 'all' | null>(null)
  const last = useRef<string | null>(null)
  const set = chosen === 'all' ? new Set(inSight) : (chosen ?? new Set<string>())
  return {
    on: chosen !== null,
    keys: inSight.filter((key) => set.has(key)),
    all: chosen === 'all',
    start: () => setChosen(new Set()),
    stop: () => setChosen(null),
    pick: (key, range) => {
      const isChosen = !set.has(key)
      const [from, to] = [inSight.indexOf(last.current ?? ''), inSight.indexOf(key)]
      const keys = range && from >= 0 ? inSight.slice(Math.min(from, to), Math.max(from, to) + 1) : [key]
      const next = new Set(set)
      for (const one of keys) {
        if (isChosen) next.add(one)
        else next.delete(one)
      }
      last.current = key
      setChosen(next)
    },
    pickSight: (isChosen) => setChosen(new Set(isChosen ? inSight : [])),
    pickAll: () => setChosen('all'),
    has: (key) => set.has(key),
  }
}
