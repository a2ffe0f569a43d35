import { isCurrencyCode, isShort, oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'
import { isDay } from '../../format/days.ts'

/** The filters in the URL; days are in the browser's time zone. */
export type RefundSearch = UrlSearch<
  'state' | 'kind' | 'reason' | 'by' | 'buyer' | 'currency' | 'from' | 'to'
>

export const readRefundSearch = searchReader<keyof RefundSearch>({
  state: oneOf(['pending', 'done', 'failed']),
  kind: oneOf(['refund', 'cancel', 'dispute_refund']),
  reason: isShort,
  by: isShort,
  buyer: isShort,
  currency: isCurrencyCode,
  from: isDay,
  to: isDay,
})
