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
    const { count, cents } = (state === undefined
      ? totals
      : totals.by_state.find((one) => one.state === state)) ?? { count: 0, cents: 0 }
    return `${count.toLocaleString('en')} · ${grouped(cents)}`
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
