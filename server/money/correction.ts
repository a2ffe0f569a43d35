import { usual } from '@portreeve/contract/base/currency'
import type { MoneyAccount } from '@portreeve/contract/money/money'
import { correctable } from '@portreeve/contract/money/reconciliation'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { eq } from 'drizzle-orm'
import type { Payment } from '../adapters/payments.ts'
import type { Context, Operation, OperationKind } from '../core/call/context.ts'
import type { Db, Transaction as DbTransaction } from '../core/database/db.ts'
import { VendorRefusal } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { bookedFacts } from './booked-facts.ts'
import { enter, openLedger } from './ledger/ledger.ts'
import { balancesOf } from './ledger/standing.ts'
import { freeMoney } from './money.ts'
import { ledgerDifferences } from './money-desk-tables.ts'
import {
  changeTransaction,
  getTransaction,
  lockTransaction,
  publishEnd,
} from './orders/transaction-records.ts'
import { takePayment } from './payment-facts.ts'
import { shareOut } from './payment-shares.ts'
import { atProvider, lockPaidBy, paymentOf } from './payments.ts'
import type { Why } from './reasons.ts'
import { type Recorded, recordAll } from './recorded.ts'
import type { Movement } from './refunds/refund-checks.ts'

/** Checks the correction of a difference of a locked transaction, without starting it. */
export async function checkCorrection(
  db: Db,
  txn: Transaction,
  { difference: id, against, why }: { difference: string; against: 'fee' | 'pending' | 'held'; why: Why },
): Promise<Movement> {
  const [row] = await db.select().from(ledgerDifferences).where(eq(ledgerDifferences.id, id)).for('update')
  if (!row || row.transaction_id !== txn.id)
    refuse('not_found', 'No such difference', 'There is no difference with this id.')
  if (row.state !== 'open') refuse('conflict', 'Settled', 'This difference is settled or gone already.')
  const account = correctable[row.kind as keyof typeof correctable]
  if (account === undefined || row.ledger_cents === null || row.provider_cents === null)
    refuse('refused', 'Cannot be corrected', 'No correction settles a difference of this kind.')
  await freeMoney(db, txn, true)
  const difference = row.provider_cents - row.ledger_cents
  return {
    operation: {
      kind: 'correction',
      subject_kind: 'transaction',
      subject_id: txn.id,
      cents: Math.abs(difference),
      details: { ...why, difference: id, against, account, change: difference },
    },
    left: Math.abs(difference),
    currency: txn.currency ?? usual,
  }
}

/**
 * A correction of the ledger. It moves no money. It reads the payment at the provider, so that what the ledger lacks is booked
 * under the number of its refund or chargeback: an event that arrives late finds it there.
 */
export const correctionOperation: OperationKind = {
  run: async (operation, ctx) => {
    const reference = `correction:${operation.id}`
    if (operation.details.account === 'paid_out') return { reference }
    const { db } = ctx.database
    const { provider, payment } = await paymentOf(db, await getTransaction(db, operation.subject_id))
    const at = { ...operation, details: { provider } }
    const readAt = new Date().toISOString()
    const seen = await atProvider(at, ctx, (one) => one.payment(String(payment)))
    return { reference, found: { seen: JSON.stringify({ ...seen, readAt }) } }
  },
  settled: async (operation, db, ctx) => {
    const { changed, recorded } = await book(operation, db, ctx)
    const { difference, reason } = operation.details
    await db
      .update(ledgerDifferences)
      .set({
        state: 'settled',
        settled_by: operation.started_by,
        settled_at: new Date().toISOString(),
        reason: String(reason ?? ''),
      })
      .where(eq(ledgerDifferences.id, String(difference)))
    for (const id of changed) await changeTransaction(db, id, {})
    await recordAll(db, ctx.settings.auditKey, recorded)
  },
  ended: publishEnd,
  answer: ({ state, cents, failure }) =>
    state === 'failed' ? refuse('conflict', 'Changed meanwhile', failure ?? '') : { state, cents },
}

/**
 * Books a correction: the provider's refunds or chargebacks that the ledger lacks, borne as finance chose. An unnumbered entry has
 * what is left, such as a refund before an import, which is part of the opening entry.
 * @throws VendorRefusal when the difference is another one now
 */
async function book(
  { id, subject_id, details }: Operation,
  db: DbTransaction,
  ctx: Context,
): Promise<{ changed: string[]; recorded: Recorded[] }> {
  const account = String(details.account) as 'paid_out' | 'refunded' | 'charged_back'
  const against = String(details.against) as 'fee' | 'pending' | 'held'
  const change = Number(details.change)
  const correct = (transaction: string, cents: number) =>
    enter(db, {
      ...{ kind: 'correction', transaction, reference: `${id}:${transaction}` },
      lines: { [account]: cents, [against]: -cents },
    })
  if (account === 'paid_out') {
    const txn = await lockTransaction(db, subject_id)
    await openLedger(db, txn)
    await correct(txn.id, change)
    return { changed: [txn.id], recorded: [] }
  }
  const { provider, payment } = await paymentOf(db, await getTransaction(db, subject_id))
  const key = { provider: String(provider), payment: String(payment) }
  const txns = await lockPaidBy(db, key)
  const { readAt, ...seen } = JSON.parse(String(details.seen)) as Payment & { readAt: string }
  if ((await differenceNow(db, txns, seen, account)) !== change)
    throw new VendorRefusal('The difference has changed since. The next check of the ledger shows it.')
  const lacking = await lackingIn(db, txns, seen, account)
  const recorded = await takePayment(
    db,
    ctx,
    key,
    txns,
    seen,
    readAt,
    lacking.length > 0 ? { lacking, against } : undefined,
  )
  const rest = await differenceNow(db, txns, seen, account)
  if (rest !== 0)
    for (const [transaction, cents] of await divide(db, txns, account, rest))
      await correct(transaction, cents)
  return { changed: txns.map((txn) => txn.id), recorded }
}

/** Divides an unnumbered amount over the transactions of its payment: by what is left of each, or, to take it back, by what is booked. */
async function divide(
  db: Db,
  txns: Transaction[],
  account: 'refunded' | 'charged_back',
  cents: number,
): Promise<Map<string, number>> {
  const rooms = []
  for (const txn of txns) {
    const balances = await openLedger(db, txn)
    const left =
      cents < 0 ? balances[account] : -balances.captured - balances.refunded - balances.charged_back
    rooms.push({ id: txn.id, left, free: left })
  }
  const sign = Math.sign(cents)
  return new Map([...shareOut(Math.abs(cents), rooms)].map(([id, share]) => [id, sign * share]))
}

/** By how much the provider's figures are above the ledger's. */
async function differenceNow(
  db: Db,
  txns: Transaction[],
  seen: Payment,
  account: 'refunded' | 'charged_back',
): Promise<number> {
  let difference =
    account === 'refunded'
      ? seen.refunded
      : (seen.chargebacks ?? []).reduce((sum, { withdrawn, fee }) => sum + withdrawn + fee, 0)
  for (const txn of txns) {
    const { refunded, charged_back, provider_fee } = await balancesOf(db, txn)
    difference -= account === 'refunded' ? refunded : charged_back + provider_fee
  }
  return difference
}

/** The numbers of the refunds or chargebacks whose booked amounts differ from the provider's. */
async function lackingIn(
  db: Db,
  txns: Transaction[],
  { refunds, chargebacks = [] }: Payment,
  account: 'refunded' | 'charged_back',
): Promise<string[]> {
  const booked = await bookedFacts(
    db,
    txns.map(({ id }) => id),
    account,
  )
  const sumOf = (reference: string, of: MoneyAccount) =>
    [...(booked.get(reference)?.values() ?? [])].reduce((sum, { net }) => sum + (net[of] ?? 0), 0)
  return account === 'refunded'
    ? refunds
        .filter(
          ({ reference, cents, state }) => sumOf(reference, account) !== (state === 'failed' ? 0 : cents),
        )
        .map(({ reference }) => reference)
    : chargebacks
        .filter(
          ({ reference, withdrawn, fee }) =>
            sumOf(reference, account) !== withdrawn || sumOf(reference, 'provider_fee') !== fee,
        )
        .map(({ reference }) => reference)
}
