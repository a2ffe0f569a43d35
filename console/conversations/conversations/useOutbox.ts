import { api } from '@portreeve/contract'
import type { Message } from '@portreeve/contract/conversations/conversations'
import { messageType } from '@portreeve/contract/conversations/conversations'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useBackend } from '../../data/backend.tsx'
import type { Answer, Call } from '../../data/call.ts'
import { keyOf } from '../../data/queries.ts'
import { useOwnName } from '../../data/rights.ts'
import { createOutbox, type Outbox, type Outgoing, sentMessage, type Written } from './outbox.ts'
import { addMessage } from './useMessages.ts'

/** One outbox per person and page, in all screens: sending continues when the screen is left. */
const outboxes = new WeakMap<Call, Map<string, Outbox>>()

/**
 * The outbox of the signed-in person.
 * @param team messages in the name of the team's accounts, each an answer in the team inbox
 */
export function useOutbox(
  uid: string,
  team = false,
): Omit<Outbox, 'send'> & { send: (message: Written) => string; outgoing: readonly Outgoing[] } {
  const { call, environment } = useBackend()
  const queries = useQueryClient()
  const name = useOwnName()
  const box = team ? 'team-outbox' : 'outbox'
  const outbox = useMemo(() => {
    const own = outboxes.get(call) ?? new Map<string, Outbox>()
    outboxes.set(call, own)
    const created =
      own.get(`${box} ${uid}`) ??
      createOutbox(
        `${box}:${environment.name}:${uid}`,
        async (message) => {
          const options = { idempotencyKey: message.key }
          const { data } = team
            ? await answer(call, queries, message)
            : await call(api.conversations.send, { body: { data: asSending(message, uid) } }, options)
          return sentMessage(data, asMessage(message, uid))
        },
        {
          storage: localStorage,
          sent: (message, { conversation }) => addMessage(queries, conversation, message),
        },
      )
    own.set(`${box} ${uid}`, created)
    return created
  }, [call, environment, queries, uid, box, team])
  useEffect(() => {
    // The network is back: the idempotency keys make another attempt safe.
    const retry = () => {
      for (const conversation of new Set(outbox.all().map((one) => one.conversation)))
        outbox.retry(conversation)
    }
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [outbox])
  const outgoing = useSyncExternalStore(outbox.subscribe, outbox.all)
  return { ...outbox, send: (message) => outbox.send({ ...message, sender: name }), outgoing }
}

/** An answer in the name of the team. Its actions are based on the state that the page shows. */
async function answer(call: Call, queries: QueryClient, message: Outgoing) {
  const { conversation: id, text, seen, actions, files, insisted, key } = message
  const shown = [...keyOf(api.inbox.get), { params: { id } }]
  const version = queries.getQueryData<Answer<InboxConversation>>(shown)?.data.version
  const sent = await call(
    api.inbox.answer,
    {
      params: { id },
      body: { text, ...(seen !== undefined && { seen }), ...(actions && { actions }), ...idsOf(files) },
    },
    { idempotencyKey: key, ...(actions && !insisted && { ifMatch: version }) },
  )
  // The actions of a next answer are based on the state after this one.
  await queries.invalidateQueries({ queryKey: shown })
  return sent
}

/** Without files, as the spec has it. */
const idsOf = (files: Outgoing['files']) => files && { files: files.map(({ id }) => id) }

/** MSG-43 */
const asSending = ({ text, date, conversation, recipient, sender, seen, files }: Outgoing, uid: string) => ({
  message_data: {
    ...{ text, type: messageType.text, senderID: uid, senderDisplayName: sender, date },
    ...idsOf(files),
  },
  conversation_id: conversation,
  recipient_uid: recipient,
  ...(seen !== undefined && { seen }),
})

/** A message of the outbox in the form of a sent one. */
const asMessage = ({ key, sender, text, date, files }: Outgoing, uid: string): Message => ({
  id: key,
  senderID: uid,
  senderDisplayName: sender,
  author: uid,
  type: messageType.text,
  text,
  date,
  timestamp: Date.parse(date),
  ...(files && { files: [...files] }),
})
