import { wilson } from '@portreeve/contract/base/wilson'
import { type Ended, sumOf } from './figures.ts'

/** The settled matches that are compared with those before them. */
export const newestOf = 50
/** How long a record has to end badly; one whose case is judged is settled at once. */
export const settledAfter = '14 days'

/** Whether of the newest settled matches clearly less ended badly than of those before: the intervals of 95 % do not meet. */
export function gotWorse(newest: readonly Ended[], earlier: readonly Ended[]): boolean {
  const [now, before] = [sumOf(newest), sumOf(earlier)]
  if (now < newestOf || before === 0) return false
  const bad = (some: readonly Ended[]) => sumOf(some.filter(({ outcome }) => outcome !== 'good'))
  return wilson(bad(newest), now).high < wilson(bad(earlier), before).low
}
