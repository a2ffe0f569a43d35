import type { Query } from '@portreeve/contract/endpoint'
import type { LedgerDifference, reconciliation } from '@portreeve/contract/reconciliation'
import { oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'
import { isDay } from '../../format/days.ts'

/** The differences that are shown, in the URL: by state, or those of one day's check. */
export type ReconciliationSearch = UrlSearch<'state' | 'day'>

export const readReconciliationSearch = searchReader<keyof ReconciliationSearch>({
  state: oneOf(['asked', 'settled', 'gone', 'all']),
  day: isDay,
})

/** The filters as the query of `api.reconciliation.differences`; without any, what is open. */
export function differencesOf({
  day,
  state,
}: ReconciliationSearch): Query<typeof reconciliation.differences> {
  if (day !== undefined) return { day }
  return state === 'all' ? {} : { state: (state ?? 'open') as LedgerDifference['state'] }
}
