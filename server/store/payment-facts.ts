import { openChargebacks } from '@portreeve/contract/chargebacks'
import type { Transaction } from '@portreeve/contract/transactions'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Payment, type ProviderChargeback, type ProviderWarning, providerOf, type Refunded } from '../adapters/payments.ts'
import type { Context, Operation } from '../core/context.ts'
import type { Db, Transaction as DbTransaction } from '../core/db.ts'
import { publish } from '../core/live.ts'
import { type Bearer, chargebacks, fraudWarnings, providerRefunds } from '../db/payment-provider.ts'
import { operations } from '../db/system.ts'
import { bookPayment, dearest, lockPaidBy, type PaymentKey } from './payment-booking.ts'
import { paymentOf } from './payments.ts'
import { schedulePayoutAgain, wakePayout } from './payout-schedule.ts'
import { type Recorded, recordAll } from './recorded.ts'
import { changeTransaction, getTransaction, partiesOf, transactionChanged } from './transactions.ts'

// The facts of a payment are its refunds, chargebacks and fraud warnings at the provider. They are read as a set, stored, and booked.

/**
 * Reads a payment at its provider, and stores and books what is new. A webhook is only a hint to do so.
 * @param from.note keeps the webhook in the same transaction; false when it was kept before
 * @param from.warning the webhook's fraud warning
 * @throws PaymentRefused when the provider does not know it
 */
export async function refreshPayment(
  ctx: Context,
  key: PaymentKey,
  from: { note?: (tx: DbTransaction) => Promise<boolean>; warning?: ProviderWarning } = {},
): Promise<Payment> {
  const readAt = new Date().toISOString()
  const seen = await providerOf(ctx.payments, key.provider).payment(key.payment)
  await ctx.database.db.transaction(async (tx) => {
    if (from.note && !(await from.note(tx))) return
    const txns = await lockPaidBy(tx, key)
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
  // The ledger is in US dollars: an amount in another currency is a difference, never a booking.
  if (!isDollars(seen)) return []
  const waiting = txns.length === 0
  for (const refund of seen.refunds) await noteRefund(db, key, refund, { waiting })
  await wakeOwn(db, key, seen.refunds)
  const recorded: Recorded[] = []
  for (const one of seen.chargebacks ?? []) recorded.push(...(await noteChargeback(db, key, txns, one, readAt)))
  if (correction) await bear(db, key, correction)
  return [...recorded, ...(await bookStored(db, ctx, key, txns))]
}

/** Stores who bears some refunds or chargebacks, instead of the rule. */
async function bear(db: Db, { provider }: PaymentKey, { lacking, against }: { lacking: string[]; against: Bearer }) {
  const refunds = and(eq(providerRefunds.provider, provider), inArray(providerRefunds.reference, lacking))
  await db.update(providerRefunds).set({ bearer: against }).where(refunds)
  await db.update(chargebacks).set({ bearer: against }).where(inArray(chargebacks.id, lacking))
}

export const isDollars = ({ currency = 'usd' }: Payment) => currency === 'usd'

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
  more: { waiting?: boolean; bearer?: Bearer } = {},
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

type Row = typeof chargebacks.$inferSelect

/** States by how far a chargeback has come. */
const ranks: Readonly<Record<Row['state'], number>> = {
  ...{ inquiry: 0, needs_response: 1, under_review: 2, closed: 3, lost: 3, won: 3 },
}

const isOpen = (state: Row['state']) => (openChargebacks as readonly string[]).includes(state)

/**
 * Stores the provider's picture of a chargeback. A picture is older when it has fewer movements of money, or as many and a state
 * that is not as far; of two that are alike, the one that was read later counts, as its deadline or reason may be another one.
 */
async function noteChargeback(
  db: Db,
  { provider, payment }: PaymentKey,
  txns: Transaction[],
  seen: ProviderChargeback,
  readAt: string,
): Promise<Recorded[]> {
  const main = dearest(txns)
  const { state, reason, cents, fee, withdrawn, movements } = seen
  const closed_at = isOpen(state) ? null : new Date().toISOString()
  const picture = { state, reason, cents, fee, withdrawn, movements, evidence_due_at: seen.due_at, read_at: readAt }
  const of = { provider, payment_id: payment, transaction_id: main?.id ?? null, waiting: main === undefined }
  const made = await db
    .insert(chargebacks)
    .values({ ...picture, ...of, id: seen.reference, created_at: seen.created_at, closed_at })
    .onConflictDoNothing()
    .returning()
  const [before] = made.length > 0 ? [] : await lockChargeback(db, seen.reference)
  if (before && !isNewer(before, seen, readAt)) return []
  // The provider shows no deadline any more once it is closed.
  if (before && closed_at !== null) picture.evidence_due_at ??= before.evidence_due_at
  if (before)
    await db
      .update(chargebacks)
      .set({
        ...picture,
        transaction_id: before.transaction_id ?? of.transaction_id,
        waiting: of.waiting,
        closed_at: closed_at === null ? null : (before.closed_at ?? closed_at),
      })
      .where(eq(chargebacks.id, seen.reference))
  const [was, is] = [before && factsIn(before), factsIn({ ...picture, id: seen.reference })]
  // A chargeback that waited for its transactions was not told yet.
  if (before && before.transaction_id !== null && JSON.stringify(was) === JSON.stringify(is)) return []
  for (const txn of txns) {
    if (closed_at !== null) await wakePayout(db, txn.id)
    await changeTransaction(db, txn.id, {})
    await publish(db, ...transactionChanged(txn))
  }
  return main === undefined ? [] : [chargebackRecord(main, was, is)]
}

type ChargebackFacts = ReturnType<typeof factsIn>

const factsIn = (row: Pick<Row, 'id' | 'state' | 'withdrawn' | 'fee' | 'reason' | 'evidence_due_at'>) => {
  const { id, state, withdrawn, fee, reason, evidence_due_at } = row
  return { chargeback: id, state, withdrawn, fee, reason, evidence_due_at }
}

function chargebackRecord(
  main: Transaction,
  before: ChargebackFacts | undefined,
  after: ChargebackFacts,
): Recorded {
  const { chargeback, reason } = after
  const money = ({ state, withdrawn, fee }: ChargebackFacts) => ({ state, withdrawn, fee })
  return [
    'payments.chargeback',
    { subject: ['transaction', main.id], reason, ...(before && { before }), after },
    [
      'chargeback.changed',
      {
        ...{ ...partiesOf(main), chargeback_id: chargeback, reason },
        ...{ before: before ? money(before) : null, after: money(after) },
      },
    ],
  ]
}

const lockChargeback = (db: Db, id: string) =>
  db.select().from(chargebacks).where(eq(chargebacks.id, id)).for('update')

const isNewer = (before: Row, seen: ProviderChargeback, readAt: string): boolean =>
  seen.movements > before.movements ||
  (seen.movements === before.movements &&
    (ranks[seen.state] > ranks[before.state] ||
      (ranks[seen.state] === ranks[before.state] && (before.read_at === null || readAt > before.read_at))))

/** Stores an early fraud warning once. It moves no money. */
async function noteWarning(
  db: Db,
  { provider, payment }: PaymentKey,
  txns: Transaction[],
  { reference: id, fraud_type, actionable, created_at }: ProviderWarning,
): Promise<Recorded[]> {
  const main = dearest(txns)
  const made = await db
    .insert(fraudWarnings)
    .values({ id, provider, payment_id: payment, transaction_id: main?.id ?? null, fraud_type, actionable, created_at })
    .onConflictDoNothing()
    .returning()
  return made.length === 0 || main === undefined ? [] : warned(db, main, id, fraud_type)
}

async function warned(db: Db, main: Transaction, id: string, fraud_type: string): Promise<Recorded[]> {
  await publish(db, ...transactionChanged(main))
  const after = { fraud_warning: id, fraud_type }
  return [['payments.fraud_warning', { subject: ['transaction', main.id], after }]]
}

/** Books the facts of an operation's payment again: an operation that did not happen changes who bears them. */
export async function rebook(operation: Operation, db: DbTransaction, ctx: Context): Promise<void> {
  const key = await keyOf(db, await getTransaction(db, operation.subject_id))
  if (key) await recordAll(db, ctx.settings.auditKey, await bookStored(db, ctx, key, await lockPaidBy(db, key)))
}

/** The payment of a transaction; undefined when its order names none. */
export async function keyOf(db: Db, txn: Transaction): Promise<PaymentKey | undefined> {
  const { provider, payment } = await paymentOf(db, txn)
  return provider === null || payment === null ? undefined : { provider, payment }
}

/** Has the payments of some orders booked again: their transactions have come, or have changed. */
export async function bookAgain(db: Db, ids: string[]): Promise<void> {
  for (const table of [providerRefunds, chargebacks])
    await db.execute(sql`update ${table} f set waiting = true from orders o
      where o.id = any(${sql.param(ids)}) and f.provider = o.provider and f.payment_id = o.payment_id`)
}

/** Payments that are joined at once. */
const joinedAtOnce = 100

/**
 * Books facts that waited for their transactions: an event may come before the order, and an order's transactions come one by
 * one. @returns the number of payments
 */
export async function joinWaiting(ctx: Context): Promise<number> {
  const { db } = ctx.database
  const { rows } = await db.execute<{ provider: string; payment: string }>(sql`
    select distinct w.provider, w.payment_id as payment from (
      select provider, payment_id from ${providerRefunds} where waiting
      union all select provider, payment_id from ${chargebacks} where waiting
      union all select provider, payment_id from ${fraudWarnings} where transaction_id is null) w
    where exists (select from orders o join transactions t on t.order_id = o.id
      where o.provider = w.provider and o.payment_id = w.payment_id)
    limit ${joinedAtOnce}`)
  for (const key of rows)
    await db.transaction(async (tx) => {
      const txns = await lockPaidBy(tx, key)
      if (txns.length > 0) await recordAll(tx, ctx.settings.auditKey, await joined(tx, ctx, key, txns))
    })
  return rows.length
}

async function joined(db: Db, ctx: Context, key: PaymentKey, txns: Transaction[]): Promise<Recorded[]> {
  const main = dearest(txns)
  if (!main) return []
  const isOf = <T extends typeof chargebacks | typeof fraudWarnings | typeof providerRefunds>(table: T) =>
    and(eq(table.provider, key.provider), eq(table.payment_id, key.payment))
  await db.update(providerRefunds).set({ waiting: false }).where(isOf(providerRefunds))
  await db.update(chargebacks).set({ waiting: false }).where(isOf(chargebacks))
  const untold = and(isOf(chargebacks), isNull(chargebacks.transaction_id))
  const found = await db.update(chargebacks).set({ transaction_id: main.id }).where(untold).returning()
  const warnings = await db
    .update(fraudWarnings)
    .set({ transaction_id: main.id })
    .where(and(isOf(fraudWarnings), isNull(fraudWarnings.transaction_id)))
    .returning()
  const recorded = found.map((row) => chargebackRecord(main, undefined, factsIn(row)))
  for (const { id, fraud_type } of warnings) recorded.push(...(await warned(db, main, id, fraud_type)))
  return [...recorded, ...(await bookStored(db, ctx, key, txns))]
}
