import type { Data, Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toastDone, toastFailed, type Words } from '../ui/toast.ts'
import { useBackend } from './backend.tsx'
import { type CallOptions, newKey } from './call.ts'
import { type CallFailure, failureText } from './failure.ts'
import { keyOf } from './queries.ts'

/** The data of a changing call as it may arrive: a server that implements only the spec may answer `{}` or null. */
export type Received<D> = D extends readonly unknown[]
  ? D | null
  : D extends object
    ? Partial<D> | null
    : D | null

type WordsFor<Context> = Words | ((context: Context) => Words)

export interface ActionOptions<E extends Endpoint> {
  /** The toast of a success. */
  done?: WordsFor<{ data: Received<Data<E>>; input: Input<E> }>
  /** The toast of a failure. A text has the server's reason below it; a function gives all words. Without it the failure is only logged. */
  failed?: WordsFor<{ failure: CallFailure; input: Input<E> }>
  /** The toast when the change is stored as a request that waits for a second person: no failure, and no effect yet. */
  requested?: Words
  /** What the change makes stale. The call counts as in flight until the refetch ends, so that no old value flickers. */
  refetch?: Endpoint[]
  /** What is also refetched after a conflict. */
  refetchOnConflict?: Endpoint[]
  /** Receives the outcome while the call still counts as in flight. */
  settle?: (outcome: Outcome<E> & { readonly input: Input<E> }) => void
  /** Calls with the same text go out one after another. */
  inOrder?: string
  /** The version that the change is based on, read when the call goes out. */
  ifMatch?: (input: Input<E>) => number | undefined
  judgedBy?: CallOptions['judgedBy']
}

export type Outcome<E> =
  | { readonly done: true; readonly data: Received<Data<E>> }
  | { readonly done: false; readonly failure: CallFailure }

/** A text with the reason of a failure, which stays long enough to be read. */
const withReason = (words: Words, failure: CallFailure): Words =>
  typeof words === 'string' ? { title: words, message: failureText(failure), stays: 8000 } : words

/** Changes something through the API. `run` never rejects: it resolves to the outcome. */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E>) {
  const { call } = useBackend()
  const queries = useQueryClient()
  /** The idempotency keys of the calls without an answer, by their input: repeating one must have no second effect. */
  const unanswered = useRef(new Map<string, string>())
  const {
    done,
    failed,
    requested,
    settle,
    refetch = [],
    refetchOnConflict = [],
    inOrder,
    ifMatch,
    judgedBy,
  } = options

  const refresh = (endpoints: Endpoint[]) =>
    Promise.all(endpoints.map((old) => queries.invalidateQueries({ queryKey: keyOf(old) })))

  const mutation = useMutation<Received<Data<E>>, CallFailure, Input<E>>({
    mutationKey: keyOf(endpoint),
    ...(inOrder === undefined ? {} : { scope: { id: inOrder } }),
    mutationFn: async (input) => {
      const same = JSON.stringify(input)
      const key = unanswered.current.get(same) ?? newKey()
      unanswered.current.set(same, key)
      const version = ifMatch?.(input)
      try {
        const answer = await call(endpoint, input, {
          idempotencyKey: key,
          ifMatch: version,
          ...(judgedBy && { judgedBy }),
        })
        unanswered.current.delete(same)
        return answer.data as Received<Data<E>>
      } catch (error) {
        if (!(error as CallFailure).noAnswer) unanswered.current.delete(same)
        throw error
      }
    },
    onSuccess: async (data, input) => {
      if (done) toastDone(typeof done === 'function' ? done({ data, input }) : done)
      settle?.({ done: true, data, input })
      await refresh(refetch)
    },
    onError: async (failure, input) => {
      // The sign-in page covers the screen, and the typed text stays beneath it.
      if (failure.signedOut) return
      if (failure.isRequest && requested) toastDone(requested)
      else if (failed)
        toastFailed(typeof failed === 'function' ? failed({ failure, input }) : withReason(failed, failure))
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
    /** Why the last call failed; null while the next one is in flight, and when the session has ended. */
    failure: mutation.error?.signedOut ? null : mutation.error,
  }
}

/** The inputs of an endpoint's calls in flight anywhere on the page, oldest first. A screen lays them over its data. */
export function usePending<E extends Endpoint>(endpoint: E): Input<E>[] {
  return useMutationState({
    filters: { mutationKey: keyOf(endpoint), status: 'pending' },
    select: (mutation) => mutation.state.variables as Input<E>,
  })
}
