import type { PayoutFilter } from '@portreeve/contract/money/payouts'
import { periodOf } from '../../format/periods.ts'
import type { PayoutSearch } from './search.ts'

/** The filters as the query of `api.payouts`. */
export const payoutFilterOf = ({ state, seller, txn, currency, ...period }: PayoutSearch): PayoutFilter => ({
  ...(state && { state: state as NonNullable<PayoutFilter['state']> }),
  ...(seller && { seller: seller.trim() }),
  ...(txn && { transaction: txn }),
  ...(currency && { currency }),
  ...periodOf(period),
})
