import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { ActionInput, Answered, Offered } from '@portreeve/contract/marketplace/extensions'
import { useState } from 'react'
import type { Received } from '../../data/use-action.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'
import type { OfRecord } from './of-record.ts'

type Values = Readonly<Record<string, string | boolean>>

interface ActDialogProps {
  of: OfRecord
  version: number | undefined
  action: Offered['actions'][number]
  onClose: () => void
  onAnswer: (answer: Received<Answered>) => void
}

/** What is typed as it is sent, without empty values; or the sentence that says what is missing. */
function inputsOf(inputs: readonly ActionInput[], values: Values) {
  const sent: Record<string, string | number | boolean> = {}
  for (const { name, words, type, required } of inputs) {
    const value = values[name] ?? (type === 'yes_no' ? false : '')
    if (value === '') {
      if (required) return `${words}: this is required.`
    } else if (type !== 'number') sent[name] = value
    else if (Number.isFinite(Number(value))) sent[name] = Number(value)
    else return `${words}: write a number.`
  }
  return sent
}

/** Asks for the inputs of an app's action, and sends it. */
export function ActDialog({ of: { kind, id }, version, action, onClose, onAnswer }: ActDialogProps) {
  const [values, setValues] = useState<Values>({})
  const set = (name: string, value: string | boolean) => setValues((before) => ({ ...before, [name]: value }))
  return (
    <ActionDialog
      call={api.extensions.act}
      title={action.title}
      subtitle={action.confirm}
      confirmText={action.title}
      failed="The app did not do it"
      repeatWords="The app does it once, also when it is asked again."
      refetch={[api.timeline.of]}
      ifMatch={() => version}
      onClose={onClose}
      onDone={onAnswer}
      input={() => {
        const inputs = inputsOf(action.inputs, values)
        return typeof inputs === 'string'
          ? inputs
          : { params: { name: action.name, kind, id }, body: { inputs } }
      }}
    >
      {action.inputs.map((input) => (
        <Field
          key={input.name}
          input={input}
          value={values[input.name]}
          onChange={(value) => set(input.name, value)}
        />
      ))}
    </ActionDialog>
  )
}

interface FieldProps {
  input: ActionInput
  value: string | boolean | undefined
  onChange: (value: string | boolean) => void
}

function Field({ input: { words, type, required, choices = [] }, value = '', onChange }: FieldProps) {
  if (type === 'yes_no')
    return (
      <Checkbox
        label={words}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  if (type === 'choice')
    return (
      <NativeSelect
        label={words}
        required={required}
        data={['', ...choices]}
        value={String(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      label={words}
      required={required}
      maxLength={2000}
      {...(type === 'number' && { inputMode: 'decimal' as const })}
      value={String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
