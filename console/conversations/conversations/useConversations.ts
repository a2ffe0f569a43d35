import { api } from '@portreeve/contract'
import type { Conversation, ConversationUpdate } from '@portreeve/contract/conversations/conversations'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { CallFailure } from '../../data/failure.ts'
import { amendPages, type Pages, usePages } from '../../data/pages.ts'
import { keyOf } from '../../data/queries.ts'
import { useLive } from '../../data/use-live.ts'
import type { SortMode } from './conversations.ts'
import { playSound } from './sound.ts'
import { reloadMessages } from './useMessages.ts'

/** Fields of a conversation that this page has changed, and the server's list does not show yet. */
type Local = Partial<Pick<Conversation, 'read_status' | 'lastMessage' | 'date'>>

export interface Typing {
  conversation: string
  name: string
}

export interface ConversationsOf {
  conversations: Pages<Conversation>
  /** A conversation with the changes of this page. */
  local: (conversation: Conversation) => Conversation
  /** Applies a change of this page to a conversation. */
  patch: (key: string, local: Local) => void
  /** The participant who is typing; null for none. */
  typing: Typing | null
}

interface Options {
  /** Normal mode: the page receives live events. */
  live: boolean
  when: boolean
  sort: SortMode
  search: string
  /** The open conversation. */
  open: string | null
}

/** A person's conversations, in normal mode with live changes. */
export function useConversations(uid: string, { live, when, sort, search, open }: Options): ConversationsOf {
  const { call } = useBackend()
  const queries = useQueryClient()
  const [locals, setLocals] = useState<Readonly<Record<string, Local>>>({})
  const [typing, setTyping] = useState<(Typing & { entry: string }) | null>(null)
  const received = useRef(new Set<string>())

  // A list of one page is sorted and searched here; a longer one by the server.
  const whole = usePages(api.conversations.ofUser, { params: { uid }, query: {} }, { when })
  const short = !whole.more
  const name = search.trim().toLowerCase()
  const needsServer = !short && (sort === 'center' || name !== '')
  const found = usePages(
    api.conversations.ofUser,
    {
      params: { uid },
      query: { ...(sort === 'center' && { sort: 'unread' as const }), ...(name && { name }) },
    },
    { when: when && needsServer },
  )

  const handle = async (update: ConversationUpdate) => {
    const done = () =>
      void call(api.conversations.handled, { params: { uid, key: update.entry } }).catch(console.error)
    if (update.what === 'deleted') {
      dropConversation(queries, uid, update.key)
      return done()
    }
    try {
      // MSG-59
      const { data } = await call(api.conversations.get, { params: { id: update.key } })
      if (data?.key) putConversation(queries, uid, data)
      setLocals(({ [update.key]: _, ...rest }) => rest)
    } catch (error) {
      if (error instanceof CallFailure && error.status === 404) dropConversation(queries, uid, update.key)
      else {
        console.error(error)
        return
      }
    }
    // MSG-62
    if (update.key === open && update.what === 'message') await reloadMessages(queries, update.key)
    // MSG-61
    done()
  }

  useLive(live ? `conversationUpdates/${uid}` : null, (update) => {
    // An event may arrive twice.
    if (received.current.has(update.entry)) return
    received.current.add(update.entry)
    if (update.what === 'typing') {
      setTyping({ conversation: update.key, name: update.name ?? 'A colleague', entry: update.entry })
      setTimeout(
        () => setTyping((current) => (current?.entry === update.entry ? null : current)),
        typingShown,
      )
      return
    }
    if (update.what === 'imported') {
      setLocals({})
      void queries.invalidateQueries({ queryKey: keyOf(api.conversations.ofUser) })
      if (open !== null) void reloadMessages(queries, open)
      return
    }
    if (update.what === 'message') {
      setTyping((current) => (current?.conversation === update.key ? null : current))
      // MSG-60; not for a message that this person sent from another page.
      if (update.by !== uid) playSound()
    }
    void handle(update)
  })

  return {
    conversations: needsServer ? found : whole,
    local: (conversation) => {
      const local = locals[conversation.key]
      return local ? { ...conversation, ...local } : conversation
    },
    patch: (key, local) => setLocals((all) => ({ ...all, [key]: { ...all[key], ...local } })),
    typing,
  }
}

/** Milliseconds for which "is typing" shows after the last event. */
const typingShown = 6000

const own = (uid: string) => (input: { params: { uid: string } }) => input.params.uid === uid

/** Puts a conversation of the server into the cached lists, on top where it is new. */
function putConversation(queries: QueryClient, uid: string, conversation: Conversation) {
  amendPages(queries, api.conversations.ofUser, own(uid), (rows, first) => {
    const at = rows.findIndex(({ key }) => key === conversation.key)
    if (at >= 0) return rows.with(at, conversation)
    // Another page may contain it too; the inbox shows a conversation once.
    return first ? [conversation, ...rows] : rows
  })
}

const dropConversation = (queries: QueryClient, uid: string, key: string) =>
  amendPages(queries, api.conversations.ofUser, own(uid), (rows) => rows.filter((row) => row.key !== key))
