import { oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'
import { isDay } from '../../format/days.ts'

/** The differences that are shown, in the URL: by state, or those of one day's check. */
export type ReconciliationSearch = UrlSearch<'state' | 'day'>

export const readReconciliationSearch = searchReader<keyof ReconciliationSearch>({
  state: oneOf(['asked', 'settled', 'gone', 'all']),
  day: isDay,
})
