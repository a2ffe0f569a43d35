import type { Data, Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Words } from '../ui/toast.ts'
import { useBackend } from './backend.tsx'
import type { Answer } from './call.ts'
import type { CallFailure } from './failure.ts'
import { queryOf } from './queries.ts'

/** Milliseconds between fetches in the background. */
const refetchEvery = 30_000

export interface Standing<D> {
  /** The data on the screen. It changes only by `show`, `reload` and `amend`. */
  data: D | undefined
  /** More rows exist. */
  more: boolean
  /** The server's latest answer. */
  latest: D | undefined
  /** Why the last fetch failed, also one in the background. */
  failure: CallFailure | null
  /** Puts the latest answer on the screen. */
  show: () => void
  /** Fetches again and puts the answer on the screen. */
  reload: () => void
  /** Fetches again, as the background does: the answer waits in `latest`. */
  look: () => void
  /** Applies a change to the screen and the cache, so that no older answer reverts it. */
  amend: (change: (data: D) => D) => void
}

/**
 * Reads a list that colleagues change too. It is refetched every half minute and when the page becomes visible, but the data
 * on the screen stays the same: no row moves under the pointer.
 */
export function useStanding<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: {
    /** The toast of a failed first load. A failed refetch shows no toast. */
    failed?: (failure: CallFailure) => Words
    /** No answer is cached for the next visit, which starts with a fetch. */
    isFresh?: boolean
  } = {},
): Standing<Data<E>> {
  const { call } = useBackend()
  const queries = useQueryClient()
  const listQuery = queryOf(call, endpoint, input)
  const { queryKey } = listQuery
  const query = useQuery({
    ...listQuery,
    // A failed first load waits for Retry.
    refetchInterval: ({ state }) => (state.data ? refetchEvery : false),
    // Colleagues change the same list, and no live event reports it.
    refetchOnWindowFocus: ({ state }) => (state.data === undefined ? false : 'always'),
    ...(options.isFresh && { gcTime: 0 }),
    meta: { failed: queries.getQueryState(queryKey)?.data === undefined ? options.failed : undefined },
  })
  const { data: latest, dataUpdatedAt: at } = query
  const answeredAt = () => queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  /** `follows`: the next answer after `at` replaces it. */
  const [onScreen, setOnScreen] = useState({ answer: latest, at, follows: true })
  if (latest && (!onScreen.answer || (onScreen.follows && at > onScreen.at)))
    setOnScreen({ answer: latest, at, follows: false })
  else if (onScreen.follows && query.error && !query.isFetching) setOnScreen({ ...onScreen, follows: false })

  return {
    data: onScreen.answer?.data,
    more: onScreen.answer?.more ?? false,
    latest: latest?.data,
    failure: query.isFetching ? null : query.error,
    show: () => setOnScreen({ answer: latest, at, follows: false }),
    look: () => void query.refetch(),
    reload: () => {
      void query.refetch()
      setOnScreen((current) => ({ ...current, at: answeredAt(), follows: true }))
    },
    amend: (change) => {
      const amended = (answer: Answer<Data<E>> | undefined) =>
        answer && { ...answer, data: change(answer.data) }
      setOnScreen((current) => ({ ...current, answer: amended(current.answer) }))
      queries.setQueryData<Answer<Data<E>>>(queryKey, amended, { updatedAt: answeredAt() })
      // An answer in flight may be older than the change.
      if (queries.isFetching({ queryKey, exact: true }) > 0)
        void queries.refetchQueries({ queryKey, exact: true })
    },
  }
}
