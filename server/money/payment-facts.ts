import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Payment, type ProviderWarning, providerOf, type Refunded } from '../adapters/payments.ts'
import type { Context, Operation } from '../core/call/context.ts'
import type { Db, Transaction as DbTransaction } from '../core/database/db.ts'
import { operations } from '../db/system-tables.ts'
import { noteChargeback, noteWarning } from './disputes/chargeback-pictures.ts'
import { otherCurrency } from './ledger/ledger-differences.ts'
import { noteToday } from './ledger/note-differences.ts'
import { getTransaction } from './orders/transaction-records.ts'
import { bookPayment } from './payment-booking.ts'
import { type Bearer, chargebacks, providerRefunds } from './payment-tables.ts'
import { currencyIn, isInCurrency, keyOf, lockPaidBy, type PaymentKey } from './payments.ts'
import { schedulePayoutAgain } from './payouts/payout-schedule.ts'
import { type Recorded, recordAll } from './recorded.ts'

// The facts of a payment are its refunds, chargebacks and fraud warnings at the provider. They are read as a set, stored, and booked.

/**
 * Reads a payment at its provider, and stores and books what is new. A webhook is only a hint to do so.
 * @param from.event the webhook, for the history
 * @param from.note keeps the webhook in the same transaction; false when it was kept before
 * @param from.warning the webhook's fraud warning
 * @throws PaymentRefused when the provider does not know it
 */
export async function refreshPayment(
  ctx: Context,
  key: PaymentKey,
  from: { event?: string; note?: (tx: DbTransaction) => Promise<boolean>; warning?: ProviderWarning } = {},
): Promise<Payment> {
  const readAt = new Date().toISOString()
  const seen = await providerOf(ctx.payments, key.provider).payment(key.payment)
  await ctx.database.db.transaction(async (tx) => {
    if (from.note && !(await from.note(tx))) return
    const by = ['provider', key.provider, from.event].filter(Boolean).join(' ')
    await tx.execute(sql`select set_config('portreeve.by', ${by}, true)`)
    const txns = await lockPaidBy(tx, key)
    if (!isInCurrency(seen, txns)) await noteToday(tx, [otherCurrency(key, seen, txns)])
    const recorded = await takePayment(tx, ctx, key, txns, seen, readAt)
    if (from.warning) recorded.push(...(await noteWarning(tx, key, txns, from.warning)))
    // Write the audit last: every writer locks the row of its head.
    await recordAll(tx, ctx.settings.auditKey, recorded)
  })
  return seen
}

/**
 * Stores what the provider shows of a payment, and books it.
 * @param txns all its transactions, locked
 * @param correction the numbers that a correction books, and who bears them
 */
export async function takePayment(
  db: Db,
  ctx: Context,
  key: PaymentKey,
  txns: Transaction[],
  seen: Payment,
  readAt: string,
  correction?: { lacking: string[]; against: Bearer },
): Promise<Recorded[]> {
  if (!isInCurrency(seen, txns)) return []
  const currency = currencyIn(seen)
  const waiting = txns.length === 0
  for (const refund of seen.refunds) await noteRefund(db, key, refund, { waiting, currency })
  await wakeOwn(db, key, seen.refunds)
  const recorded: Recorded[] = []
  for (const one of seen.chargebacks ?? [])
    recorded.push(...(await noteChargeback(db, key, txns, { ...one, currency }, readAt)))
  if (correction) await bear(db, key, correction)
  return [...recorded, ...(await bookStored(db, ctx, key, txns))]
}

/** Stores who bears some refunds or chargebacks, instead of the rule. */
async function bear(
  db: Db,
  { provider }: PaymentKey,
  { lacking, against }: { lacking: string[]; against: Bearer },
) {
  const refunds = and(eq(providerRefunds.provider, provider), inArray(providerRefunds.reference, lacking))
  await db.update(providerRefunds).set({ bearer: against }).where(refunds)
  await db.update(chargebacks).set({ bearer: against }).where(inArray(chargebacks.id, lacking))
}

/** Books what is stored of a payment, and schedules what comes back to its sellers. */
export async function bookStored(
  db: Db,
  ctx: Context,
  key: PaymentKey,
  txns: Transaction[],
  assumed?: string,
): Promise<Recorded[]> {
  const { recorded, restored } = await bookPayment(db, key, txns, assumed)
  for (const txn of restored) await schedulePayoutAgain(db, txn, ctx.settings.payoutDelay)
  return recorded
}

/**
 * Stores a provider's state of a refund and returns it. A state only moves forward, and failed is final, so the order in
 * which it is read does not matter.
 */
export async function noteRefund(
  db: Db,
  { provider, payment }: PaymentKey,
  { reference, cents, state, key, transaction, created_at }: Refunded,
  more: { waiting?: boolean; bearer?: Bearer; currency?: string | undefined } = {},
): Promise<Refunded['state']> {
  const is = providerRefunds.state
  const of = { payment_id: payment, transaction_id: transaction, operation: key, ...more }
  const [row] = await db
    .insert(providerRefunds)
    .values({ ...of, provider, reference, cents, state, created_at: created_at ?? null })
    .onConflictDoUpdate({
      target: [providerRefunds.provider, providerRefunds.reference],
      set: {
        ...of,
        // Only the joiner ends the wait: transactions that an uncommitted ingest brings are not seen here.
        waiting: sql`${providerRefunds.waiting} or excluded.waiting`,
        created_at: sql`coalesce(excluded.created_at, ${providerRefunds.created_at})`,
        state: sql`case when 'failed' in (${is}, excluded.state) then 'failed'
          when 'done' in (${is}, excluded.state) then 'done' else 'pending' end`,
      },
    })
    .returning({ state: is })
  return row?.state ?? state
}

/**
 * Makes operations due whose refunds the provider has: they retry with the same idempotency key, and book them. One that runs
 * now is left alone: it waits for the transactions that this caller has locked.
 */
const wakeOwn = (db: Db, { provider }: PaymentKey, refunds: Refunded[]) =>
  db.execute(sql`update ${operations} set due_at = least(due_at, now()) where id in (
    select id from ${operations} where state = 'pending' and details ->> 'provider' = ${provider}
      and id = any(${sql.param(refunds.flatMap(({ key }) => key ?? []))}) for update skip locked)`)

/** Books the facts of an operation's payment again: an operation that did not happen changes who bears them. */
export async function rebook(operation: Operation, db: DbTransaction, ctx: Context): Promise<void> {
  const key = await keyOf(db, await getTransaction(db, operation.subject_id))
  if (key)
    await recordAll(db, ctx.settings.auditKey, await bookStored(db, ctx, key, await lockPaidBy(db, key)))
}
