import { VisuallyHidden } from '@mantine/core'
import { shortUtc } from '../../format/dates.ts'
import { When } from '../../ui/When.tsx'
import classes from './progress.module.css'
import { type Facts, stepsOf } from './progress.ts'

const words = { done: 'done', now: 'current step', next: 'not yet' }

/** Where a transaction stands, from the payment to the payout, and why it is stuck. */
export function Progress({ write = shortUtc, ...facts }: Facts & { write?: (at: string | null) => string }) {
  return (
    <ol className={classes.steps} aria-label="Progress">
      {stepsOf(facts).map(({ name, state, at, note, isStuck }) => (
        <li
          key={name}
          data-state={state}
          data-stuck={isStuck || undefined}
          aria-current={state === 'now' ? 'step' : undefined}
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
      ))}
    </ol>
  )
}
