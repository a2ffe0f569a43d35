import { usual } from '@portreeve/contract/base/currency'
import { partiesOf } from '@portreeve/contract/live-payloads'
import { eq, sql } from 'drizzle-orm'
import { type Payment, PaymentRefused } from '../../adapters/payments.ts'
import type { Context, Operation, OperationKind } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { actorOf, emit } from '../../core/live/events.ts'
import { Held, NotYet } from '../../core/operations/operations.ts'
import { operations } from '../../db/system-tables.ts'
import { enter, openLedger } from '../ledger/ledger.ts'
import { noteToday } from '../ledger/note-differences.ts'
import { moneyOf } from '../money.ts'
import {
  changeTransaction,
  getTransaction,
  lockTransaction,
  publishEnd,
} from '../orders/transaction-records.ts'
import { endUncovered, uncovered } from '../payment-cover.ts'
import { rebook, refreshPayment } from '../payment-facts.ts'
import { atProvider, keyOf, lockPaidBy, type PaymentKey } from '../payments.ts'
import { longHolds } from './payout-state.ts'

/** Seconds until a held payout is checked again when the end of its hold is unknown. */
const recheckSeconds = 3600
/** The same for a payment that does not cover it, at first. */
const soonSeconds = 60

/**
 * Sends a seller their earnings. The payment is read before: what the provider does not know, or does not hold any more, is not
 * sent.
 */
export const payoutOperation: OperationKind = {
  run: async (operation, ctx) => {
    const cents = operation.cents ?? (await fixAmount(ctx, operation))
    if (cents === 0) return { reference: `none:${operation.id}` }
    const { id: transaction, currency } = await getTransaction(ctx.database.db, operation.subject_id)
    return atProvider(operation, ctx, (provider) =>
      provider.payOut({
        key: operation.id,
        account: String(operation.details.account),
        cents,
        currency,
        transaction,
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
  ended: async (operation, db, ctx) => {
    await publishEnd(operation, db)
    if (operation.state !== 'failed') return
    const { cents, failure, subject_id } = operation
    const txn = await getTransaction(db, subject_id)
    await emit(db, actorOf(operation), 'payout.failed', { ...partiesOf(txn), cents, failure })
    await rebook(operation, db, ctx)
  },
  answer: (operation) => ({ state: operation.state, cents: operation.cents }),
}

/** Reads a transaction's payment at its provider, and books what is new. Returns the refusal of a provider that does not know it. */
async function readPayment(ctx: Context, key: PaymentKey): Promise<Payment | PaymentRefused> {
  try {
    return await refreshPayment(ctx, key)
  } catch (error) {
    if (error instanceof PaymentRefused) return error
    throw error
  }
}

/**
 * Fixes the amount as the money held now, under the locks of all transactions of the payment; from then on no other operation
 * moves it. A hold that may last for days is stored under the same lock, so that the call that ends the hold finds the payout to
 * wake.
 */
async function fixAmount(ctx: Context, operation: Operation): Promise<number> {
  const { db } = ctx.database
  const key = await keyOf(db, await getTransaction(db, operation.subject_id))
  const seen = key && (await readPayment(ctx, key))
  const provider = ctx.payments.byName.get(String(operation.details.provider ?? ctx.payments.default))
  const fixed = await db.transaction(async (tx) => {
    const paid = key ? await lockPaidBy(tx, key) : []
    const txn = await lockTransaction(tx, operation.subject_id)
    // Another process took it after this one's lease ended: its amount stands, and a settled one is not fixed again.
    const [now] = await tx.select().from(operations).where(eq(operations.id, operation.id))
    if (now?.state !== 'pending') return new Held('payout settled meanwhile')
    if (now.cents !== null) return now.cents
    // Unblocking the seller waits for this lock, and then finds the payout to wake.
    await tx.execute(sql`select 1 from users where uid = ${txn.seller_uid} for share`)
    const money = await moneyOf(tx, txn)
    const open = await uncovered(tx, { txn, paid, key, seen })
    if (open) await noteToday(tx, [open.difference])
    else await endUncovered(tx, txn.id)
    // Without an end that is known: a later check finds whether the payment covers it.
    const holds = [
      ...(await longHolds(tx, txn, money)),
      ...(open ? [{ words: open.words, until: null }] : []),
    ]
    if (holds.length > 0) {
      await hold(tx, operation, holds, open?.words)
      return new Held(`payout held: ${holds.map(({ words }) => words).join(', ')}`)
    }
    if (money.blocked.length > 0) throw new NotYet(`payout waits: ${money.blocked.join(', ')}`)
    // The provider may send whole steps only; the rest stays held.
    const step = provider?.step?.(txn.currency ?? usual) ?? 1
    const cents = Math.floor(Math.max(0, money.held) / step) * step
    const details = sql`${operations.details} - 'uncovered'`
    await tx.update(operations).set({ cents, details }).where(eq(operations.id, operation.id))
    return cents
  })
  if (fixed instanceof Held) throw fixed
  return fixed
}

async function hold(
  db: Db,
  { id, attempts }: Operation,
  holds: { until: string | null }[],
  open: string | undefined,
) {
  // A provider may know a new payment a moment later.
  const seconds = open !== undefined && attempts < 5 ? soonSeconds : recheckSeconds
  const [until] = holds.flatMap((one) => one.until ?? []).sort()
  await db
    .update(operations)
    .set({
      due_at: until ?? sql`now() + make_interval(secs => ${seconds})`,
      details: sql`${operations.details} || ${JSON.stringify({ held: true, uncovered: open ?? null })}::jsonb`,
    })
    .where(eq(operations.id, id))
}
