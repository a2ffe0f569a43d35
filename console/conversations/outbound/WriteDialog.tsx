import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { api } from '@portreeve/contract'
import { factsOf } from '@portreeve/contract/conversations/facts'
import type { Destination } from '@portreeve/contract/conversations/outbound'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useDraft } from '../../data/drafts.ts'
import { failureText } from '../../data/failure.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { useData } from '../../data/use-data.ts'
import { shortUtc } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { ProductionNote } from '../../shell/EnvironmentMark.tsx'
import { messageTo } from '../../shell/writing.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { When } from '../../ui/When.tsx'
import { gapsIn } from '../macros/macro-text.ts'
import { MessageField, tooLong } from './MessageField.tsx'

interface WriteDialogProps {
  /** The person. */
  uid: string
  /** The transaction that fills the variables of a macro. */
  order: string | undefined
}

/** A message of the team to a person. What is typed is kept until it is sent. */
export function WriteDialog({ uid, order }: WriteDialogProps) {
  const navigate = useNavigate()
  const close = () =>
    void navigate({
      to: '.',
      hash: true,
      state: true,
      replace: true,
      resetScroll: false,
      search: (now: object) => ({ ...now, write: undefined, about: undefined }),
    })
  useEscape(close)
  const whyNot = useWhyNot('inbox.write')
  const mayReadOrders = useWhyNot('transactions.read') === null
  const input = { params: { uid } }
  const found = useData(api.outbound.destination, input, { when: whyNot === null, isFresh: true })
  const txn = useData(
    api.transactions.get,
    { params: { id: order ?? '' } },
    { when: order !== undefined && mayReadOrders },
  )
  const [text, write] = useDraft(messageTo(uid))
  const [problem, setProblem] = useState<string | null>(null)
  const send = useAction(api.outbound.send, {
    done: 'Message sent',
    refetch: [api.conversations.ofUser, api.inbox.list, api.inbox.get],
    // What came meanwhile is shown, so that the next attempt is about it.
    refetchOnConflict: [api.outbound.destination],
    settle: ({ done }) => {
      if (!done) return
      write('')
      close()
    },
  })
  const { data } = found
  const submit = () => {
    if (send.busy || whyNot || !data || tooLong(text)) return
    const missing =
      text.trim() === ''
        ? 'Type a message first.'
        : gapsIn(text).length > 0
          ? 'Fill in what is missing, or delete it.'
          : null
    setProblem(missing)
    if (missing === null) void send.run({ ...input, body: { text, seen: data.conversation?.seen ?? null } })
  }
  const refusal = problem ?? (send.failure && failureText(send.failure))
  return (
    <Modal
      opened
      onClose={close}
      // ui/browser/escape.ts closes one layer per Escape.
      closeOnEscape={false}
      closeOnClickOutside={!send.busy}
      title={`Write to ${data ? orNull(data.person.name) : '…'}`}
      size={560}
      centered
      closeButtonProps={{ 'aria-label': 'Close message' }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          {whyNot ? (
            <Text size="sm">{whyNot}</Text>
          ) : found.failure && !data ? (
            <FailedState message={failureText(found.failure)} onRetry={found.reload} />
          ) : data ? (
            <Where {...data} />
          ) : (
            <LinesSkeleton lines={1} height={20} />
          )}
          <MessageField text={text} onChange={write} facts={factsOf(data?.person.name ?? null, txn.data)} />
          {refusal && (
            <Alert color="red" variant="light" role="alert">
              {refusal}
            </Alert>
          )}
          <ProductionNote />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              Keep for later
            </Button>
            <Button type="submit" loading={send.busy} disabled={whyNot !== null || !data}>
              Send
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** In whose name the message goes, and into which conversation. */
function Where({ account, person, conversation }: Destination) {
  const state = conversation?.state === 'open' ? '' : ` (${conversation?.state})`
  return (
    <Text size="sm" c="dimmed">
      As {orNull(account.name)}.{' '}
      {conversation ? (
        <>
          Continues{' '}
          <Link to="/dashboard/messages/$id" params={{ id: conversation.id }} search={{ view: 'all' }}>
            their conversation
          </Link>{' '}
          of <When value={conversation.date} write={shortUtc} />
          {state}
          {conversation.assignee && `, which ${orNull(conversation.assignee.name)} has`}.
        </>
      ) : (
        'Starts a conversation.'
      )}{' '}
      {person.blocked && <StateWord word="Blocked" tone="bad" />}
    </Text>
  )
}
