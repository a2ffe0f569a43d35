import { partiesOf } from '@portreeve/contract/live-payloads'
import type { Chargeback } from '@portreeve/contract/money/chargebacks'
import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OperationKind } from '../../core/call/context.ts'
import { newestFirst, oldestFirst } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { actorOf, emit } from '../../core/live/events.ts'
import { refuse } from '../../core/refuse.ts'
import { users } from '../../people/people-tables.ts'
import { transactions } from '../money-tables.ts'
import { changeTransaction, publishEnd } from '../orders/transaction-records.ts'
import { chargebacks } from '../payment-tables.ts'
import { atProvider } from '../payments.ts'
import { uploadFiles } from './evidence-files.ts'

/** Open ones, nearest deadline first; closed ones, newest first. */
export const byEvidenceDue = oldestFirst(
  sql`coalesce(${chargebacks.evidence_due_at}, 'infinity'::timestamptz)`,
  sql`${chargebacks.id}`,
)
export const byArrival = newestFirst(sql`${chargebacks.created_at}`, sql`${chargebacks.id}`)

const [buyer, seller] = [alias(users, 'buyer'), alias(users, 'seller')]

/** Chargebacks with their transactions. */
export async function findChargebacks(
  db: Db,
  where: SQL | undefined,
  order: SQL,
  limit: number,
): Promise<Chargeback[]> {
  const rows = await db
    .select({
      id: chargebacks.id,
      provider: chargebacks.provider,
      transaction_id: chargebacks.transaction_id,
      transactions: sql<string[]>`array(select t.id from orders o join transactions t on t.order_id = o.id
        where o.provider = ${chargebacks.provider} and o.payment_id = ${chargebacks.payment_id} order by t.id)`,
      state: chargebacks.state,
      reason: chargebacks.reason,
      amount: chargebacks.cents,
      currency: chargebacks.currency,
      fee: chargebacks.fee,
      withdrawn: chargebacks.withdrawn,
      evidence_due_at: chargebacks.evidence_due_at,
      submitted_at: chargebacks.submitted_at,
      created_at: chargebacks.created_at,
      closed_at: chargebacks.closed_at,
      title: transactions.product_title,
      public_id: transactions.public_id,
      buyer: { uid: transactions.purchaser_uid, name: buyer.displayName },
      seller: { uid: transactions.seller_uid, name: seller.displayName },
    })
    .from(chargebacks)
    .leftJoin(transactions, eq(transactions.id, chargebacks.transaction_id))
    .leftJoin(buyer, eq(buyer.uid, transactions.purchaser_uid))
    .leftJoin(seller, eq(seller.uid, transactions.seller_uid))
    .where(where)
    .orderBy(order)
    .limit(limit)
  const party = (one: { uid: string | null; name: string | null }) =>
    one.uid === null ? null : { uid: one.uid, name: one.name }
  return rows.map((row) => ({ ...row, buyer: party(row.buyer), seller: party(row.seller) }))
}

/** One chargeback; not_found when there is none. */
export async function getChargeback(db: Db, id: string): Promise<Chargeback> {
  const [found] = await findChargebacks(db, eq(chargebacks.id, id), byArrival.order, 1)
  return found ?? refuse('not_found', 'No such chargeback', 'There is no chargeback with this id.')
}

/** Sends the evidence of a chargeback to the provider. */
export const evidenceOperation: OperationKind = {
  run: async (operation, ctx) => {
    const id = String(operation.details.chargeback)
    const [row] = await ctx.database.db.select().from(chargebacks).where(eq(chargebacks.id, id))
    const { files: wanted, ...evidence } = row?.draft ?? {}
    return atProvider(operation, ctx, async (provider) => {
      const files = await uploadFiles(operation, ctx, provider, wanted)
      return provider.submitEvidence({ key: operation.id, chargeback: id, evidence, files })
    })
  },
  settled: async (operation, db) => {
    await db
      .update(chargebacks)
      .set({ submitted: sql`${chargebacks.draft}`, submitted_at: sql`now()` })
      .where(eq(chargebacks.id, String(operation.details.chargeback)))
    const txn = await changeTransaction(db, operation.subject_id, {})
    const chargeback_id = String(operation.details.chargeback)
    const { reference } = operation
    const answered = { ...partiesOf(txn), chargeback_id, reference }
    await emit(db, actorOf(operation), 'chargeback.answered', answered)
  },
  ended: publishEnd,
  answer: (operation) => {
    if (operation.state === 'failed')
      refuse('vendor_failed', 'Evidence not sent', operation.failure ?? 'The payment provider refused it.')
    return { state: operation.state }
  },
}
