import { Button, CloseButton } from '@mantine/core'
import type { MacroActions } from '@portreeve/contract/conversations/inbox'
import { inWords } from '../macros/action-words.ts'
import { useColleagueName } from '../macros/useColleagueName.ts'
import classes from './inbox.module.css'

interface OnSendingProps {
  actions: MacroActions
  /** Receives the actions without one of them. */
  onChange: (actions: MacroActions) => void
  /** Runs them without an answer. */
  onRun: () => void
  busy: boolean
}

/** What the chosen macro does when the answer is sent, each part to be left out. */
export function OnSending({ actions, onChange, onRun, busy }: OnSendingProps) {
  const nameOf = useColleagueName([actions])
  return (
    <section className={classes.onSending} aria-label="On sending">
      <span role="status">On sending:</span>
      <ul>
        {inWords(actions, nameOf).map(({ words, without }) => (
          <li key={words} className={classes.action}>
            <bdi>{words}</bdi>
            <CloseButton
              size={20}
              aria-label={`Leave out: ${words}`}
              onClick={({ currentTarget }) => {
                // The next action's button takes the focus, else the one that runs them, else the message.
                const stops = [...(currentTarget.closest('section')?.querySelectorAll('button') ?? [])]
                const next = stops[stops.indexOf(currentTarget) + 1]
                onChange(without)
                next?.focus()
              }}
            />
          </li>
        ))}
      </ul>
      <Button size="compact-xs" variant="default" loading={busy} onClick={onRun}>
        Run without an answer
      </Button>
    </section>
  )
}
