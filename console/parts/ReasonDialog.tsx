import { Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useOneAtATime } from '../data/one-at-a-time.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'

interface ReasonDialogProps {
  title: string
  subtitle?: ReactNode
  note?: ReactNode
  danger?: boolean
  /** What must be typed as well, so that no slip confirms it. */
  typed?: { label: string; value: string }
  confirmText: string
  busy: boolean
  /** Why the last try failed. */
  problem: string | null
  onClose: () => void
  /** Is called with a reason, never without one. */
  onConfirm: (reason: string) => Promise<void>
}

const notTyped = ({ label, value }: { label: string; value: string }) => `${label}: type ${value} exactly.`

/** Asks why something is done, before it is done. Mounted for one opening. */
export function ReasonDialog({
  title,
  subtitle,
  note,
  danger = false,
  typed,
  confirmText,
  busy,
  problem,
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [again, setAgain] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const once = useOneAtATime()
  const confirm = async () => {
    const lacking =
      reason.trim() === '' ? 'Say why first.' : typed && again.trim() !== typed.value ? notTyped(typed) : null
    setMissing(lacking)
    if (lacking === null) await onConfirm(reason)
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
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
      )}
    </ConfirmModal>
  )
}
