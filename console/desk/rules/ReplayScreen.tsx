import { Alert, Progress, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { ruleEvents } from '@portreeve/contract/desk/rule-fields'
import type { Replay, ReplayEvent, ReplayPart, ReplayResult } from '@portreeve/contract/desk/rule-replays'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { usePages } from '../../data/pages.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { dollars, sumWords } from '../../format/money.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { PagedList } from '../../shell/PagedList.tsx'
import { RecordLink } from '../../shell/records/RecordLink.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { RuleDialog } from './RuleDialog.tsx'
import { badWords, isRunning, numbered, partWords, precisionOf, stateWords } from './words.ts'

const path = '/shell/dashboard/rules/replays/$id'

/** What a replay found: a line for each query, and the records of one of its figures. */
export function ReplayScreen() {
  const { id } = useParams({ from: path })
  const { data, failure, reload } = useData(
    api.ruleReplays.get,
    { params: { id } },
    { isFresh: true, every: (replay) => (isRunning(replay) ? 1000 : null) },
  )
  const stop = useAction(api.ruleReplays.stop, {
    done: 'Replay stopped',
    failed: 'The replay could not be stopped',
    refetch: [api.ruleReplays.get, api.ruleReplays.list],
    refetchOnConflict: [api.ruleReplays.get],
  })
  if (!data)
    return (
      <>
        <PageHead title="Replay" above={<Link to="/dashboard/rules">Rules</Link>} />
        {failure ? (
          <FailedState message={failureText(failure)} onRetry={reload} />
        ) : (
          <LinesSkeleton lines={4} height={40} />
        )}
      </>
    )
  return (
    <>
      <PageHead
        title={ruleEvents[data.event].words}
        count={stateWords(data)}
        above={<Link to="/dashboard/rules">Rules</Link>}
      >
        {isRunning(data) && (
          <GuardedButton
            may="rules.write"
            variant="default"
            size="compact-sm"
            loading={stop.busy}
            onClick={() => void stop.run({ params: { id } })}
          >
            Stop
          </GuardedButton>
        )}
      </PageHead>
      {isRunning(data) && (
        <Progress
          value={data.total ? (100 * data.done) / data.total : 0}
          aria-label="Progress of the replay"
          mb="md"
        />
      )}
      {data.state === 'failed' && <Alert color="red">{data.failure}</Alert>}
      {data.state === 'stopped' && <Text role="note">It was stopped: it has no result.</Text>}
      {data.state === 'done' && <Results replay={data} />}
    </>
  )
}

interface Line extends ReplayResult {
  event: Replay['event']
  place: number
  id: string
}

function Figure({ line, part, n }: { line: Line; part: ReplayPart; n: number }) {
  if (n === 0) return '0'
  return (
    <Link
      to="/dashboard/rules/replays/$id"
      params={{ id: line.id }}
      search={{ query: String(line.place), part }}
      aria-label={`${numbered(n)}, ${partWords[part]}, ${line.query}`}
    >
      {numbered(n)}
    </Link>
  )
}

const columns: readonly Column<Line>[] = [
  { name: 'Query', cell: ({ query }) => <Clamp text={query} lines={3} mono /> },
  { name: 'Met', width: 80, is: 'number', cell: ({ met }) => numbered(met) },
  {
    name: 'Ended badly',
    width: 110,
    is: 'number',
    cell: (line) => <Figure line={line} part="bad" n={line.met - (line.ends.good ?? 0)} />,
  },
  { name: 'Of these', width: '16%', cell: (line) => badWords(line) },
  { name: 'Amount', width: 120, is: 'number', cell: ({ amount }) => sumWords(amount) },
  {
    name: 'Ended well',
    width: 110,
    is: 'number',
    cell: (line) => <Figure line={line} part="good" n={line.ends.good ?? 0} />,
  },
  {
    name: 'Right',
    width: 80,
    is: 'number',
    cell: (line) => {
      const percent = precisionOf(line)
      return percent === null ? '–' : `${percent} %`
    },
  },
  {
    name: 'Missed',
    width: 90,
    is: 'number',
    cell: (line) => <Figure line={line} part="missed" n={line.missed} />,
  },
  { name: 'Rule', width: 160, cell: ({ event, query }) => <MakeRule event={event} query={query} /> },
]

function Results({ replay }: { replay: Replay }) {
  const { query = '0', part = 'bad' } = useSearch({ from: path })
  const lines = replay.results.map((result, place) => ({
    ...result,
    place,
    id: replay.id,
    event: replay.event,
  }))
  const chosen = lines[Number(query)] ?? lines[0]
  return (
    <>
      <ScrollBox label="Results, table">
        <ColumnTable
          label="Results"
          stacks
          columns={columns}
          rows={lines}
          keyOf={({ place }) => String(place)}
        />
      </ScrollBox>
      {chosen && <Records id={replay.id} line={chosen} part={part as ReplayPart} />}
    </>
  )
}

const recordColumns: readonly Column<ReplayEvent>[] = [
  { name: 'Record', cell: ({ subject }) => <RecordLink subject={subject} /> },
  { name: 'At', width: 180, is: 'date', cell: ({ at }) => <When value={at} write={shortLocal} /> },
  { name: 'Ended', width: '20%', cell: ({ end }) => end ?? 'gone' },
  {
    name: 'Amount',
    width: 120,
    is: 'number',
    cell: ({ cents, currency }) => (cents === null ? '–' : dollars(cents, currency)),
  },
]

/** A query that is right becomes a rule. */
function MakeRule({ event, query }: { event: Replay['event']; query: string }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <GuardedButton
        may="rules.write"
        size="compact-sm"
        variant="default"
        aria-description={query}
        onClick={() => setOpen(true)}
      >
        Make a rule of it…
      </GuardedButton>
      {open && (
        <RuleDialog
          rule={{ event, query }}
          onDone={(id) => void navigate({ to: '/dashboard/rules/$id', params: { id }, search: {} })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** The records of a figure, the newest first; each leads to its page. */
function Records({ id, line, part }: { id: string; line: Line; part: ReplayPart }) {
  const pages = usePages(api.ruleReplays.events, {
    params: { id },
    query: { query: String(line.place), part },
  })
  return (
    <section aria-labelledby="records">
      <h2 id="records">
        {partWords[part]}: <bdi>{line.query}</bdi>
      </h2>
      <PagedList pages={pages} what="records" empty="None">
        {(rows) => (
          <ScrollBox label="Records, table">
            <ColumnTable
              label="Records"
              stacks
              columns={recordColumns}
              rows={rows}
              keyOf={({ subject, at }) => `${subject.id} ${at}`}
            />
          </ScrollBox>
        )}
      </PagedList>
    </section>
  )
}
