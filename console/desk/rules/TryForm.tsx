import { Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { QueryFields } from '@portreeve/contract/base/query'
import { type RuleEvent, ruleEvents, ruleProblem } from '@portreeve/contract/desk/rule-fields'
import { maxQueries, replayDays } from '@portreeve/contract/desk/rule-replays'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { eventOptions, FieldButtons, useRuleFields } from './FieldButtons.tsx'
import classes from './rules.module.css'

/** Tries queries on the past, and opens the replay. */
export function useTry() {
  const navigate = useNavigate()
  return useAction(api.ruleReplays.start, {
    failed: 'The replay could not be started',
    refetch: [api.ruleReplays.list],
    settle: (outcome) => {
      if (outcome.done && outcome.data?.id)
        void navigate({ to: '/dashboard/rules/replays/$id', params: { id: outcome.data.id }, search: {} })
    },
  })
}

/** The first mistake in the queries, and what to write instead; null for none. */
function mistakeIn(event: RuleEvent, queries: readonly string[], fields: QueryFields): string | null {
  if (queries.length === 0) return 'Write a condition, such as account_age:<2d.'
  if (queries.length > maxQueries) return `Write at most ${maxQueries} queries.`
  for (const query of queries) {
    const mistake = ruleProblem(event, query, fields)
    if (mistake) return `${query}: ${mistake}`
  }
  return null
}

export function TryForm() {
  const [event, setEvent] = useState<RuleEvent>('listing_submitted')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const run = useTry()
  const fields = useRuleFields(event)
  const { text } = ruleEvents[event]
  const queries = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const start = () => {
    const mistake = mistakeIn(event, queries, fields)
    setProblem(mistake)
    if (mistake === null) void run.run({ body: { event, queries } })
  }
  return (
    <section aria-labelledby="try" className={classes.form}>
      <h2 id="try">Try a rule on the last {replayDays} days</h2>
      <Stack gap="sm">
        <NativeSelect
          label="When"
          data={eventOptions}
          value={event}
          onChange={(change) => setEvent(change.currentTarget.value as RuleEvent)}
        />
        <Textarea
          label="And"
          description={`One query a line, to compare them. ${text === null ? 'Fields' : `Other words are looked for in ${text}; fields`} are below.`}
          placeholder="account_age:<2d price:>$500 same_photo:>0"
          rows={4}
          value={typed}
          error={problem}
          errorProps={{ role: 'alert' }}
          onChange={(change) => {
            setTyped(change.currentTarget.value)
            setProblem(null)
          }}
        />
        <FieldButtons fields={fields} onType={setTyped} />
        <Group>
          <GuardedButton may="rules.write" size="compact-sm" loading={run.busy} onClick={start}>
            {queries.length > 1 ? `Try ${count(queries.length, 'query', 'queries')}` : 'Try'}
          </GuardedButton>
        </Group>
      </Stack>
    </section>
  )
}
