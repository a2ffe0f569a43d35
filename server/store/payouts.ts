import type { Transaction } from '@portreeve/contract/transactions'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { OperationKind } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { actorOf, emit } from '../core/events.ts'
import { begin, Held, NotYet } from '../core/operations.ts'
import { users } from '../db/people.ts'
import { operations } from '../db/system.ts'
import { enter, openLedger } from './ledger.ts'
import { moneyOf } from './money.ts'
import { atProvider, paymentOf } from './payments.ts'
import { longHolds, scheduledPayout } from './payout-state.ts'
import { changeTransaction, getTransaction, lockTransaction, partiesOf, publishEnd } from './transactions.ts'

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

/** Seconds until a held payout is checked again when the end of its hold is unknown. */
const recheckSeconds = 3600

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

/** Sends a seller their earnings. */
export const payoutOperation: OperationKind = {
  run: async (operation, ctx) => {
    const cents = operation.cents ?? (await fixAmount(ctx.database.db, operation.id, operation.subject_id))
    if (cents === 0) return { reference: `none:${operation.id}` }
    return atProvider(operation, ctx, (provider) =>
      provider.payOut({
        key: operation.id,
        account: String(operation.details.account),
        cents,
        transaction: operation.subject_id,
      }),
    )
  },
  settled: async (operation, db) => {
    const cents = operation.cents ?? 0
    if (cents === 0) return
    const txn = await lockTransaction(db, operation.subject_id)
    await openLedger(db, txn)
    await enter(db, {
      kind: 'payout',
      transaction: txn.id,
      reference: operation.reference ?? operation.id,
      lines: { held: -cents, paid_out: cents },
    })
    await changeTransaction(db, txn.id, { payout_status: 1 })
    const { reference } = operation
    await emit(db, actorOf(operation), 'payout.sent', { ...partiesOf(txn), cents, reference })
  },
  ended: async (operation, db) => {
    await publishEnd(operation, db)
    if (operation.state !== 'failed') return
    const { cents, failure, subject_id } = operation
    const failed = { ...partiesOf(await getTransaction(db, subject_id)), cents, failure }
    await emit(db, actorOf(operation), 'payout.failed', failed)
  },
  answer: (operation) => ({ state: operation.state, cents: operation.cents }),
}

/**
 * Fixes the amount as the money held now, under the transaction's lock; from then on no other operation moves it. A hold
 * that may last for days is stored under the same lock, so that the call that ends the hold finds the payout to wake.
 */
async function fixAmount(db: NodePgDatabase, id: string, transaction: string): Promise<number> {
  const fixed = await db.transaction(async (tx) => {
    const txn = await lockTransaction(tx, transaction)
    // Unblocking the seller waits for this lock, and then finds the payout to wake.
    await tx.execute(sql`select 1 from users where uid = ${txn.seller_uid} for share`)
    const money = await moneyOf(tx, txn)
    const holds = await longHolds(tx, txn, money)
    if (holds.length > 0) {
      const [until] = holds.flatMap((hold) => hold.until ?? []).sort()
      await tx
        .update(operations)
        .set({
          due_at: until ?? sql`now() + make_interval(secs => ${recheckSeconds})`,
          details: sql`${operations.details} || '{"held": true}'`,
        })
        .where(eq(operations.id, id))
      return new Held(`payout held: ${holds.map(({ words }) => words).join(', ')}`)
    }
    if (money.blocked.length > 0) throw new NotYet(`payout waits: ${money.blocked.join(', ')}`)
    const cents = Math.max(0, money.held)
    await tx.update(operations).set({ cents }).where(eq(operations.id, id))
    return cents
  })
  if (fixed instanceof Held) throw fixed
  return fixed
}
