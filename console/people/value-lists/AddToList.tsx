import { NativeSelect, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { listKinds } from '@portreeve/contract/people/value-lists'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../../data/use-data.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { useReason } from './AddValuesDialog.tsx'

/** The kinds of lists for which a record has values. */
const kindsOf = {
  user: ['email_domain', 'email', 'ip', 'phone', 'device'],
  listing: ['photo'],
} as const

/** Adds what a record has, such as a person's e-mail domain, to a list. The server reads the value: a masked one, too. */
export function AddToList({
  from,
  onClose,
}: {
  from: { kind: 'user' | 'listing'; id: string }
  onClose: () => void
}) {
  const { data, failure } = useData(api.valueLists.list, {})
  const [chosen, setChosen] = useState('')
  const why = useReason()
  const kinds: readonly string[] = kindsOf[from.kind]
  const fitting = data?.filter(({ kind }) => kinds.includes(kind)) ?? []
  const name = chosen || (fitting[0]?.name ?? '')
  return (
    <ActionDialog
      call={api.valueLists.add}
      title="Add to a list"
      confirmText="Add"
      done={({ data: added }) =>
        added?.changed !== 1 ? `Added to ${name}` : `It was on ${name} already: its reason and end are new`
      }
      failed="It could not be added"
      refetch={[api.valueLists.items, api.valueLists.list]}
      onClose={onClose}
      input={() => {
        if (failure) return 'The lists could not be loaded. Close this dialog and open it again.'
        if (name === '') return 'Make a list of such values first.'
        const more = why.read()
        return typeof more === 'string' ? more : { params: { name }, body: { from, ...more } }
      }}
    >
      {data && fitting.length === 0 ? (
        <Text size="sm">
          No list has values of {from.kind === 'user' ? 'people' : 'photos'} yet.{' '}
          <Link to="/dashboard/lists">Make one</Link>
        </Text>
      ) : (
        <NativeSelect
          label="List"
          data={fitting.map((list) => ({
            value: list.name,
            label: `${list.name}: ${listKinds[list.kind].one}`,
          }))}
          value={name}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {why.fields}
    </ActionDialog>
  )
}
