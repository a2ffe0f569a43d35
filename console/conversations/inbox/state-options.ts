import { api } from '@portreeve/contract'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../data/call.ts'
import { type CallFailure, failureText } from '../../data/failure.ts'
import { keyOf } from '../../data/queries.ts'

/** The calls that show a conversation's state. */
const shownBy = [api.inbox.list, api.inbox.get, api.inbox.counts]

/** The options of every action that changes a conversation's state: changes of this page go out one after another. */
export function useStateOptions({ conversation: { key: id }, version }: InboxConversation) {
  const queries = useQueryClient()
  const cached = [...keyOf(api.inbox.get), { params: { id } }]
  return {
    refetch: shownBy,
    refetchOnConflict: [...shownBy, api.conversations.messages],
    inOrder: `inbox ${id}`,
    // An earlier change of this page may have ended since the last render.
    ifMatch: () => queries.getQueryData<Answer<InboxConversation>>(cached)?.data.version ?? version,
  }
}

/** What a refused change says: who was first, and when. */
export const refusedWords =
  (doing: string) =>
  ({ failure }: { failure: CallFailure }) => ({
    message: `Error ${doing} the conversation. ${failureText(failure)}`,
    stays: 8000,
  })
