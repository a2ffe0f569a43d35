import { Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { maxNoteLength } from '@portreeve/contract/staff/notes'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { AssigneeChoice, noOne } from './AssigneeChoice.tsx'
import { useStateOptions } from './state-options.ts'

interface AssignDialogProps {
  uid: string
  item: InboxConversation
  onClose: () => void
}

/** Hands a conversation to a colleague, with a note that they see between the messages. */
export function AssignDialog({ uid, item, onClose }: AssignDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  const options = useStateOptions(item)
  const assign = useAction(api.inbox.assign, {
    done: 'Conversation assigned',
    ...options,
    refetch: [...options.refetch, api.notes.list],
    settle: ({ done }) => {
      if (done) onClose()
    },
  })
  const tooLong = note.length > maxNoteLength
  const confirm = () => {
    setMissing(chosen === null)
    if (chosen === null || tooLong) return
    void assign.run({
      params: { id: item.conversation.key },
      body: { uid: chosen === noOne ? null : chosen, ...(note.trim() !== '' && { note }) },
    })
  }
  return (
    <ConfirmModal
      // The list shows the change at once; a refused one opens the dialog again, as it was.
      opened={!assign.busy}
      onClose={onClose}
      title="Assign the conversation"
      confirmText="Assign"
      onConfirm={confirm}
      busy={assign.busy}
      problem={missing ? 'Choose a colleague first.' : assign.failure && failureText(assign.failure)}
    >
      <AssigneeChoice uid={uid} chosen={chosen} onChoose={setChosen} />
      <Textarea
        label="Note"
        description="Colleagues see it between the messages. It is never sent."
        autosize
        minRows={2}
        maxRows={6}
        value={note}
        error={tooLong && `${note.length} of ${maxNoteLength} characters`}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ConfirmModal>
  )
}
