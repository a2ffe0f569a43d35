import { Button, Stack, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type DeskCase, maxDeskSnoozeDays } from '@portreeve/contract/desk'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { fieldTime, snoozeTimes } from '../inbox/words.ts'
import { shownBy } from './options.ts'

/** Takes a case out of the open views until a time: one of four with a click, or a typed one. */
export function SnoozeDialog({ row, onClose }: { row: Pick<DeskCase, 'kind' | 'id'>; onClose: () => void }) {
  const [now] = useState(() => new Date())
  const [typed, setTyped] = useState(() => fieldTime(new Date(now.getTime() + 24 * 3_600_000)))
  const [problem, setProblem] = useState<string | null>(null)
  const snooze = useAction(api.desk.snooze, {
    done: 'Case snoozed',
    refetch: shownBy,
    refetchOnConflict: shownBy,
    inOrder: `desk ${row.kind} ${row.id}`,
    settle: ({ done }) => {
      if (done) onClose()
    },
  })
  const run = (until: Date) => {
    const days = (until.getTime() - Date.now()) / 86_400_000
    const found = Number.isNaN(days)
      ? 'Type a date and a time.'
      : days <= 0
        ? 'This time is past.'
        : days > maxDeskSnoozeDays
          ? `A snooze ends within ${maxDeskSnoozeDays} days.`
          : null
    setProblem(found)
    if (found === null)
      void snooze.run({ params: { kind: row.kind, id: row.id }, body: { until: until.toISOString() } })
  }
  return (
    <ConfirmModal
      opened
      onClose={onClose}
      title="Snooze the case"
      subtitle="It is on the desk again at this time. Your claim ends."
      confirmText="Snooze"
      onConfirm={() => run(new Date(typed))}
      busy={snooze.busy}
      problem={problem ?? (snooze.failure && failureText(snooze.failure))}
    >
      <Stack gap="xs">
        {snoozeTimes(now).map(({ label, until }, at) => (
          <Button
            key={label}
            variant="default"
            justify="space-between"
            disabled={snooze.busy}
            {...(at === 0 && { 'data-autofocus': true })}
            rightSection={until.toLocaleString(undefined, {
              weekday: 'short',
              hour: 'numeric',
              minute: '2-digit',
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
        description="In the time zone of this computer"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmModal>
  )
}
