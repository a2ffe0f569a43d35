import type { RefundFilter } from '@portreeve/contract/money/refunds'
import { periodOf } from '../../format/periods.ts'
import type { RefundSearch } from './search.ts'

/** The filters as the query of `api.refunds`. */
export const refundFilterOf = ({
  state,
  kind,
  reason,
  by,
  buyer,
  currency,
  ...period
}: RefundSearch): RefundFilter => ({
  ...(state && { state: state as NonNullable<RefundFilter['state']> }),
  ...(kind && { kind: kind as NonNullable<RefundFilter['kind']> }),
  ...(reason && { reason_id: reason }),
  ...(by && { by: by.trim() }),
  ...(buyer && { buyer: buyer.trim() }),
  ...(currency && { currency }),
  ...periodOf(period),
})
