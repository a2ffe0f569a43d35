import { api } from '@portreeve/contract'
import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toastFailed, type Words } from '../ui/toast.ts'
import type { Call, CallOptions } from './call.ts'
import { CallFailure } from './failure.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: CallFailure
    queryMeta: { failed?: Words | ((failure: CallFailure) => Words) | undefined }
  }
}

/** The first part of an endpoint's query and mutation keys. */
export const keyOf = (endpoint: Endpoint) => [endpoint.method, endpoint.path] as const

/**
 * Milliseconds for which an answer is fresh: going back to a page, or opening a prefetched one, causes no request. Not longer,
 * because colleagues change the same records. A change from this page makes every answer stale at once.
 */
const freshFor = 10_000

/** Milliseconds for which an endpoint's answers are fresh. 0 when it is audited: each view needs its audit row. */
export const freshnessOf = ({ deed }: Endpoint) => (deed ? 0 : freshFor)

/** The key, the call and the freshness of an endpoint's query. */
export const queryOf = <E extends Endpoint>(
  call: Call,
  endpoint: E,
  input: Input<E>,
  options: Pick<CallOptions, 'judgedBy'> = {},
) => ({
  queryKey: [...keyOf(endpoint), input],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { ...options, signal }),
  staleTime: freshnessOf(endpoint),
})

/**
 * The query cache of one signed-in person; another person gets a new one. Nothing is retried automatically: a failed call is
 * shown as failed, with Retry.
 */
export function createQueries(): QueryClient {
  // The refusal 'forbidden' means that the role has changed.
  const refetchMe = (error: Error) => {
    if (error instanceof CallFailure && error.body?.code === 'forbidden')
      void client.invalidateQueries({ queryKey: keyOf(api.staff.me) })
  }
  // A change from this page can show in any list, so the next page that needs one fetches it. The action itself refetches
  // the data on the screen. The live feed updates the signed-in person.
  const invalidateAll = () => {
    // A prefetch in flight may have read the records before the change.
    void client.cancelQueries({ type: 'inactive' })
    void client.invalidateQueries({
      predicate: ({ queryKey: [, path] }) => path !== api.staff.me.path,
      refetchType: 'none',
    })
  }
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError(error, query) {
        if (error instanceof CallFailure && error.signedOut) return
        const words = query.meta?.failed
        // No toast for a page that was left.
        if (words && query.isActive()) toastFailed(typeof words === 'function' ? words(error) : words)
        if (!words) console.error(error)
        refetchMe(error)
      },
    }),
    mutationCache: new MutationCache({
      // Also before the answer: going back meanwhile must not show the old value as fresh.
      onMutate: invalidateAll,
      onSuccess: invalidateAll,
      onError(error) {
        invalidateAll()
        refetchMe(error)
      },
    }),
  })
  return client
}
