import { correctable } from '@portreeve/contract/reconciliation'
import type { Lines } from '@portreeve/contract/refund-rules'
import type { Transaction } from '@portreeve/contract/transactions'
import { eq } from 'drizzle-orm'
import type { Payment } from '../adapters/payments.ts'
import type { Operation, OperationKind } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { VendorRefusal } from '../core/operations.ts'
import { refuse } from '../core/refuse.ts'
import { ledgerDifferences } from '../db/money-desk.ts'
import { bookedCents, bookedRefunds } from './booked-refunds.ts'
import { bookedFor } from './chargeback-booking.ts'
import { balancesOf, enter, openLedger } from './ledger.ts'
import { freeMoney } from './money.ts'
import { atProvider, paymentOf } from './payments.ts'
import { lockPaidBy } from './provider-refunds.ts'
import type { Why } from './reasons.ts'
import { shareOut } from './refund-shares.ts'
import type { Movement } from './refunds.ts'
import { changeTransaction, getTransaction, lockTransaction, publishEnd } from './transactions.ts'

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
  }
}

/** The provider's figures of a payment, which a correction books. */
interface Seen {
  refunds: { reference: string; cents: number }[]
  chargebacks: { reference: string; withdrawn: number; fee: number }[]
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
    const found = await atProvider(at, ctx, (one) => one.payment(String(payment)))
    return { reference, found: { seen: JSON.stringify(seenIn(found)) } }
  },
  settled: async (operation, db) => {
    const changed = await book(operation, db)
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
  },
  ended: publishEnd,
  answer: ({ state, cents, failure }) =>
    state === 'failed' ? refuse('conflict', 'Changed meanwhile', failure ?? '') : { state, cents },
}

const seenIn = ({ refunds, chargebacks = [] }: Payment): Seen => ({
  refunds: refunds.map(({ reference, cents, state }) => ({
    reference,
    cents: state === 'failed' ? 0 : cents,
  })),
  chargebacks: chargebacks.map(({ reference, withdrawn, fee }) => ({ reference, withdrawn, fee })),
})

/** Books a correction; returns the transactions that it may have changed. @throws VendorRefusal when the difference is another one now. */
async function book({ id, subject_id, details }: Operation, db: Db): Promise<string[]> {
  const [account, against, change] = [
    String(details.account),
    String(details.against),
    Number(details.change),
  ]
  if (account === 'paid_out') {
    const txn = await lockTransaction(db, subject_id)
    await openLedger(db, txn)
    const lines = { [account]: change, [against]: -change }
    await enter(db, { kind: 'correction', transaction: txn.id, reference: id, lines })
    return [txn.id]
  }
  const { provider, payment } = await paymentOf(db, await getTransaction(db, subject_id))
  const txns = await lockPaidBy(db, String(provider), String(payment))
  const seen = JSON.parse(String(details.seen)) as Seen
  const isRefund = account === 'refunded'
  if ((await differenceNow(db, txns, seen, isRefund)) !== change)
    throw new VendorRefusal('The difference has changed since. The next check of the ledger shows it.')
  const missing = isRefund ? await missingRefunds(db, txns, seen) : await missingChargebacks(db, txns, seen)
  const isWhole = missing.reduce((sum, { lines }) => sum + total(lines), 0) === change
  // Refunds before an import are part of the opening entry, so they are not booked by their number.
  const parts = isWhole ? missing : [{ reference: id, lines: { [account]: change }, booked: new Map() }]
  for (const { reference, lines, booked } of parts) {
    const shares = await divide(db, txns, isRefund ? 'refunded' : 'charged_back', lines, booked)
    const { provider_fee = 0 } = lines
    if (provider_fee !== 0) shares.set(subject_id, { ...shares.get(subject_id), provider_fee })
    for (const [transaction, share] of shares)
      await enter(db, {
        kind: isWhole ? `${isRefund ? 'refund' : 'chargeback'}_correction` : 'correction',
        transaction,
        reference: `${reference}:${transaction}:${id}`,
        lines: { ...share, [against]: -total(share) },
      })
  }
  return txns.map((txn) => txn.id)
}

/** Divides an amount over the transactions of its payment: by what is left of each, or, to take it back, by what is booked. */
async function divide(
  db: Db,
  txns: Transaction[],
  account: 'refunded' | 'charged_back',
  lines: Lines,
  booked: Missing['booked'],
): Promise<Map<string, Lines>> {
  const cents = lines[account] ?? 0
  const rooms = []
  for (const { id, ...txn } of txns) {
    const { captured, refunded, charged_back } = await openLedger(db, { ...txn, id })
    const left = cents < 0 ? (booked.get(id)?.net[account] ?? 0) : -captured - refunded - charged_back
    rooms.push({ id, left, free: left })
  }
  const sign = Math.sign(cents)
  return new Map(
    [...shareOut(Math.abs(cents), rooms)]
      .filter(([, share]) => share !== 0)
      .map(([id, share]) => [id, { [account]: sign * share }]),
  )
}

const total = (lines: Lines) => Object.values(lines).reduce((sum, cents) => sum + cents, 0)

async function differenceNow(db: Db, txns: Transaction[], seen: Seen, isRefund: boolean): Promise<number> {
  let difference = isRefund
    ? seen.refunds.reduce((sum, { cents }) => sum + cents, 0)
    : seen.chargebacks.reduce((sum, { withdrawn, fee }) => sum + withdrawn + fee, 0)
  for (const txn of txns) {
    const { refunded, charged_back, provider_fee } = await balancesOf(db, txn)
    difference -= isRefund ? refunded : charged_back + provider_fee
  }
  return difference
}

interface Missing {
  reference: string
  lines: Lines
  /** What is booked for it, by transaction. */
  booked: Map<string, { net: Lines }>
}

/** The amounts by which the ledger's refunds of a payment differ from the provider's. */
async function missingRefunds(db: Db, txns: Transaction[], { refunds }: Seen): Promise<Missing[]> {
  const ids = txns.map(({ id }) => id)
  const booked = await bookedRefunds(db, ids)
  const due = new Map(refunds.map(({ reference, cents }) => [reference, cents]))
  return [...new Set([...due.keys(), ...booked.keys()])]
    .map((reference) => ({
      reference,
      lines: { refunded: (due.get(reference) ?? 0) - bookedCents(booked.get(reference)) },
      booked: booked.get(reference) ?? new Map(),
    }))
    .filter(({ lines }) => lines.refunded !== 0)
}

/** The same for its chargebacks, with their fees. */
async function missingChargebacks(db: Db, txns: Transaction[], { chargebacks }: Seen): Promise<Missing[]> {
  const missing: Missing[] = []
  for (const { reference, withdrawn, fee } of chargebacks) {
    const lines = { charged_back: withdrawn, provider_fee: fee }
    const booked = await bookedFor(db, txns, reference)
    for (const { net } of booked.values()) {
      lines.charged_back -= net.charged_back ?? 0
      lines.provider_fee -= net.provider_fee ?? 0
    }
    if (lines.charged_back !== 0 || lines.provider_fee !== 0) missing.push({ reference, lines, booked })
  }
  return missing
}
