import { Button, Stack, TextInput } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { InboxConversation } from '@portreeve/contract/inbox'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { useStateOptions } from './state-options.ts'
import { fieldTime, snoozeTimes } from './words.ts'

interface SnoozeDialogProps {
  item: InboxConversation
  /** The newest message on the screen; null for none, undefined while it is unknown. */
  seen: string | null | undefined
  onClose: () => void
}

/** Takes a conversation out of the open views until a time: one of four with a click, or a typed one. */
export function SnoozeDialog({ item, seen, onClose }: SnoozeDialogProps) {
  const [now] = useState(() => new Date())
  const [typed, setTyped] = useState(() => fieldTime(new Date(now.getTime() + 24 * 3_600_000)))
  const [problem, setProblem] = useState<string | null>(null)
  const snooze = useAction(api.inbox.snooze, {
    done: 'Conversation snoozed',
    ...useStateOptions(item),
    settle: ({ done }) => {
      if (done) onClose()
    },
  })
  const run = (until: Date) => {
    const isTime = !Number.isNaN(until.getTime())
    setProblem(!isTime ? 'Type a date and a time.' : until <= new Date() ? 'This time is past.' : null)
    if (!isTime || until <= new Date()) return
    void snooze.run({
      params: { id: item.conversation.key },
      body: { until: until.toISOString(), ...(seen !== undefined && { seen }) },
    })
  }
  return (
    <ConfirmModal
      // The list shows the change at once; a refused one opens the dialog again, as it was.
      opened={!snooze.busy}
      onClose={onClose}
      title="Snooze the conversation"
      subtitle="It opens again at this time, or when the person writes."
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
