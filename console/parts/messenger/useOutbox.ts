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

/** One for each person and page, whichever screen is open: what is on its way goes on when the screen is left. */
const outboxes = new WeakMap<Call, Map<string, Outbox>>()

/** The signed-in person's messages on their way, and how to send one. */
export function useOutbox(uid: string): Outbox & { outgoing: readonly Outgoing[] } {
  const { call } = useBackend()
  const queries = useQueryClient()
  const name = useOwnName()
  const outbox = useMemo(() => {
    const own = outboxes.get(call) ?? new Map<string, Outbox>()
    outboxes.set(call, own)
    const made =
      own.get(uid) ??
      createOutbox(
        `outbox:${uid}`,
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
    own.set(uid, made)
    return made
  }, [call, queries, uid, name])
  useEffect(() => {
    // The network is back: the keys make another try safe.
    const again = () => {
      for (const conversation of new Set(outbox.all().map((one) => one.conversation)))
        outbox.retry(conversation)
    }
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
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

/** How one on its way stands among the messages. */
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
