import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useOneAtATime } from '../data/one-at-a-time.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'

interface ReasonDialogProps {
  title: string
  subtitle?: ReactNode
  note?: ReactNode
  danger?: boolean
  /** A value that must be typed too, so that nothing is confirmed by accident. */
  typed?: { label: string; value: string }
  /** Further fields above the reason. */
  fields?: ReactNode
  confirmText: string
  busy: boolean
  /** The message of the last failed attempt. */
  problem: string | null
  onClose: () => void
  /** Called only with a reason that is not blank. */
  onConfirm: (reason: string) => Promise<void>
}

const notTyped = ({ label, value }: { label: string; value: string }) => `${label}: type ${value} exactly.`

/** A confirm modal that requires a reason. Mounted for one opening. */
export function ReasonDialog({
  title,
  subtitle,
  note,
  danger = false,
  typed,
  fields,
  confirmText,
  busy,
  problem,
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [typedValue, setTypedValue] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const once = useOneAtATime()
  const confirm = async () => {
    const problemFound =
      reason.trim() === ''
        ? 'Say why first.'
        : typed && typedValue.trim() !== typed.value
          ? notTyped(typed)
          : null
    setMissing(problemFound)
    if (problemFound === null) await onConfirm(reason)
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={title}
      {...(subtitle && { subtitle })}
      {...(note && { note })}
      danger={danger}
      confirmText={confirmText}
      onConfirm={() => once(confirm)}
      busy={busy}
      problem={missing ?? problem}
    >
      {fields}
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
    </ConfirmModal>
  )
}
