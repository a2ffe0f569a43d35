import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { ruleEvents } from '@portreeve/contract/desk/rule-fields'
import { type Replay, replayDays } from '@portreeve/contract/desk/rule-replays'
import type { Rule } from '@portreeve/contract/desk/rules'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { count } from '../../format/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { TryForm } from './TryForm.tsx'
import { isRunning, numbered, rightWords, ruleStates, stateWords } from './words.ts'

const ruleColumns: readonly Column<Rule>[] = [
  {
    name: 'Rule',
    width: '22%',
    cell: ({ id, name }) => (
      <Link to="/dashboard/rules/$id" params={{ id }} search={{}}>
        {name}
      </Link>
    ),
  },
  { name: 'When', width: '15%', cell: ({ event }) => ruleEvents[event].words },
  { name: 'And', cell: ({ query }) => <Clamp text={query} mono /> },
  { name: 'State', width: 120, cell: ({ state }) => <StateWord {...ruleStates[state]} /> },
  { name: 'Met', width: 80, is: 'number', cell: ({ figures }) => numbered(figures.met) },
  {
    name: 'Right',
    width: 110,
    is: 'number',
    cell: ({ figures, worse }) =>
      worse ? <StateWord word={`${rightWords(figures)}, worse`} tone="bad" /> : rightWords(figures),
  },
  { name: 'Waiting', width: 90, is: 'number', cell: ({ waiting }) => numbered(waiting) },
]

const columns: readonly Column<Replay>[] = [
  {
    name: 'Queries',
    cell: ({ id, queries }) => (
      <Link to="/dashboard/rules/replays/$id" params={{ id }} search={{}}>
        <Clamp text={queries.join(' · ')} mono />
      </Link>
    ),
  },
  { name: 'When', width: '18%', cell: ({ event }) => ruleEvents[event].words },
  { name: 'State', width: '18%', cell: (replay) => stateWords(replay) },
  { name: 'By', width: '14%', cell: ({ made_by }) => made_by },
  {
    name: 'Tried',
    width: 180,
    is: 'date',
    cell: ({ made_at }) => <When value={made_at} write={shortLocal} />,
  },
]

/** The rules: each is tried on the past, then it notes, then it acts. */
export function RulesScreen() {
  const refused = useWhyNot('rules.read')
  const rules = useData(api.rules.list, {}, { when: !refused })
  const [writing, setWriting] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <PageHead
        title="Rules"
        count={rules.data ? count(rules.data.length, 'rule', 'rules') : null}
        above={<Link to="/dashboard/moderating">Moderating</Link>}
      >
        <GuardedButton may="rules.write" size="compact-sm" onClick={() => setWriting(true)}>
          New rule…
        </GuardedButton>
      </PageHead>
      {refused ? (
        <Text role="note">{refused}</Text>
      ) : (
        <>
          {rules.failure && !rules.data && (
            <FailedState message="The rules could not be loaded." onRetry={rules.reload} />
          )}
          {rules.data?.length === 0 ? (
            <EmptyState>
              No rule yet. Try a query on the past below; a rule that is right there notes what it meets, and
              acts when a second person turns it on.
            </EmptyState>
          ) : (
            (rules.data || !rules.failure) && (
              <ScrollBox label="Rules, table">
                <ColumnTable
                  label="Rules"
                  stacks
                  columns={ruleColumns}
                  rows={rules.data}
                  keyOf={({ id }) => id}
                />
              </ScrollBox>
            )
          )}
          {/* After the rules: what comes later moves nothing. */}
          {(rules.data || rules.failure) && (
            <>
              <TryForm />
              <Replays />
            </>
          )}
        </>
      )}
      {writing && (
        <RuleDialog
          onDone={(id) => void navigate({ to: '/dashboard/rules/$id', params: { id }, search: {} })}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  )
}

function Replays() {
  const { data, failure, reload } = useData(
    api.ruleReplays.list,
    {},
    { every: (replays) => (replays.some(isRunning) ? 2000 : null) },
  )
  return (
    <section aria-labelledby="tried">
      <h2 id="tried">Tried on the past</h2>
      {failure && !data && <FailedState message="The replays could not be loaded." onRetry={reload} />}
      {data?.length === 0 ? (
        <EmptyState>
          Nothing tried yet. A query is evaluated at each event of the last {replayDays} days with the facts
          of that moment, and set beside what happened since.
        </EmptyState>
      ) : (
        (data || !failure) && (
          <ScrollBox label="Replays, table">
            <ColumnTable label="Replays" stacks columns={columns} rows={data} keyOf={({ id }) => id} />
          </ScrollBox>
        )
      )}
    </section>
  )
}
