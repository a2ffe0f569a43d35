import { isCurrencyCode, isShort, oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'
import { isDay } from '../../format/days.ts'

/** The filters in the URL; days are in the browser's time zone. */
export type PayoutSearch = UrlSearch<'state' | 'seller' | 'txn' | 'currency' | 'from' | 'to'>

export const readPayoutSearch = searchReader<keyof PayoutSearch>({
  state: oneOf(['due', 'held', 'sending', 'sent', 'failed']),
  seller: isShort,
  txn: isShort,
  currency: isCurrencyCode,
  from: isDay,
  to: isDay,
})

/** The blocked seller whose plan is shown alone. */
export const readMoneyPlanSearch = searchReader<'seller'>({ seller: isShort })
