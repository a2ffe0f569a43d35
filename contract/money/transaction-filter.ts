import { Cursor, Id, RowLimit, Time } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

const Whole = z
  .string()
  .regex(/^\d{1,12}$/, 'is no whole number')
  .optional()
const State = z
  .string()
  .regex(/^\d{1,4}$/, 'is no state')
  .optional()

/** Filters of the list of transactions; all are optional and combine with AND. */
export const TransactionFilter = z.strictObject({
  /** Rows of a page, 1 to 200; default 100. */
  limit: RowLimit,
  cursor: Cursor,
  /** Only pending transactions that were paid some days ago and are not shipped yet (D-052). */
  cancel_risk: z.enum(['true', 'false']).optional(),
  status: State,
  shipping_status: State,
  payout_status: State,
  dispute: z.enum(['open', 'resolved', 'none']).optional(),
  /** The uid of the buyer or the seller. */
  person: Id.optional(),
  /** Bought at this time or later. */
  from: Time.optional(),
  /** Bought before this time. */
  to: Time.optional(),
  /** At least this price, in the environment's currency: amounts choose the transactions of that currency. */
  min: Whole,
  /** At most this price. */
  max: Whole,
  /** Only transactions with a refund that waits for a second person. */
  waiting: z.enum(['true', 'false']).optional(),
})
export type TransactionFilter = z.infer<typeof TransactionFilter>
