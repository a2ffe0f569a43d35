import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PaymentRefused } from '../adapters/payments.ts'
import type { Db } from '../core/db.ts'
import { begin, NotYet, type OperationKind, VendorRefusal } from '../core/operations.ts'
import { operations } from '../db/house.ts'
import { users } from '../db/people.ts'
import { enter, openLedger } from './ledger.ts'
import { moneyOf } from './money.ts'
import { changeTransaction, lockTransaction } from './transactions.ts'

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
  answer: (operation) => ({ state: operation.state, cents: operation.cents }),
}

/** Under the transaction's lock: what is held now is sent, and from now on nobody else moves it. */
async function fixAmount(db: NodePgDatabase, id: string, transaction: string): Promise<number> {
  return db.transaction(async (tx) => {
    const txn = await lockTransaction(tx, transaction)
    const money = await moneyOf(tx, txn)
    if (money.blocked.length > 0) throw new NotYet(`payout waits: ${money.blocked.join(', ')}`)
    const cents = Math.max(0, money.held)
    await tx.update(operations).set({ cents }).where(eq(operations.id, id))
    return cents
  })
}
