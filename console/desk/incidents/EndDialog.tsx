import { Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Incident } from '@portreeve/contract/desk/incidents'
import { useNavigate } from '@tanstack/react-router'
import { ManyMessage, manyProblem, useReaders } from '../../conversations/outbound/ManyMessage.tsx'
import { useDraft } from '../../data/drafts.ts'
import { failureText } from '../../data/failure.ts'
import { count } from '../../format/words.ts'
import { ActionDialog } from '../../shell/ActionDialog.tsx'

/** Ends an incident: one text to all its conversations. What is typed is kept until it is sent. */
export function EndDialog({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { id, name, tag, conversations: total } = incident
  const navigate = useNavigate()
  const [text, write] = useDraft(`draft:incident:${id}`)
  const values = useReaders({ all: { tag } }, total > 0)
  return (
    <ActionDialog
      call={api.incidents.end}
      input={({ checked }) => {
        const isSilent = total === 0 || checked
        const wrong = isSilent ? null : manyProblem(text, values.data)
        return wrong ?? { params: { id }, body: isSilent ? {} : { message: { text, total } } }
      }}
      done="Incident ended"
      refetch={[api.incidents.list]}
      refetchOnConflict={[api.incidents.list]}
      title="It is over"
      subtitle={<bdi>{name}</bdi>}
      width={620}
      confirmText="End the incident"
      {...(total > 0 && { checkbox: { label: 'End it without a message' } })}
      problem={failureText}
      onClose={onClose}
      onDone={(data) => {
        write('')
        const job = data?.job?.id
        if (job) void navigate({ to: '.', search: (now: object) => ({ ...now, bulk: job }) })
      }}
    >
      {total === 0 ? (
        <Text size="sm">No conversation has the tag {tag}, so no one is told.</Text>
      ) : (
        <>
          <Text size="sm">
            {count(total, 'conversation', 'conversations')} with the tag {tag}: each person gets the message
            once, ten seconds after the start, and the conversation is closed. Until then you can undo it.
          </Text>
          <ManyMessage values={values} text={text} onChange={write} />
        </>
      )}
    </ActionDialog>
  )
}
