import type { Data, Endpoint, Input } from '@portreeve/contract/endpoint'
import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toastDone, toastFailed, type Words } from '../ui/toast.ts'
import { useBackend } from './backend.tsx'
import { type CallOptions, newKey } from './call.ts'
import type { CallFailure } from './failure.ts'
import { keyOf, queryOf } from './queries.ts'

export interface DataOptions {
  /** The toast of a failed load. Without it the failure is only logged. */
  failed?: Words | ((failure: CallFailure) => Words)
  /** Nothing is loaded while false. */
  when?: boolean
  judgedBy?: CallOptions['judgedBy']
  /** Asked once for as long as the person is signed in, also when it failed. */
  once?: boolean
  /** Asked even where a fresh answer is there: somebody asks for it. */
  anew?: boolean
}

export interface Loaded<D> {
  /** What the server said last. Stays while it is asked again, and when that fails. */
  data: D | undefined
  /** There are more rows than these. */
  more: boolean
  cursor: string | null
  /** Why the last ask failed; null after a success. */
  failure: CallFailure | null
  /** Asking, and nothing to show yet. */
  loading: boolean
  /** Asking. */
  busy: boolean
  /** Asks again. */
  reload: () => void
}

/** What is read, and a way to ask for another input at once: its call goes out before React has drawn anything for it. */
export interface Asked<E extends Endpoint> extends Loaded<Data<E>> {
  ask: (input: Input<E>) => void
}

/** Reads from the API. Another input is another answer: a late one never replaces a newer one. */
export function useData<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: DataOptions = {},
): Asked<E> {
  const { call } = useBackend()
  const queries = useQueryClient()
  const { failed, judgedBy = 'wrapper', when = true, once = false, anew = false } = options
  const query = useQuery({
    ...queryOf(call, endpoint, input, { judgedBy }),
    enabled: when,
    meta: { failed },
    ...(anew && { staleTime: 0 }),
    ...(once && {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      retryOnMount: false,
    }),
  })
  return {
    data: query.data?.data,
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
 * What the server said last, asked at the moment when it is wanted: one call that waits for another goes out before React
 * has drawn what that one brought.
 */
export function useLatest<E extends Endpoint>(endpoint: E, input: Input<E>): () => Data<E> | undefined {
  const queries = useQueryClient()
  return () => queries.getQueryData<{ data: Data<E> }>([...keyOf(endpoint), input])?.data
}

/** The answer to a changing call as it may really come: a server that speaks only the spec may answer `{}` or null. */
export type Told<D> = D extends readonly unknown[]
  ? D | null
  : D extends object
    ? Partial<D> | null
    : D | null

type Said<Given> = Words | ((given: Given) => Words)

export interface ActionOptions<E extends Endpoint> {
  /** The toast of a success. */
  done?: Said<{ data: Told<Data<E>>; input: Input<E> }>
  /** The toast of a failure. Without it the failure is only logged. */
  failed?: Said<{ failure: CallFailure; input: Input<E> }>
  /** The toast where the change was written down and waits for a second person: no failure, and nothing done yet. */
  asked?: Words
  /** What the change makes old. The call counts as in flight until these are fresh, so that nothing flickers back. */
  refetch?: Endpoint[]
  /** Also fetch these again when the server says that the record is not as it was. */
  refetchOnConflict?: Endpoint[]
  /** What the screen takes over from how it went, while the call still counts as in flight. */
  settle?: (went: Outcome<E> & { readonly input: Input<E> }) => void
  /** Calls with the same word go out one after another. */
  inOrder?: string
  /** The version that the change is made on, asked when the call goes out. */
  ifMatch?: (input: Input<E>) => number | undefined
  judgedBy?: CallOptions['judgedBy']
}

export type Outcome<E> =
  | { readonly done: true; readonly data: Told<Data<E>> }
  | { readonly done: false; readonly failure: CallFailure }

/** Changes something through the API. `run` never rejects: it says how it went. */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E>) {
  const { call } = useBackend()
  const queries = useQueryClient()
  /** The key of the last change that nobody answered: the same change again must not be done twice. */
  const unanswered = useRef<{ input: string; key: string } | null>(null)
  const {
    done,
    failed,
    asked,
    settle,
    refetch = [],
    refetchOnConflict = [],
    inOrder,
    ifMatch,
    judgedBy,
  } = options

  const refresh = (endpoints: Endpoint[]) =>
    Promise.all(endpoints.map((old) => queries.invalidateQueries({ queryKey: keyOf(old) })))

  const mutation = useMutation<Told<Data<E>>, CallFailure, Input<E>>({
    mutationKey: keyOf(endpoint),
    ...(inOrder === undefined ? {} : { scope: { id: inOrder } }),
    mutationFn: async (input) => {
      const same = JSON.stringify(input)
      const key = unanswered.current?.input === same ? unanswered.current.key : newKey()
      unanswered.current = { input: same, key }
      const version = ifMatch?.(input)
      try {
        const answer = await call(endpoint, input, {
          idempotencyKey: key,
          ifMatch: version,
          ...(judgedBy && { judgedBy }),
        })
        unanswered.current = null
        return answer.data as Told<Data<E>>
      } catch (error) {
        if (!(error as CallFailure).noAnswer) unanswered.current = null
        throw error
      }
    },
    onSuccess: async (data, input) => {
      if (done) toastDone(typeof done === 'function' ? done({ data, input }) : done)
      settle?.({ done: true, data, input })
      await refresh(refetch)
    },
    onError: async (failure, input) => {
      // The sign-in page is up instead; what was typed is still there afterwards.
      if (failure.signedOut) return
      if (failure.asked && asked) toastDone(asked)
      else if (failed) toastFailed(typeof failed === 'function' ? failed({ failure, input }) : failed)
      else console.error(failure)
      settle?.({ done: false, failure, input })
      if (failure.conflict) await refresh(refetchOnConflict)
    },
  })

  return {
    run: (input: Input<E>): Promise<Outcome<E>> =>
      mutation.mutateAsync(input).then(
        (data) => ({ done: true, data }) as const,
        (failure: CallFailure) => ({ done: false, failure }) as const,
      ),
    /** This component's own call is in flight. */
    busy: mutation.isPending,
    /** Why the last call failed; null while the next is in flight, and where signing in again is all there is to do. */
    failure: mutation.error?.signedOut ? null : mutation.error,
  }
}

/** The inputs of an endpoint's calls in flight anywhere on the page, oldest first: what a screen lays over its data. */
export function usePending<E extends Endpoint>(endpoint: E): Input<E>[] {
  return useMutationState({
    filters: { mutationKey: keyOf(endpoint), status: 'pending' },
    select: (mutation) => mutation.state.variables as Input<E>,
  })
}
