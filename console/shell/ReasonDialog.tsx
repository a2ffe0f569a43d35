import { Textarea, TextInput } from '@mantine/core'
import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { useState } from 'react'
import { ActionDialog, type ActionDialogProps } from './ActionDialog.tsx'

export interface ReasonDialogProps<E extends Endpoint> extends Omit<ActionDialogProps<E>, 'input'> {
  /** A value that must be typed too, so that nothing is confirmed by accident. */
  typed?: { label: string; value: string }
  /** What is sent, or the sentence that says what is missing. The reason is not blank. */
  input: (reason: string) => Input<E> | string
}

/** An action that requires a reason. Mounted for one opening. The children are further fields above the reason. */
export function ReasonDialog<E extends Endpoint>({ typed, input, children, ...props }: ReasonDialogProps<E>) {
  const [reason, setReason] = useState('')
  const [typedValue, setTypedValue] = useState('')
  return (
    <ActionDialog<E>
      {...props}
      input={() => {
        if (reason.trim() === '') return 'Say why first.'
        if (typed && typedValue.trim() !== typed.value) return `${typed.label}: type ${typed.value} exactly.`
        return input(reason)
      }}
    >
      {children}
      <Textarea
        label="Reason"
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        data-autofocus
      />
      {typed && (
        <TextInput
          mt="sm"
          label={typed.label}
          description={typed.value}
          required
          autoComplete="off"
          value={typedValue}
          onChange={(event) => setTypedValue(event.currentTarget.value)}
        />
      )}
    </ActionDialog>
  )
}
