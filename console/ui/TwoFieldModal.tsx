import { Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ConfirmModal } from './ConfirmModal.tsx'

interface Field {
  label: string
  /** A quiet line below it. */
  hint?: string | null
}

interface TwoFieldModalProps {
  opened: boolean
  onClose: () => void
  title: string
  first: Field
  second: Field
  /** DLG-08 */
  positiveText?: string
  note?: ReactNode
  busy: boolean
  /** Why the last attempt failed. */
  problem: string | null
  onSubmit: (first: string, second: string) => void
}

/** The two-field dialog (DLG-07 to DLG-09). It submits any text, once both fields have one (D-119). */
export function TwoFieldModal(props: TwoFieldModalProps) {
  const { first, second, positiveText = 'Save', onSubmit, ...modal } = props
  const [one, setOne] = useState('')
  const [other, setOther] = useState('')
  const field = ({ label, hint }: Field, value: string, onChange: (text: string) => void) => (
    <TextInput
      label={label}
      {...(hint && { description: hint })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
  return (
    <ConfirmModal {...modal} confirmText={positiveText} onConfirm={() => onSubmit(one, other)}>
      <Stack gap="sm">
        {field(first, one, setOne)}
        {field(second, other, setOther)}
      </Stack>
    </ConfirmModal>
  )
}
