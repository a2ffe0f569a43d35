import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/endpoint'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { toastFailed, type Words } from '../ui/toast.ts'
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
 * One person's cache. It holds only what the server said. A new person gets a new one.
 * Nothing is repeated in secret: a failed call is shown as failed, with Retry.
 */
export function createQueries(): QueryClient {
  // A call that this role may not make tells that the role is another by now.
  const askWhoIAm = (error: Error) => {
    if (error instanceof CallFailure && error.body?.code === 'forbidden')
      void client.invalidateQueries({ queryKey: keyOf(api.staff.me) })
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
    mutationCache: new MutationCache({ onError: askWhoIAm }),
  })
  return client
}
