import { api } from '@portreeve/contract'
import type { Conversation, Message } from '@portreeve/contract/conversations/conversations'
import { type InfiniteData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useBackend } from '../../data/backend.tsx'
import type { Answer } from '../../data/call.ts'
import type { CallFailure } from '../../data/failure.ts'
import { loadNext } from '../../data/pages.ts'
import { keyOf } from '../../data/queries.ts'

/** The number of messages in a full answer. A shorter answer has no earlier messages. */
const fullPage = 1000

const keyOfMessages = (conversation: string) => [...keyOf(api.conversations.messages), conversation]

export interface Messages {
  /** Oldest first. */
  messages: Message[] | undefined
  failure: CallFailure | null
  loading: boolean
  reload: () => void
  /** Null when there are no earlier ones. */
  loadEarlier: (() => void) | null
  loadingEarlier: boolean
}

/**
 * A conversation's messages: the newest ones, or those around one of them, and earlier ones on demand.
 * @param isBeside reads along with the pane of the conversation, without a call: each call is audited
 */
export function useMessages(
  { key: id, conversationsMessagesID: messagesId }: Conversation,
  around: string | null,
  isBeside = false,
): Messages {
  const { call } = useBackend()
  const query = useInfiniteQuery({
    queryKey: [...keyOfMessages(id), around],
    queryFn: ({ signal, pageParam }) =>
      call(
        api.conversations.messages,
        { params: { id, messagesId }, query: pageParam ? { before: pageParam } : around ? { around } : {} },
        { signal },
      ),
    enabled: !isBeside,
    initialPageParam: null as string | null,
    getNextPageParam: ({ data }) => (data.length >= fullPage ? (data[0]?.id ?? null) : null),
  })
  const pages = query.data?.pages
  // The same list for the same answers: another one makes the page lay out all messages again.
  const messages = useMemo(() => pages?.toReversed().flatMap(({ data }) => data), [pages])
  return {
    messages,
    failure: query.isFetching ? null : query.error,
    loading: query.isLoading,
    reload: () => void query.refetch(),
    loadEarlier: query.hasNextPage ? () => void loadNext(query) : null,
    loadingEarlier: query.isFetchingNextPage,
  }
}

/** Adds a sent message to the end of its conversation in the cache. */
export function addMessage(queries: QueryClient, conversation: string, message: Message): void {
  queries.setQueryData<InfiniteData<Answer<Message[]>>>([...keyOfMessages(conversation), null], (loaded) => {
    const [newest, ...earlier] = loaded?.pages ?? []
    if (!loaded || !newest || newest.data.some(({ id }) => id === message.id)) return loaded
    return { ...loaded, pages: [{ ...newest, data: [...newest.data, message] }, ...earlier] }
  })
}

export const reloadMessages = (queries: QueryClient, conversation: string) =>
  queries.invalidateQueries({ queryKey: keyOfMessages(conversation) })
