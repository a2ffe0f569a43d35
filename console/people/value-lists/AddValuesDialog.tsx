import { Textarea, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { fieldOf, listKinds, type ValueList } from '@portreeve/contract/people/value-lists'
import { useState } from 'react'
import { useMay } from '../../data/rights.ts'
import { count } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import { readUntil, UntilField } from '../measures/UntilField.tsx'

/** What both dialogs ask beside the values. */
export function useReason() {
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const read = () => {
    if (reason.trim() === '') return 'Reason: say why.'
    const end = readUntil(typed)
    return typeof end === 'string' ? end : { reason: reason.trim(), until: end.until }
  }
  const fields = (
    <>
      <TextInput
        label="Reason"
        required
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <UntilField value={typed} onChange={setTyped} />
    </>
  )
  return { read, fields }
}

/** Adds typed or pasted values to a list, one a line. */
export function AddValuesDialog({ list, onClose }: { list: ValueList; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const why = useReason()
  const sees = useMay('personal.read')
  const { one, example } = listKinds[list.kind]
  const values = typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (!sees && fieldOf(list.kind))
    return (
      <ActionDialog
        call={api.valueLists.add}
        title={`Add to ${list.name}`}
        subtitle="Your role sees these values masked. Add them with 'Add to a list' on the page of a person."
        confirmText="Close"
        failed="The values could not be added"
        onClose={onClose}
        input={() => {
          onClose()
          return null
        }}
      />
    )
  return (
    <ActionDialog
      call={api.valueLists.add}
      title={`Add to ${list.name}`}
      confirmText={values.length > 1 ? `Add ${count(values.length, 'value', 'values')}` : 'Add'}
      done={({ data }) => `Added ${count(data?.added ?? 0, 'value', 'values')}`}
      failed="The values could not be added"
      refetch={[api.valueLists.items, api.valueLists.list]}
      onClose={onClose}
      width={480}
      input={() => {
        if (values.length === 0) return `Values: write at least one, such as ${example}.`
        const more = why.read()
        return typeof more === 'string' ? more : { params: { name: list.name }, body: { values, ...more } }
      }}
    >
      <Textarea
        label={one}
        description={`One a line, such as ${example}.`}
        required
        autosize
        minRows={3}
        maxRows={12}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
      {why.fields}
    </ActionDialog>
  )
}
