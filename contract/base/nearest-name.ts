import { distance } from 'fastest-levenshtein'

const letters = (name: string) => [...name].sort().join('')

/** Edits between two names. Two swapped letters, the most common typing error, count as one edit. */
const editsBetween = (a: string, b: string) => distance(a, b) - (a !== b && letters(a) === letters(b) ? 1 : 0)

/** The known name nearest to a misspelt one, with at most one edit in three letters; else undefined. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .filter((one) => one !== name)
    .map((one) => ({ one, edits: editsBetween(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, edits }) => edits <= Math.max(1, Math.floor(Math.min(name.length, one.length) / 3)))
    .sort((a, b) => a.edits - b.edits)
  return nearest?.one
}
