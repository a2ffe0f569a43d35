import { api } from '@portreeve/contract'
import type { Data, Endpoint, Input } from '@portreeve/contract/endpoint'
import { may } from '@portreeve/contract/rights'
import type { QueryClient } from '@tanstack/react-query'
import type { Answer, Call } from './call.ts'
import { keyOf, queryOf } from './queries.ts'

/**
 * Asks for what a page begins with while somebody is about to open it. Does nothing where a fresh answer is there or on its
 * way, where looking is on record (it would say that somebody looked who did not), or for a role that may not.
 */
export type Ahead = <E extends Endpoint>(endpoint: E, input: Input<E>) => void

export function createAhead(queries: QueryClient, call: Call): Ahead {
  return (endpoint, input) => {
    if (endpoint.method !== 'GET' || endpoint.audited) return
    const me = queries.getQueryData<Answer<Data<typeof api.staff.me>>>([...keyOf(api.staff.me), {}])
    if (me && !may(me.data.role, endpoint.may)) return
    void queries.prefetchQuery(queryOf(call, endpoint, input))
  }
}
