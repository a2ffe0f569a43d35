import type { Data, Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Words } from '../ui/toast.ts'
import { useBackend } from './backend.tsx'
import type { CallOptions } from './call.ts'
import type { CallFailure } from './failure.ts'
import { keyOf, queryOf } from './queries.ts'

export interface DataOptions {
  /** The toast of a failed load. Without it the failure is only logged. */
  failed?: Words | ((failure: CallFailure) => Words)
  /** No request goes out while false. */
  when?: boolean
  judgedBy?: CallOptions['judgedBy']
  /** Fetched once per session, also when it failed. */
  once?: boolean
  /** Fetched on mount even when the cached answer is fresh. */
  isFresh?: boolean
}

export interface Loaded<D> {
  /** The server's latest answer. It stays during a refetch, and when that fails. */
  data: D | undefined
  /** More rows exist. */
  more: boolean
  cursor: string | null
  /** Why the last fetch failed; null after a success. */
  failure: CallFailure | null
  /** The first fetch is in flight. */
  loading: boolean
  /** A fetch is in flight. */
  busy: boolean
  /** Fetches again. */
  reload: () => void
}

export interface Query<E extends Endpoint> extends Loaded<Data<E>> {
  /** When `data` arrived, in milliseconds since 1970. */
  at: number
  /** Fetches another input at once: the request goes out before React renders. */
  ask: (input: Input<E>) => void
}

/** Reads from the API. Each input has its own answer: a late one never replaces that of a newer input. */
export function useData<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: DataOptions & {
    /** Milliseconds until an answer is fetched again, for progress that has no event; null for none. */
    every?: (data: Data<E>) => number | null
  } = {},
): Query<E> {
  const { call } = useBackend()
  const queries = useQueryClient()
  const { failed, judgedBy = 'wrapper', when = true, once = false, isFresh = false, every } = options
  const query = useQuery({
    ...queryOf(call, endpoint, input, { judgedBy }),
    enabled: when,
    meta: { failed },
    ...(every && {
      refetchInterval: ({ state }: { state: { data?: { data: Data<E> } | undefined } }) =>
        (state.data && every(state.data.data)) ?? false,
    }),
    ...(isFresh && { staleTime: 0 }),
    ...(once && {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      retryOnMount: false,
    }),
  })
  return {
    data: query.data?.data,
    at: query.dataUpdatedAt,
    more: query.data?.more ?? false,
    cursor: query.data?.cursor ?? null,
    failure: query.isFetching ? null : query.error,
    loading: query.isLoading,
    busy: query.isFetching,
    reload: () => void query.refetch(),
    ask: (next) =>
      void queries.prefetchQuery({
        ...queryOf(call, endpoint, next, { judgedBy }),
        meta: { failed },
        staleTime: 0,
      }),
  }
}

/**
 * Reads the latest cached answer at the moment of the call: a change that waited for another one goes out before React has
 * rendered the other one's answer.
 */
export function useLatest<E extends Endpoint>(endpoint: E, input: Input<E>): () => Data<E> | undefined {
  const queries = useQueryClient()
  return () => queries.getQueryData<{ data: Data<E> }>([...keyOf(endpoint), input])?.data
}
