import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { begin } from '../../core/operations/operations.ts'
import { operations } from '../../db/system-tables.ts'
import { users } from '../../people/people-tables.ts'
import { moneyOf } from '../money.ts'
import { paymentOf } from '../payments.ts'
import { scheduledPayout } from './payout-state.ts'

/**
 * Schedules the payout of a seller's held money. The amount is fixed only when it is sent: a refund in the
 * meantime reduces it. A seller without an account at the provider gets no payout; the money stays held.
 */
export async function schedulePayout(db: Db, txn: Transaction, delay: number): Promise<boolean> {
  const [row] = await db
    .select({ account: users.stripe_connect_id })
    .from(users)
    .where(eq(users.uid, txn.seller_uid))
  if (!row?.account) return false
  await begin(
    db,
    {
      kind: 'payout',
      subject_kind: 'transaction',
      subject_id: txn.id,
      details: { account: row.account, provider: (await paymentOf(db, txn)).provider },
    },
    delay,
  )
  return true
}

/** Schedules the payout of money that came back to the seller of a locked transaction, unless one is scheduled. */
export async function schedulePayoutAgain(db: Db, txn: Transaction, delay: number): Promise<void> {
  const scheduled = await db.select({ id: operations.id }).from(operations).where(scheduledPayout(txn.id))
  if (scheduled.length === 0) await schedulePayout(db, txn, delay)
}

/** Schedules the failed payout of a locked transaction again. Returns 'none' without one, and 'no_account' for a seller without an account. */
export async function retryPayout(db: Db, txn: Transaction): Promise<'scheduled' | 'none' | 'no_account'> {
  const [last] = await db
    .select({ state: operations.state })
    .from(operations)
    .where(
      and(
        eq(operations.kind, 'payout'),
        eq(operations.subject_kind, 'transaction'),
        eq(operations.subject_id, txn.id),
      ),
    )
    .orderBy(desc(operations.created_at))
    .limit(1)
  if (last?.state !== 'failed' || (await moneyOf(db, txn)).held <= 0) return 'none'
  return (await schedulePayout(db, txn, 0)) ? 'scheduled' : 'no_account'
}

/**
 * Makes a held payout of a locked transaction due at once, because its hold has ended or changed. A payout that was not
 * due yet keeps its time.
 */
export const wakePayout = (db: Db, transaction: string) =>
  db
    .update(operations)
    .set({ due_at: sql`now()`, details: sql`${operations.details} - 'held'` })
    .where(sql`${scheduledPayout(transaction)} and ${operations.details} ->> 'held' is not null`)

/** The same for all payouts of a seller, who is not blocked any more. */
export const wakePayoutsOf = (db: Db, seller: string) =>
  db
    .update(operations)
    .set({ due_at: sql`now()`, details: sql`${operations.details} - 'held'` })
    .where(sql`${operations.kind} = 'payout' and ${operations.state} = 'pending' and ${operations.cents} is null
      and ${operations.details} ->> 'held' is not null
      and ${operations.subject_id} in (select id from transactions where seller_uid = ${seller})`)
