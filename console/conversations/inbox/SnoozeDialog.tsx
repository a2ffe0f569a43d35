import { api } from '@portreeve/contract'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { useAction } from '../../data/use-action.ts'
import { SnoozeModal } from '../../shell/SnoozeModal.tsx'
import { useStateOptions } from './state-options.ts'

interface SnoozeDialogProps {
  item: InboxConversation
  /** The newest message on the screen; null for none, undefined while it is unknown. */
  seen: string | null | undefined
  onClose: () => void
}

/** Takes a conversation out of the open views until a time. */
export function SnoozeDialog({ item, seen, onClose }: SnoozeDialogProps) {
  const snooze = useAction(api.inbox.snooze, {
    done: 'Conversation snoozed',
    ...useStateOptions(item),
    settle: ({ done }) => {
      if (done) onClose()
    },
  })
  return (
    <SnoozeModal
      // The list shows the change at once; a refused one opens the dialog again, as it was.
      opened={!snooze.busy}
      title="Snooze the conversation"
      subtitle="It opens again at this time, or when the person writes."
      busy={snooze.busy}
      failure={snooze.failure}
      onSnooze={(until) =>
        void snooze.run({
          params: { id: item.conversation.key },
          body: { until: until.toISOString(), ...(seen !== undefined && { seen }) },
        })
      }
      onClose={onClose}
    />
  )
}
