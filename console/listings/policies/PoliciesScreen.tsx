import { api } from '@portreeve/contract'
import type { Policy } from '@portreeve/contract/people/policies'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { count } from '../../format/words.ts'
import { harmWords } from '../../people/measures/words.ts'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { StateWord } from '../../ui/StateWord.tsx'

const PolicyDialog = onDemand(async () => (await import('./PolicyDialog.tsx')).PolicyDialog)

const columnsOf = (
  onEdit: (policy: Policy) => void,
  onRetire: (policy: Policy) => void,
): readonly Column<Policy>[] => [
  { name: 'Name', width: '20%', cell: ({ name }) => <Clamp text={name} /> },
  { name: 'The person reads', width: '26%', cell: ({ words }) => <Clamp text={words} /> },
  {
    name: 'Ground',
    cell: ({ ground, reference }) => (
      <Clamp text={`${ground === 'law' ? 'Law' : 'Terms'}${reference ? `, ${reference}` : ''}`} />
    ),
  },
  { name: 'Reports', cell: ({ harm }) => harm && harmWords[harm] },
  { name: 'Messages', cell: ({ canned }) => <Clamp text={canned.join(', ')} /> },
  {
    name: 'State',
    width: 110,
    cell: ({ retired }) => (
      <StateWord word={retired ? 'Retired' : 'In use'} tone={retired ? 'quiet' : 'good'} />
    ),
  },
  {
    name: 'Actions',
    width: 170,
    cell: (policy) => (
      <>
        <GuardedButton
          may="policies.write"
          variant="subtle"
          size="compact-sm"
          aria-label={`Edit ${policy.name}`}
          onClick={() => onEdit(policy)}
        >
          Edit
        </GuardedButton>
        <GuardedButton
          may="policies.write"
          variant="subtle"
          size="compact-sm"
          aria-label={`${policy.retired ? 'Use' : 'Retire'} ${policy.name}`}
          onClick={() => onRetire(policy)}
        >
          {policy.retired ? 'Use again' : 'Retire'}
        </GuardedButton>
      </>
    ),
  },
]

/** The rules under which staff decide. Each decision keeps the version that it was made under. */
export function PoliciesScreen() {
  const { data, failure, reload } = useData(api.policies.list, {})
  const [open, setOpen] = useState<Policy | 'new' | null>(null)
  const retire = useAction(api.policies.update, {
    done: 'Policy saved',
    failed: 'The policy could not be saved',
    refetch: [api.policies.list],
    refetchOnConflict: [api.policies.list],
    ifMatch: ({ params }) => data?.find(({ id }) => id === params.id)?.version,
  })
  const columns = columnsOf(
    setOpen,
    ({ id, retired }) => void retire.run({ params: { id }, body: { retired: !retired } }),
  )
  return (
    <>
      <PageHead
        title="Policies"
        count={data ? count(data.length, 'policy', 'policies') : null}
        above={<Link to="/dashboard/moderating">Moderating</Link>}
      >
        <GuardedButton may="policies.write" size="compact-sm" onClick={() => setOpen('new')}>
          New policy…
        </GuardedButton>
      </PageHead>
      {failure && !data && <FailedState message="The policies could not be loaded." onRetry={reload} />}
      {data?.length === 0 ? (
        <EmptyState>
          No policy yet. A decision under a policy is told to the person with its ground, its words and how to
          appeal.
        </EmptyState>
      ) : (
        (data || !failure) && (
          <ScrollBox label="Policies, table">
            <ColumnTable
              label="Policies"
              stacks
              columns={columns}
              rows={data}
              keyOf={({ id }) => id}
              height={52}
            />
          </ScrollBox>
        )
      )}
      {open && <PolicyDialog policy={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}
