import { Button, Checkbox } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  type BulkAction,
  type BulkChoice,
  type BulkFilter,
  type BulkStart,
  bulkPermission,
} from '@portreeve/contract/desk/bulk'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { toastFailed } from '../../ui/toast.ts'
import { GuardedButton } from '../GuardedButton.tsx'
import classes from './bulk.module.css'
import type { Selection } from './useSelection.ts'
import { amountOf, chosenWords } from './words.ts'

/** What a dialog of a bulk action gets. */
export interface BulkDialog {
  /** The chosen rows: '12 people' */
  amount: string
  /** The chosen rows of the first part. */
  chosen: { ids: string[] } | { all: BulkFilter }
  /** Starts the action with its own input for each part of the list. Resolves to whether it could. */
  start: (...inputs: object[]) => Promise<boolean>
  busy: boolean
  /** Why it was not started. */
  problem: string | null
  onClose: () => void
}

/** The rows of one list. A list of listings and promotions has two parts, which become two jobs. */
interface BulkPart {
  /** The filter of all that match; null where only rows in sight can be chosen. */
  filter: BulkFilter | null
  choose: (keys: readonly string[]) => BulkChoice[]
}

interface BulkButton {
  label: string
  /** The action for each part. */
  actions: readonly [BulkAction, ...BulkAction[]]
  /** What the list itself gives to the action, such as its collection. */
  input?: object
  danger?: boolean
  Dialog: ComponentType<BulkDialog>
}

export interface BulkBarProps {
  selection: Selection
  /** The number of rows in sight. */
  inSight: number
  words: readonly [one: string, many: string]
  parts: readonly [BulkPart, ...BulkPart[]]
  buttons: readonly [BulkButton, ...BulkButton[]]
  /** In a list of 300 pixels. */
  narrow?: boolean
  /** The jobs have started: the list hides the chosen rows. */
  onStarted?: (selection: Selection) => void
}

/** The chosen rows of a list and what can be done with them. */
export function BulkBar(props: BulkBarProps) {
  const { selection, inSight, words, parts, buttons, narrow, onStarted } = props
  const [dialog, setDialog] = useState<BulkButton | null>(null)
  const totals = useTotals(buttons[0].actions, parts)
  const total = totals?.reduce((sum, one) => sum + one, 0) ?? null
  const chosen = selection.all && total !== null ? total : selection.keys.length
  const jobs = useJobs(props, totals)
  const Dialog = dialog?.Dialog
  return (
    <section className={classes.bar} aria-label={`Chosen ${words[1]}`} data-narrow={narrow || undefined}>
      <Checkbox
        size="xs"
        aria-label={`Choose all ${inSight} in sight`}
        checked={inSight > 0 && selection.keys.length === inSight}
        indeterminate={selection.keys.length > 0 && selection.keys.length < inSight}
        onChange={(event) => selection.pickSight(event.currentTarget.checked)}
      />
      <span className={classes.chosen} role="status">
        {chosenWords(chosen, selection.all ? total : null)}
      </span>
      {total !== null && total > inSight && !selection.all && (
        <Button variant="subtle" size="compact-sm" onClick={selection.pickAll}>
          {`Select all ${total.toLocaleString('en-US')} that match`}
        </Button>
      )}
      {buttons.map((button) => (
        <GuardedButton
          key={button.label}
          may={bulkPermission(button.actions[0])}
          variant="default"
          size="compact-sm"
          {...(button.danger && { c: 'red' })}
          whyNot={chosen === 0 ? 'Choose rows first.' : null}
          onClick={() => setDialog(button)}
        >
          {button.label}
        </GuardedButton>
      ))}
      <Link to="." search={(now: object) => ({ ...now, bulk: 'recent' })} hash state className={classes.end}>
        Recent jobs
      </Link>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={selection.stop}>
        Cancel
      </Button>
      {Dialog && (
        <Dialog
          amount={amountOf(chosen, words)}
          chosen={
            selection.all
              ? { all: parts[0].filter ?? {} }
              : { ids: parts[0].choose(selection.keys).map(({ id }) => id) }
          }
          start={async (...inputs) => {
            const isStarted = await jobs.start(dialog, inputs)
            if (isStarted) {
              onStarted?.(selection)
              selection.stop()
            }
            return isStarted
          }}
          busy={jobs.busy}
          problem={jobs.problem}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  )
}

/** How many rows of each part match; null until they are known, and where only rows in sight can be chosen. */
function useTotals(actions: BulkButton['actions'], parts: BulkBarProps['parts']): number[] | null {
  const input = (at: number) => ({
    query: { action: actions[at] ?? actions[0], ...(parts[at]?.filter ?? {}) },
  })
  const canMatch = parts.every(({ filter }) => filter !== null)
  const first = useData(api.bulk.matches, input(0), { when: canMatch, isFresh: true })
  const second = useData(api.bulk.matches, input(1), { when: canMatch && parts.length > 1, isFresh: true })
  const known = [first, second].slice(0, parts.length).map(({ data }) => data?.total)
  return canMatch && known.every((one) => one !== undefined) ? (known as number[]) : null
}

/** Starts a job for each part that has chosen rows, and opens them. */
function useJobs({ selection, parts }: BulkBarProps, totals: number[] | null) {
  const navigate = useNavigate()
  const begin = useAction(api.bulk.start, { refetchOnConflict: [api.bulk.matches], refetch: [api.bulk.mine] })
  return {
    busy: begin.busy,
    problem: begin.failure && failureText(begin.failure),
    start: async ({ actions, input }: BulkButton, inputs: readonly object[]): Promise<boolean> => {
      const started: string[] = []
      for (const [at, part] of parts.entries()) {
        const ids = part.choose(selection.keys)
        const total = totals?.[at] ?? 0
        if (selection.all ? total === 0 : ids.length === 0) continue
        const rows = selection.all ? { all: part.filter ?? {}, total } : { ids }
        const body = { action: actions[at], input: inputs[at] ?? inputs[0] ?? input ?? {}, rows } as BulkStart
        const outcome = await begin.run({ body })
        if (outcome.done && outcome.data?.id) started.push(outcome.data.id)
        else if (!outcome.done && started.length > 0)
          toastFailed({ title: 'Only a part was started', message: failureText(outcome.failure) })
      }
      if (started.length === 0) return false
      void navigate({
        to: '.',
        hash: true,
        state: true,
        resetScroll: false,
        search: (now: object) => ({ ...now, bulk: started.join(',') }),
      })
      return true
    },
  }
}
