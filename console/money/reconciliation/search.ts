import type { Query } from '@portreeve/contract/base/endpoint'
import type { LedgerDifference, reconciliation } from '@portreeve/contract/money/reconciliation'
import { isShort, oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'
import { isDay } from '../../format/days.ts'

/** The differences that are shown, in the URL: by state, those of one day's check, or a single one. */
export type ReconciliationSearch = UrlSearch<'state' | 'day' | 'difference'>

export const readReconciliationSearch = searchReader<keyof ReconciliationSearch>({
  state: oneOf(['asked', 'settled', 'gone', 'all']),
  day: isDay,
  difference: isShort,
})

/** The filters as the query of `api.reconciliation.differences`; without any, what is open. */
export function differencesOf({
  day,
  state,
  difference,
}: ReconciliationSearch): Query<typeof reconciliation.differences> {
  if (difference !== undefined) return { id: difference }
  if (day !== undefined) return { day }
  return state === 'all' ? {} : { state: (state ?? 'open') as LedgerDifference['state'] }
}
