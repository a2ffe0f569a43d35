import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useOneAtATime } from '../data/one-at-a-time.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'

interface ReasonDialogProps {
  title: string
  subtitle?: string
  confirmText: string
  busy: boolean
  /** Why the last try failed. */
  problem: string | null
  onClose: () => void
  /** Is called with a reason, never without one. */
  onConfirm: (reason: string) => Promise<void>
}

/** Asks why something is done, before it is done. Mounted for one opening. */
export function ReasonDialog({
  title,
  subtitle,
  confirmText,
  busy,
  problem,
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const once = useOneAtATime()
  const confirm = async () => {
    setMissing(reason.trim() === '')
    if (reason.trim() !== '') await onConfirm(reason)
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title={title}
      {...(subtitle && { subtitle })}
      confirmText={confirmText}
      onConfirm={() => once(confirm)}
      busy={busy}
      problem={missing ? 'Say why first.' : problem}
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
    </ConfirmModal>
  )
}
