import { Button, Stack, TextInput } from '@mantine/core'
import { maxSnoozeDays } from '@portreeve/contract/conversations/inbox'
import { useState } from 'react'

import { type CallFailure, failureText } from '../data/failure.ts'
import { serverNow } from '../format/now.ts'
import { fieldMoment, fieldTime, snoozeProblem, snoozeTimes } from '../format/snooze.ts'
import { timeZone } from '../format/time-zone.ts'
import { ConfirmModal } from '../ui/ConfirmModal.tsx'

interface SnoozeModalProps {
  opened: boolean
  title: string
  subtitle: string
  busy: boolean
  failure: CallFailure | null
  onSnooze: (until: Date) => void
  onClose: () => void
}

/** Asks until when something is snoozed: one of some times with a click, or a typed one. */
export function SnoozeModal(props: SnoozeModalProps) {
  const { opened, title, subtitle, busy, failure, onSnooze, onClose } = props
  const [now] = useState(() => serverNow())
  const [typed, setTyped] = useState(() => fieldTime(new Date(now.getTime() + 24 * 3_600_000)))
  const [problem, setProblem] = useState<string | null>(null)
  const run = (until: Date) => {
    const found = snoozeProblem(until, serverNow(), maxSnoozeDays)
    setProblem(found)
    if (found === null) onSnooze(until)
  }
  return (
    <ConfirmModal
      opened={opened}
      onClose={onClose}
      title={title}
      subtitle={subtitle}
      confirmText="Snooze"
      onConfirm={() => run(fieldMoment(typed))}
      busy={busy}
      problem={problem ?? (failure && failureText(failure))}
    >
      <Stack gap="xs">
        {snoozeTimes(now).map(({ label, until }, at) => (
          <Button
            key={label}
            variant="default"
            justify="space-between"
            disabled={busy}
            {...(at === 0 && { 'data-autofocus': true })}
            rightSection={until.toLocaleString(undefined, {
              weekday: 'short',
              hour: 'numeric',
              minute: '2-digit',
              timeZone: timeZone(),
            })}
            onClick={() => run(until)}
          >
            {label}
          </Button>
        ))}
      </Stack>
      <TextInput
        type="datetime-local"
        label="Until"
        description={`In your time zone, ${timeZone()}`}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmModal>
  )
}
