import { Radio, ScrollArea, Stack, Text, Textarea } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { InboxConversation } from '@portreeve/contract/inbox'
import { maxNoteLength } from '@portreeve/contract/notes'
import { useState } from 'react'
import { failureText } from '../../data/failure.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { useStateOptions } from './state-options.ts'

interface AssignDialogProps {
  uid: string
  item: InboxConversation
  onClose: () => void
}

/** The value of 'No one': it is no uid. */
const noOne = ''

/** Hands a conversation to a colleague, with a note that they see between the messages. */
export function AssignDialog({ uid, item, onClose }: AssignDialogProps) {
  const colleagues = useData(api.notes.colleagues, { params: { kind: 'conversation' } })
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
  const own = colleagues.data?.filter((one) => one.uid === uid) ?? []
  const others = colleagues.data?.filter((one) => one.uid !== uid) ?? []
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
      {colleagues.failure && (
        <FailedState message="The colleagues could not be loaded." onRetry={colleagues.reload} />
      )}
      {colleagues.loading && <LinesSkeleton lines={4} height={24} />}
      {colleagues.data && (
        <Radio.Group label="To" value={chosen} onChange={setChosen}>
          <ScrollArea.Autosize mah={240}>
            <Stack gap="xs" pt="xs">
              {[...own, ...others].map((one) => (
                <Radio
                  key={one.uid}
                  value={one.uid}
                  label={
                    <Text size="sm" component="bdi">
                      {one.name}
                      {one.uid === uid && ' (you)'}
                    </Text>
                  }
                />
              ))}
              <Radio value={noOne} label="No one" />
            </Stack>
          </ScrollArea.Autosize>
        </Radio.Group>
      )}
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
