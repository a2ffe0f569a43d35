import { NativeSelect, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type ListKind, listKinds, type ValueList } from '@portreeve/contract/people/value-lists'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { shortLocal } from '../../format/dates.ts'
import { count } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { GuardedButton } from '../../shell/GuardedButton.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { type Column, ColumnTable } from '../../ui/ColumnTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { When } from '../../ui/When.tsx'

const kinds = Object.entries(listKinds).map(([value, { one }]) => ({ value, label: one }))

const columns: readonly Column<ValueList>[] = [
  {
    name: 'Name',
    width: '22%',
    cell: ({ name }) => (
      <Link to="/dashboard/lists/$name" params={{ name }}>
        {name}
      </Link>
    ),
  },
  { name: 'Values', width: 80, is: 'number', cell: ({ items }) => items },
  { name: 'Of', width: '20%', cell: ({ kind }) => listKinds[kind].one },
  { name: 'For', cell: ({ about }) => <Clamp text={about} /> },
  { name: 'Made by', width: '14%', cell: ({ created_by }) => created_by },
  {
    name: 'Made',
    width: 180,
    is: 'date',
    cell: ({ created_at }) => <When value={created_at} write={shortLocal} />,
  },
]

/** Lists of values, such as e-mail domains of fraud. A search names one: `in:fraud-domains`. */
export function ListsScreen() {
  const { data, failure, reload } = useData(api.valueLists.list, {})
  const [making, setMaking] = useState(false)
  return (
    <>
      <PageHead
        title="Lists"
        count={data ? count(data.length, 'list', 'lists') : null}
        above={<Link to="/dashboard/moderating">Moderating</Link>}
      >
        <GuardedButton may="valueLists.write" size="compact-sm" onClick={() => setMaking(true)}>
          New list…
        </GuardedButton>
      </PageHead>
      {failure && !data && <FailedState message="The lists could not be loaded." onRetry={reload} />}
      {data?.length === 0 ? (
        <EmptyState>
          No list yet. A list has values such as e-mail domains, IP ranges or words, and searches find the
          records that have one: in:list-name.
        </EmptyState>
      ) : (
        (data || !failure) && (
          <ScrollBox label="Lists, table">
            <ColumnTable label="Lists" stacks columns={columns} rows={data} keyOf={({ name }) => name} />
          </ScrollBox>
        )
      )}
      {making && <NewListDialog onClose={() => setMaking(false)} />}
    </>
  )
}

function NewListDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState({ name: '', kind: 'email_domain' as ListKind, about: '' })
  const set = (change: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...change }))
  return (
    <ActionDialog
      call={api.valueLists.create}
      title="New list"
      confirmText="Make list"
      done="List made"
      failed="The list could not be made"
      refetch={[api.valueLists.list]}
      onClose={onClose}
      input={() => {
        const name = draft.name.trim()
        return /^[a-z0-9][a-z0-9-]*$/.test(name)
          ? { body: { ...draft, name, about: draft.about.trim() } }
          : 'Name: write small letters, digits and hyphens, as in fraud-domains.'
      }}
    >
      <TextInput
        label="Name"
        description="As searches write it: in:fraud-domains. It stays."
        required
        maxLength={60}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value.toLowerCase().replaceAll(' ', '-') })}
        data-autofocus
      />
      <NativeSelect
        label="Values"
        description="It stays."
        data={kinds}
        value={draft.kind}
        onChange={(event) => set({ kind: event.currentTarget.value as ListKind })}
      />
      <TextInput
        label="What it is for"
        maxLength={500}
        value={draft.about}
        onChange={(event) => set({ about: event.currentTarget.value })}
      />
    </ActionDialog>
  )
}
