import { api } from '@portreeve/contract'
import type { Data, Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { may } from '@portreeve/contract/base/rights'
import type { QueryClient } from '@tanstack/react-query'
import type { Answer, Call } from './call.ts'
import { keyOf, queryOf } from './queries.ts'

/**
 * Prefetches an answer that a page is likely to need. Does nothing when a fresh answer is in the cache or in flight, when the
 * role lacks the permission, or when the endpoint is audited: the audit row would record a view that did not happen.
 */
export type Prefetch = <E extends Endpoint>(endpoint: E, input: Input<E>) => void

export function createPrefetch(queries: QueryClient, call: Call): Prefetch {
  return (endpoint, input) => {
    if (endpoint.method !== 'GET' || endpoint.deed) return
    const me = queries.getQueryData<Answer<Data<typeof api.staff.me>>>([...keyOf(api.staff.me), {}])
    if (me && !may(me.data, endpoint.may)) return
    void queries.prefetchQuery(queryOf(call, endpoint, input))
  }
}
