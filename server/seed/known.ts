import { usual } from '@portreeve/contract/base/currency'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import { stripeStep, toStripe } from '../adapters/stripe-amounts.ts'
import type { Context } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import type { Task } from '../core/operations/schedule.ts'
import { operations } from '../db/system-tables.ts'
import { openingBalances } from '../money/ledger/standing.ts'
import { orders, transactions } from '../money/money-tables.ts'
import { findTransactions } from '../money/orders/transaction-records.ts'
import { chargebacks } from '../money/payment-tables.ts'

/** Orders per request. */
const batch = 500

/** A payment and its payouts for the sandbox, in Stripe's units. */
interface Known {
  payment_intent: string
  amount: number
  currency: string
  refunded: number
  /** Refunds and payouts of our operations have the provider's id and the time, Unix seconds. */
  refunds: { id: string; amount: number; created: number }[]
  transfers: { transfer_group: string; destination: string; amount: number; id?: string; created?: number }[]
  /** Unix seconds. */
  disputes: { id: string; amount: number; reason: string; created: number; due_by: number }[]
}

/**
 * Registers all orders, the demo's and imported ones, at the vendors' sandbox, which a real provider would know already.
 * The sandbox ignores orders that it has. Repeats when there are more orders.
 */
export function registerOrders(address: string): Task {
  let registered = -1
  return {
    name: 'orders of the sandbox',
    every: 5000,
    run: async (ctx) => {
      try {
        const { rows } = await ctx.database.pool.query<{ n: number }>('select count(*)::int as n from orders')
        const count = rows[0]?.n ?? 0
        if (count === registered) return
        await registerAll(ctx, address)
        registered = count
      } catch (error) {
        ctx.log.debug({ err: error }, 'the sandbox did not register the orders')
      }
    },
  }
}

/** Registers all orders once. */
export async function registerAll(
  { database: { db } }: Pick<Context, 'database'>,
  address: string,
): Promise<void> {
  for (let after = ''; ; ) {
    const some = await db
      .select()
      .from(orders)
      .where(gt(orders.id, after))
      .orderBy(asc(orders.id))
      .limit(batch)
    const last = some.at(-1)
    if (!last) return
    const txns = await findTransactions(
      db,
      inArray(
        transactions.order_id,
        some.map((order) => order.id),
      ),
      batch * 20,
    )
    const moved = await movementsDone(
      db,
      txns.map(({ id }) => id),
    )
    const disputes = await disputesOf(
      db,
      some.map(({ stripe_payment_intent_id: id }) => id),
    )
    const lines = some.flatMap((order): Known[] => {
      if (order.provider !== 'stripe' || !order.stripe_payment_intent_id || order.status === 2) return []
      const ofOrder = txns.filter((one) => one.order_id === order.id)
      const currency = order.currency ?? ofOrder[0]?.currency ?? usual
      const known: Known = {
        payment_intent: order.stripe_payment_intent_id,
        ...{ amount: 0, currency },
        ...{ refunded: 0, refunds: [], transfers: [] },
        disputes: disputes.get(order.stripe_payment_intent_id) ?? [],
      }
      for (const txn of ofOrder) {
        const balances = openingBalances(txn, true)
        known.amount -= balances.captured
        const [payouts, refunds] = movedOf(moved.get(txn.id))
        known.refunds.push(...refunds.map(({ id, amount, created }) => ({ id, amount, created })))
        if (refunds.length === 0) known.refunded += balances.refunded
        if (payouts.length > 0)
          known.transfers.push(...payouts.map(({ kind: _, ...one }) => ({ ...one, transfer_group: txn.id })))
        else if (balances.paid_out > 0)
          known.transfers.push({
            transfer_group: txn.id,
            destination: `acct_${txn.seller_uid}`,
            amount: balances.paid_out,
          })
      }
      return [inUnits(known)]
    })
    const answer = await fetch(`${address}/stripe/known`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.map((line) => JSON.stringify(line)).join('\n'),
    })
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}`)
    after = last.id
  }
}

/** Amounts as Stripe counts them. One that it would round was made elsewhere, and stays as it is. */
function inUnits(known: Known): Known {
  const { currency } = known
  const units = (cents: number) => (cents % stripeStep(currency) === 0 ? toStripe(cents, currency) : cents)
  const counted = <One extends { amount: number }>(one: One) => ({ ...one, amount: units(one.amount) })
  return {
    ...counted(known),
    refunded: units(known.refunded),
    refunds: known.refunds.map(counted),
    transfers: known.transfers.map(counted),
    disputes: known.disputes.map(counted),
  }
}

interface Moved {
  kind: string
  id: string
  amount: number
  created: number
  destination: string
}

/** The finished refunds and payouts of transactions, which the demo's history has. */
async function movementsDone(db: Db, ids: string[]): Promise<Map<string, Moved[]>> {
  const rows = await db
    .select()
    .from(operations)
    .where(
      and(
        inArray(operations.subject_id, ids),
        eq(operations.state, 'done'),
        inArray(operations.kind, ['refund', 'cancel', 'dispute_refund', 'payout']),
      ),
    )
  const byTransaction = new Map<string, Moved[]>()
  for (const { subject_id, kind, reference, cents, created_at, details } of rows) {
    // Nothing moved for an amount of 0.
    if (!cents || !/^(re|tr)_/.test(reference ?? '')) continue
    const moved = { kind, id: reference ?? '', amount: cents, created: seconds(created_at) }
    const destination = String(details.account ?? '')
    byTransaction.set(subject_id, [...(byTransaction.get(subject_id) ?? []), { ...moved, destination }])
  }
  return byTransaction
}

const movedOf = (moved: Moved[] = []) =>
  [moved.filter(({ kind }) => kind === 'payout'), moved.filter(({ kind }) => kind !== 'payout')] as const

const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)

/** The demo's chargebacks, for which the provider has not taken the money yet, by payment. */
async function disputesOf(db: Db, payments: (string | null)[]): Promise<Map<string, Known['disputes']>> {
  const ids = payments.filter((id) => id !== null)
  const found = await db
    .select()
    .from(chargebacks)
    .where(and(inArray(chargebacks.payment_id, ids), eq(chargebacks.movements, 0)))
  return new Map(
    found.map(({ payment_id, id, cents, reason, created_at, evidence_due_at }) => [
      payment_id,
      [
        {
          ...{ id, amount: cents, reason, created: seconds(created_at) },
          due_by: seconds(evidence_due_at ?? created_at),
        },
      ],
    ]),
  )
}
