import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { UndoPlan } from '@portreeve/contract/desk/undo-plans'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { count, orNull } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import rowClasses from '../../ui/rows.module.css'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { When } from '../../ui/When.tsx'
import { MakeDialog } from './MakeDialog.tsx'
import { undoOf } from './search.ts'
import { ofWords, stateOf } from './words.ts'

const columns: readonly Column<UndoPlan>[] = [
  {
    name: 'Plan',
    cell: ({ id, of, name }) => (
      <Link to="/dashboard/undo/$id" params={{ id }} className={rowClasses.link}>
        <Clamp text={ofWords(of, name)} />
      </Link>
    ),
  },
  { name: 'Can be undone', width: 120, is: 'number', cell: ({ counts }) => counts.can },
  { name: 'State', cell: (plan) => <StateWord {...stateOf(plan)} /> },
  { name: 'Reason', cell: ({ reason }) => <Clamp text={reason} /> },
  { name: 'Made by', cell: ({ by }) => <Clamp text={orNull(by.name)} /> },
  {
    name: 'Made',
    width: 160,
    is: 'date',
    cell: ({ made_at }) => <When value={made_at} write={shortLocal} />,
  },
]

/** The plans that undo what was done. Each is made from a colleague, a record, a bulk job or the audit log. */
export function UndoPlansScreen() {
  const refused = useWhyNot('staff.read')
  return refused ? (
    <>
      <PageHead title="Undo" />
      <Text role="note">{refused}</Text>
    </>
  ) : (
    <Plans />
  )
}

function Plans() {
  const search = useSearch({ from: '/shell/dashboard/undo' })
  const navigate = useNavigate()
  const { data, failure, reload } = useData(api.undoPlans.list, {}, { isFresh: true })
  const of = undoOf(search)
  const mayNotMake = useWhyNot('staff.manage')
  return (
    <>
      <PageHead title="Undo" count={data ? count(data.length, 'plan', 'plans') : null} />
      {failure && !data && <FailedState message="The plans could not be loaded." onRetry={reload} />}
      {data?.length === 0 ? (
        <EmptyState>
          No plan yet. Begin in the menu of a colleague on the page Staff, at a bulk job, or with the filters
          of the audit log.
        </EmptyState>
      ) : (
        (data || !failure) && (
          <ScrollBox label="Plans, table">
            <ColumnTable label="Plans" stacks columns={columns} rows={data} keyOf={({ id }) => id} />
          </ScrollBox>
        )
      )}
      {of && mayNotMake && <Text role="note">{mayNotMake}</Text>}
      {of && !mayNotMake && (
        <MakeDialog
          key={JSON.stringify(search)}
          of={of}
          search={search}
          onClose={() => void navigate({ to: '/dashboard/undo', search: {}, replace: true })}
        />
      )}
    </>
  )
}
