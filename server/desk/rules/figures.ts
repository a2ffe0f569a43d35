import type { RuleFigures } from '@portreeve/contract/desk/rule-replays'

/** Records that a query met and that ended in the same way, with the sum of their amounts in one currency. */
export interface Ended {
  outcome: string
  n: number
  cents: number
  currency: string
}

export const sumOf = (some: readonly Ended[]) => some.reduce((all, { n }) => all + n, 0)

function sumsBy<Key extends 'outcome' | 'currency'>(some: readonly Ended[], by: Key, what: 'n' | 'cents') {
  const sums: Record<string, number> = {}
  for (const one of some) sums[one[by]] = (sums[one[by]] ?? 0) + one[what]
  return sums
}

/** The figures of what a query met. @param usual the environment's currency */
export function figuresOf(some: readonly Ended[], usual: string): RuleFigures {
  const { [usual]: cents = 0, ...rest } = sumsBy(
    some.filter(({ outcome }) => outcome !== 'good'),
    'currency',
    'cents',
  )
  const others = Object.entries(rest)
    .filter(([, sum]) => sum > 0)
    .map(([currency, sum]) => ({ currency, cents: sum }))
  return {
    met: sumOf(some),
    ends: sumsBy(some, 'outcome', 'n'),
    amount: { cents, ...(others.length > 0 && { others }) },
  }
}
