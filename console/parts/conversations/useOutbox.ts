import { api } from '@portreeve/contract'
import type { Message } from '@portreeve/contract/conversations'
import { messageType } from '@portreeve/contract/conversations'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useBackend } from '../../data/backend.tsx'
import type { Call } from '../../data/call.ts'
import { useOwnName } from '../../data/rights.ts'
import { createOutbox, type Outbox, type Outgoing, sentMessage } from './outbox.ts'
import { addMessage } from './useMessages.ts'

/** One outbox per person and page, in all screens: sending continues when the screen is left. */
const outboxes = new WeakMap<Call, Map<string, Outbox>>()

/** The signed-in person's outbox. */
export function useOutbox(uid: string): Outbox & { outgoing: readonly Outgoing[] } {
  const { call, environment } = useBackend()
  const queries = useQueryClient()
  const name = useOwnName()
  const outbox = useMemo(() => {
    const own = outboxes.get(call) ?? new Map<string, Outbox>()
    outboxes.set(call, own)
    const created =
      own.get(uid) ??
      createOutbox(
        `outbox:${environment.name}:${uid}`,
        async (message) => {
          const { data } = await call(
            api.conversations.send,
            { body: { data: asSending(message, uid, name) } },
            { idempotencyKey: message.key },
          )
          return sentMessage(data, asMessage(message, uid, name))
        },
        {
          storage: localStorage,
          sent: (message, { conversation }) => addMessage(queries, conversation, message),
        },
      )
    own.set(uid, created)
    return created
  }, [call, environment, queries, uid, name])
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
  return { ...outbox, outgoing }
}

/** MSG-43 */
const asSending = (
  { text, date, conversation, recipient, seen }: Outgoing,
  uid: string,
  name: string | null,
) => ({
  message_data: { text, type: messageType.text, senderID: uid, senderDisplayName: name, date },
  conversation_id: conversation,
  recipient_uid: recipient,
  ...(seen !== undefined && { seen }),
})

/** A message of the outbox in the form of a sent one. */
export const asMessage = (
  { key, text, date }: Pick<Outgoing, 'key' | 'text' | 'date'>,
  uid: string,
  name: string | null,
): Message => ({
  id: key,
  senderID: uid,
  senderDisplayName: name,
  author: uid,
  type: messageType.text,
  text,
  date,
  timestamp: Date.parse(date),
})
