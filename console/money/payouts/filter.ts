import type { PayoutFilter } from '@portreeve/contract/money/payouts'
import { periodOf } from '../../format/periods.ts'
import type { PayoutSearch } from './search.ts'

/** The filters as the query of `api.payouts`. */
export const payoutFilterOf = ({ state, seller, txn, ...period }: PayoutSearch): PayoutFilter => ({
  ...(state && { state: state as NonNullable<PayoutFilter['state']> }),
  ...(seller && { seller: seller.trim() }),
  ...(txn && { transaction: txn }),
  ...periodOf(period),
})
