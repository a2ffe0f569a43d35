import { eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PaymentRefused } from '../adapters/payments.ts'
import type { OperationKind } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { begin, Held, NotYet, VendorRefusal } from '../core/operations.ts'
import { operations } from '../db/house.ts'
import { users } from '../db/people.ts'
import { enter, openLedger } from './ledger.ts'
import { moneyOf } from './money.ts'
import { longHolds, scheduledPayout } from './payout-state.ts'
import { changeTransaction, lockTransaction, publishEnd } from './transactions.ts'

/**
 * Schedules that a seller is sent what is held for them. The amount is fixed only when it is sent: a refund in the
 * meantime makes it smaller. Nothing is scheduled for a seller without an account at the provider; the money stays held.
 */
export async function schedulePayout(
  db: Db,
  transaction: string,
  seller: string,
  delay: number,
): Promise<boolean> {
  const [row] = await db.select({ account: users.stripe_connect_id }).from(users).where(eq(users.uid, seller))
  if (!row?.account) return false
  await begin(
    db,
    {
      kind: 'payout',
      subject_kind: 'transaction',
      subject_id: transaction,
      details: { account: row.account },
    },
    delay,
  )
  return true
}

/** Seconds after which a held payout looks again where no time is known at which its hold ends. */
const looksAgain = 3600

/**
 * Lets a held payout of a locked transaction go on at once, because what held it has ended or changed. One that was not
 * due yet keeps its time.
 */
export const wakePayout = (db: Db, transaction: string) =>
  db
    .update(operations)
    .set({ due_at: sql`now()`, details: sql`${operations.details} - 'held'` })
    .where(sql`${scheduledPayout(transaction)} and ${operations.details} ->> 'held' is not null`)

/** Sending a seller their earnings. */
export const payoutOperation: OperationKind = {
  run: async (operation, ctx) => {
    const cents = operation.cents ?? (await fixAmount(ctx.database.db, operation.id, operation.subject_id))
    if (cents === 0) return { reference: `none:${operation.id}` }
    try {
      return await ctx.payments.payOut({
        key: operation.id,
        account: String(operation.details.account),
        cents,
        transaction: operation.subject_id,
      })
    } catch (error) {
      throw error instanceof PaymentRefused ? new VendorRefusal(error.message) : error
    }
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
  },
  ended: publishEnd,
  answer: (operation) => ({ state: operation.state, cents: operation.cents }),
}

/**
 * Fixes, under the transaction's lock, that what is held now is sent; from then on nothing else moves it. A hold that may
 * last for days is written down under the same lock, so that what ends it finds the payout to wake.
 */
async function fixAmount(db: NodePgDatabase, id: string, transaction: string): Promise<number> {
  const fixed = await db.transaction(async (tx) => {
    const txn = await lockTransaction(tx, transaction)
    const money = await moneyOf(tx, txn)
    const holds = await longHolds(tx, txn, money)
    if (holds.length > 0) {
      const [until] = holds.flatMap((hold) => hold.until ?? []).sort()
      await tx
        .update(operations)
        .set({
          due_at: until ?? sql`now() + make_interval(secs => ${looksAgain})`,
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
