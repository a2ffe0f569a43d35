import { VisuallyHidden } from '@mantine/core'
import { shortUtc } from '../../format/dates.ts'
import { When } from '../../ui/When.tsx'
import classes from './progress.module.css'
import type { Step } from './progress.ts'

const words = { done: 'done', now: 'current step', next: 'not yet' }

interface StepsProps {
  steps: readonly Step[]
  /** Without it nothing has a colour: a state that is known later may be another one. */
  isKnown: boolean
  /** Where each step is on an axis, from 0 to 1; missing for a list by itself. */
  shares?: readonly number[]
  className: string | undefined
  /** How a time is written. */
  write?: ((at: string | null) => string) | undefined
}

/** Where a transaction stands, from the payment to the payout, and why it is stuck. */
export const Steps = ({ steps, isKnown, shares, className, write = shortUtc }: StepsProps) => (
  <ol className={className} aria-label="Progress" data-known={isKnown || undefined}>
    {steps.map(({ name, state, at, note, isStuck }, index) => {
      const share = shares?.[index]
      // Up to the next step with more than a name; the last one ends at the end of the axis.
      const next = shares?.find((_, other) => other > index && (steps[other]?.at || steps[other]?.note))
      const isLast = share !== undefined && next === undefined && share > 0.9
      return (
        <li
          key={name}
          className={share === undefined ? undefined : classes.placed}
          data-state={state}
          data-stuck={isStuck || undefined}
          aria-current={state === 'now' ? 'step' : undefined}
          style={
            share === undefined
              ? undefined
              : isLast
                ? { right: 0, textAlign: 'end' }
                : { left: `${share * 100}%`, maxWidth: `${((next ?? 1) - share) * 100}%` }
          }
        >
          <b>{name}</b>
          <VisuallyHidden>, {words[state]}</VisuallyHidden>
          {at && (
            <span className={classes.at}>
              <When value={at} write={write} />
            </span>
          )}
          {note && <span className={classes.note}>{note}</span>}
        </li>
      )
    })}
  </ol>
)

/** The steps as a list: where the window is narrow, and until the axis is loaded. */
export const Progress = (props: Pick<StepsProps, 'steps' | 'isKnown' | 'write'>) => (
  <Steps {...props} className={classes.steps} />
)
