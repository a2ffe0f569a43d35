import { moneyWords } from '@portreeve/contract/base/currency'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { chargebackRecord, factsIn, warned } from './disputes/chargeback-pictures.ts'
import type { Difference } from './ledger/ledger-differences.ts'
import { bookStored } from './payment-facts.ts'
import { chargebacks, fraudWarnings, providerRefunds } from './payment-tables.ts'
import { dearest, lockPaidBy, type PaymentKey } from './payments.ts'
import { type Recorded, recordAll } from './recorded.ts'

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
      if ((await lockPaidBy(tx, key)).length === 0) return
      await endWait(tx, key)
      // Read again: an ingest that marked the facts until now has committed its transactions.
      const txns = await lockPaidBy(tx, key)
      if (txns.length > 0) await recordAll(tx, ctx.settings.auditKey, await joined(tx, ctx, key, txns))
    })
  return rows.length
}

const isOf = <T extends typeof chargebacks | typeof fraudWarnings | typeof providerRefunds>(
  table: T,
  key: PaymentKey,
) => and(eq(table.provider, key.provider), eq(table.payment_id, key.payment))

async function endWait(db: Db, key: PaymentKey): Promise<void> {
  for (const table of [providerRefunds, chargebacks])
    await db.update(table).set({ waiting: false }).where(isOf(table, key))
}

async function joined(db: Db, ctx: Context, key: PaymentKey, txns: Transaction[]): Promise<Recorded[]> {
  const main = dearest(txns)
  if (!main) return []
  const untold = and(isOf(chargebacks, key), isNull(chargebacks.transaction_id))
  const found = await db.update(chargebacks).set({ transaction_id: main.id }).where(untold).returning()
  const warnings = await db
    .update(fraudWarnings)
    .set({ transaction_id: main.id })
    .where(and(isOf(fraudWarnings, key), isNull(fraudWarnings.transaction_id)))
    .returning()
  const recorded = found.map((row) => chargebackRecord(main, undefined, factsIn(row)))
  for (const { id, fraud_type } of warnings) recorded.push(...(await warned(db, main, id, fraud_type)))
  return [...recorded, ...(await bookStored(db, ctx, key, txns))]
}

/** Hours after which a refund or chargeback whose payment has no order here is a difference. */
const waitsHours = 24

/** The payments that the provider knows and no order here names. */
export async function waitingFacts(db: Db): Promise<Difference[]> {
  const { rows } = await db.execute<{
    provider: string
    payment: string
    currency: string
    cents: number
  }>(sql`
    select provider, payment_id as payment, currency, sum(cents)::float8 as cents from (
      select provider, payment_id, currency, case when state = 'failed' then 0 else cents end as cents, at
        from ${providerRefunds} where waiting
      union all select provider, payment_id, currency, withdrawn, created_at from ${chargebacks} where waiting) w
    where not exists (select from orders o join transactions t on t.order_id = o.id
      where o.provider = w.provider and o.payment_id = w.payment_id)
    group by 1, 2, 3 having min(at) < now() - make_interval(hours => ${waitsHours}) and sum(cents) > 0
    order by 1, 2 limit 1000`)
  return rows.map(({ provider, payment, currency, cents }) => ({
    ...{ kind: 'waiting', about: `${provider} ${payment}`, transaction_id: null, reference: payment },
    ...{ ledger_cents: null, provider_cents: cents },
    words: `Payment ${payment}: the provider refunded or took back ${moneyWords(cents, currency)}, and no order here has this payment.`,
  }))
}
