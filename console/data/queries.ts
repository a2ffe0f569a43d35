import { api } from '@portreeve/contract'
import type { Endpoint, Input } from '@portreeve/contract/endpoint'
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

/** The beginning of every key that belongs to an endpoint, for reading and changing calls alike. */
export const keyOf = (endpoint: Endpoint) => [endpoint.method, endpoint.path] as const

/**
 * Milliseconds for which an answer is fresh: a page that is come back to, or that was asked for ahead, does not ask again. No
 * longer, as colleagues work on the same records; and what is changed from here makes everything old at once.
 */
const freshFor = 10_000

/** For how long an endpoint's answers are fresh. Never where looking is on record: each look is to be written down. */
export const freshnessOf = ({ audited }: Endpoint) => (audited ? 0 : freshFor)

/** How an endpoint is asked with an input, and what its answer is remembered by. */
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
 * One person's cache. It holds only what the server said. A new person gets a new one.
 * Nothing is repeated in secret: a failed call is shown as failed, with Retry.
 */
export function createQueries(): QueryClient {
  // A call that this role may not make tells that the role is another by now.
  const askWhoIAm = (error: Error) => {
    if (error instanceof CallFailure && error.body?.code === 'forbidden')
      void client.invalidateQueries({ queryKey: keyOf(api.staff.me) })
  }
  // What was changed here, or may have been, can show in any list: the next page that needs one asks. What is on the screen
  // is asked for by the action itself. Who is signed in is told by the live feed.
  const everythingIsOld = () => {
    // An answer on its way to nobody, asked for ahead, may be of before.
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
        // Nobody wants to hear of a page that they have left.
        if (words && query.isActive()) toastFailed(typeof words === 'function' ? words(error) : words)
        if (!words) console.error(error)
        askWhoIAm(error)
      },
    }),
    mutationCache: new MutationCache({
      // Also while it is in flight: nobody who goes back meanwhile is shown what was before for fresh.
      onMutate: everythingIsOld,
      onSuccess: everythingIsOld,
      onError(error) {
        everythingIsOld()
        askWhoIAm(error)
      },
    }),
  })
  return client
}
