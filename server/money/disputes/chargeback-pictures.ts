import { partiesOf } from '@portreeve/contract/live-payloads'
import { openChargebacks } from '@portreeve/contract/money/chargebacks'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { eq } from 'drizzle-orm'
import type { ProviderChargeback, ProviderWarning } from '../../adapters/payments.ts'
import type { Db } from '../../core/database/db.ts'
import { publish } from '../../core/live/live.ts'
import { changeTransaction, transactionChanged } from '../orders/transaction-records.ts'
import { chargebacks, fraudWarnings } from '../payment-tables.ts'
import { dearest, type PaymentKey } from '../payments.ts'
import { wakePayout } from '../payouts/payout-schedule.ts'
import type { Recorded } from '../recorded.ts'

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
export async function noteChargeback(
  db: Db,
  { provider, payment }: PaymentKey,
  txns: Transaction[],
  seen: ProviderChargeback & { currency: string },
  readAt: string,
): Promise<Recorded[]> {
  const main = dearest(txns)
  const { state, reason, cents, currency, fee, withdrawn, movements } = seen
  const closed_at = isOpen(state) ? null : new Date().toISOString()
  const picture = {
    state,
    reason,
    cents,
    currency,
    fee,
    withdrawn,
    movements,
    evidence_due_at: seen.due_at,
    read_at: readAt,
  }
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
        waiting: before.waiting || of.waiting,
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

export const factsIn = (
  row: Pick<Row, 'id' | 'state' | 'withdrawn' | 'fee' | 'reason' | 'evidence_due_at'>,
) => {
  const { id, state, withdrawn, fee, reason, evidence_due_at } = row
  return { chargeback: id, state, withdrawn, fee, reason, evidence_due_at }
}

export function chargebackRecord(
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
export async function noteWarning(
  db: Db,
  { provider, payment }: PaymentKey,
  txns: Transaction[],
  { reference: id, fraud_type, actionable, created_at }: ProviderWarning,
): Promise<Recorded[]> {
  const main = dearest(txns)
  const made = await db
    .insert(fraudWarnings)
    .values({
      id,
      provider,
      payment_id: payment,
      transaction_id: main?.id ?? null,
      fraud_type,
      actionable,
      created_at,
    })
    .onConflictDoNothing()
    .returning()
  return made.length === 0 || main === undefined ? [] : warned(db, main, id, fraud_type)
}

export async function warned(db: Db, main: Transaction, id: string, fraud_type: string): Promise<Recorded[]> {
  await publish(db, ...transactionChanged(main))
  const after = { fraud_warning: id, fraud_type }
  return [['payments.fraud_warning', { subject: ['transaction', main.id], after }]]
}
