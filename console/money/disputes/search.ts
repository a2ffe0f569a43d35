import { isCurrencyCode, isShort, oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'

/** The tab, the filters and the opened dispute in the URL. */
export type DisputeSearch = UrlSearch<'tab' | 'scope' | 'type' | 'currency' | 'txn'>

export const readDisputeSearch = searchReader<keyof DisputeSearch>({
  tab: oneOf(['chargebacks', 'warnings']),
  scope: oneOf(['mine', 'unassigned', 'overdue', 'resolved', 'closed']),
  type: oneOf(['1', '2', '3']),
  currency: isCurrencyCode,
  txn: isShort,
})
