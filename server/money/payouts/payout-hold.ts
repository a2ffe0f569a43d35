import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { payoutHolds } from '../money-desk-tables.ts'
import { wakePayout } from './payout-schedule.ts'

/** The hold of a transaction's payout by staff that has not ended. */
export const standingHold = (transaction: string) =>
  and(eq(payoutHolds.transaction_id, transaction), isNull(payoutHolds.released_at))

/** Ends the hold of a locked transaction's payout, which becomes due. Returns the hold; undefined without one. */
export async function endHold(db: Db, transaction: string) {
  const [held] = await db
    .update(payoutHolds)
    .set({ released_at: sql`now()` })
    .where(standingHold(transaction))
    .returning()
  if (held) await wakePayout(db, transaction)
  return held
}
