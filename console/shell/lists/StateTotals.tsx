import type { Totals } from '@portreeve/contract/money/refunds'
import type { LinkProps } from '@tanstack/react-router'
import { grouped } from '../../format/money.ts'
import { ChoiceLinks } from './ChoiceLinks.tsx'

interface StateTotalsProps {
  /** Of all states; undefined while it is loading. */
  totals: Totals | undefined
  /** The states in order, with their words. */
  states: readonly (readonly [state: string, words: string])[]
  /** The state that is shown; undefined for all. */
  current: string | undefined
  linkTo: (state: string | undefined) => Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** The states of a list as links, each with the number of its rows and their sum. */
export function StateTotals({ totals, states, current, linkTo }: StateTotalsProps) {
  const figureOf = (state: string | undefined) => {
    if (!totals) return undefined
    const { currency, others = [] } = totals
    const sums = [{ ...totals, currency }, ...others].map((sum) => ({
      ...((state === undefined ? sum : sum.by_state.find((one) => one.state === state)) ?? {
        ...{ count: 0, cents: 0 },
      }),
      currency: sum.currency,
    }))
    const count = sums.reduce((all, one) => all + one.count, 0)
    // One sum for each currency that has rows; the environment's when none has.
    const shown = sums.filter((one) => one.count > 0)
    const words = (shown.length > 0 ? shown : sums.slice(0, 1)).map((one) => grouped(one.cents, one.currency))
    return `${count.toLocaleString('en')} · ${words.join(' + ')}`
  }
  const views = [[undefined, 'All'] as const, ...states]
  return (
    <ChoiceLinks
      label="State"
      choices={views.map(([state, label]) => ({
        label,
        figure: figureOf(state),
        isCurrent: state === current,
        link: linkTo(state),
      }))}
    />
  )
}
