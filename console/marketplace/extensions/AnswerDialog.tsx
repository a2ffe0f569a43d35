import { Text } from '@mantine/core'
import type { Answered } from '@portreeve/contract/marketplace/extensions'
import { Link } from '@tanstack/react-router'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'

/** What the app says, as text of the app: it is no sentence of the console. */
export function AnswerDialog(props: { title: string; answer: Partial<Answered>; onClose: () => void }) {
  const { title, answer, onClose } = props
  return (
    <ConfirmModal
      opened
      title={title}
      cancelText="Close"
      confirmText="Done"
      onClose={onClose}
      onConfirm={onClose}
    >
      {answer.state === 'pending' ? (
        <Text size="sm">The app has not answered yet. Its answer will be in the timeline of the record.</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            The app says:
          </Text>
          <Text size="sm">
            <bdi>{answer.sentence}</bdi>
          </Text>
        </>
      )}
      {answer.proposals?.map((proposal) => (
        <Link key={proposal} to="/dashboard/proposals/$id" params={{ id: proposal }}>
          What it proposes
        </Link>
      ))}
    </ConfirmModal>
  )
}
