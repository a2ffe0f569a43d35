import { openChargebacks } from '@portreeve/contract/chargebacks'
import type { Transaction } from '@portreeve/contract/transactions'
import { eq } from 'drizzle-orm'
import type { ProviderChargeback, ProviderWarning } from '../adapters/payments.ts'
import type { Db } from '../core/db.ts'
import { publish } from '../core/live.ts'
import { chargebacks, fraudWarnings } from '../db/payment-provider.ts'
import { bookChargeback } from './chargeback-booking.ts'
import { priceOf } from './ledger.ts'
import { schedulePayoutAgain, wakePayout } from './payouts.ts'
import { lockPaidBy } from './provider-refunds.ts'
import type { Recorded } from './recorded.ts'
import { changeTransaction, partiesOf, transactionChanged } from './transactions.ts'

type Row = typeof chargebacks.$inferSelect

/** States by how far a chargeback has come. */
const ranks: Readonly<Record<Row['state'], number>> = {
  ...{ inquiry: 0, needs_response: 1, under_review: 2, closed: 3, lost: 3, won: 3 },
}

const isOpen = (state: Row['state']) => (openChargebacks as readonly string[]).includes(state)

/**
 * Stores the provider's picture of a chargeback and brings the ledger in line with it. A picture is older when it has fewer
 * movements of money, or as many and a state that is not as far: it changes nothing, so the order of events does not matter.
 * Money that came back to the seller is sent after the delay.
 */
export async function takeChargeback(
  db: Db,
  provider: string,
  payment: string,
  seen: ProviderChargeback,
  payoutDelay: number,
): Promise<Recorded[]> {
  const txns = await lockPaidBy(db, provider, payment)
  const main = dearest(txns)
  const picture = {
    state: seen.state,
    reason: seen.reason,
    cents: seen.cents,
    fee: seen.fee,
    withdrawn: seen.withdrawn,
    movements: seen.movements,
    evidence_due_at: seen.due_at,
  }
  const closed_at = isOpen(seen.state) ? null : new Date().toISOString()
  const made = await db
    .insert(chargebacks)
    .values({
      ...picture,
      id: seen.reference,
      provider,
      payment_id: payment,
      transaction_id: main?.id ?? null,
      created_at: seen.created_at,
      closed_at,
    })
    .onConflictDoNothing()
    .returning()
  const [before] = made.length > 0 ? [] : await lockChargeback(db, seen.reference)
  if (before && !isNewer(before, seen)) return []
  if (before)
    await db
      .update(chargebacks)
      .set({
        ...picture,
        transaction_id: before.transaction_id ?? main?.id ?? null,
        // The provider shows no deadline any more once it is closed.
        evidence_due_at: seen.due_at ?? before.evidence_due_at,
        closed_at: closed_at === null ? null : (before.closed_at ?? closed_at),
      })
      .where(eq(chargebacks.id, seen.reference))
  for (const txn of await bookChargeback(db, txns, main, seen))
    await schedulePayoutAgain(db, txn, payoutDelay)
  for (const txn of txns) {
    if (closed_at !== null) await wakePayout(db, txn.id)
    await changeTransaction(db, txn.id, {})
    await publish(db, ...transactionChanged(txn))
  }
  if (main === undefined) return []
  const moneyIn = ({ state, withdrawn, fee }: Pick<Row, 'state' | 'withdrawn' | 'fee'>) => ({
    ...{ state, withdrawn, fee },
  })
  const facts = (row: Parameters<typeof moneyIn>[0]) => ({ chargeback: seen.reference, ...moneyIn(row) })
  const entry = { reason: seen.reason, ...(before && { before: facts(before) }), after: facts(seen) }
  const [was, is] = [before ? moneyIn(before) : null, moneyIn(seen)]
  return [
    [
      'payments.chargeback',
      { subject: ['transaction', main.id], ...entry },
      [
        'chargeback.changed',
        {
          ...{ ...partiesOf(main), chargeback_id: seen.reference, reason: seen.reason },
          ...{ before: was, after: is },
        },
      ],
    ],
  ]
}

const lockChargeback = (db: Db, id: string) =>
  db.select().from(chargebacks).where(eq(chargebacks.id, id)).for('update')

const isNewer = (before: Row, seen: ProviderChargeback): boolean =>
  seen.movements > before.movements ||
  (seen.movements === before.movements && ranks[seen.state] > ranks[before.state])

/** Most of the money was paid for this transaction, so people look there. */
export const dearest = (txns: Transaction[]): Transaction | undefined =>
  txns.toSorted((a, b) => priceOf(b) - priceOf(a))[0]

/** Stores an early fraud warning once. It moves no money. */
export async function takeWarning(
  db: Db,
  provider: string,
  payment: string,
  warning: ProviderWarning,
): Promise<Recorded[]> {
  const txns = await lockPaidBy(db, provider, payment)
  const main = dearest(txns)
  const made = await db
    .insert(fraudWarnings)
    .values({
      id: warning.reference,
      provider,
      payment_id: payment,
      transaction_id: main?.id ?? null,
      fraud_type: warning.fraud_type,
      actionable: warning.actionable,
      created_at: warning.created_at,
    })
    .onConflictDoNothing()
    .returning()
  if (made.length === 0 || main === undefined) return []
  await publish(db, ...transactionChanged(main))
  const after = { fraud_warning: warning.reference, fraud_type: warning.fraud_type }
  return [['payments.fraud_warning', { subject: ['transaction', main.id], after }]]
}
