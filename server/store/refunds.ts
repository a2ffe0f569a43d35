import { refundLines, sellerCharge } from '@portreeve/contract/refund-rules'
import type { Transaction } from '@portreeve/contract/transactions'
import { eq } from 'drizzle-orm'
import { PaymentRefused } from '../adapters/payments.ts'
import { writeAudit } from '../core/audit.ts'
import type { Context, Done, Operation, OperationKind } from '../core/context.ts'
import type { Db, Transaction as DbTransaction } from '../core/db.ts'
import { VendorRefusal } from '../core/operations.ts'
import { refuse } from '../core/refuse.ts'
import { orders } from '../db/money.ts'
import { refuseChanged } from './last-change.ts'
import { enter, openLedger } from './ledger.ts'
import { dollars, freeMoney } from './money.ts'
import { bookRefund, failureReason, knownFailed, provider } from './provider-refunds.ts'
import { changeTransaction, lockTransaction, publishEnd } from './transactions.ts'

/** The payment of a transaction. */
async function paymentOf(db: Db, txn: Transaction): Promise<string> {
  const [order] =
    txn.order_id === null
      ? []
      : await db
          .select({ payment: orders.stripe_payment_intent_id })
          .from(orders)
          .where(eq(orders.id, txn.order_id))
  return (
    order?.payment ??
    refuse('refused', 'Nothing to refund', 'This transaction has no payment at the payment provider.')
  )
}

/** A movement of money back to a buyer, checked but not started. */
export interface Movement {
  operation: {
    kind: 'refund' | 'cancel'
    subject_kind: 'transaction'
    subject_id: string
    cents: number
    details: Operation['details']
  }
  /** Cents that are refundable before it. */
  left: number
}

/** Checks a partial refund of a locked transaction. The server decides the amount (D-064). */
export async function checkRefund(
  db: Db,
  txn: Transaction,
  { cents, leftSeen }: { cents: number; leftSeen: number | undefined },
): Promise<Movement> {
  const { left } = await freeMoney(db, txn)
  if (leftSeen !== undefined && leftSeen !== left)
    await refuseChanged(
      db,
      ['transaction', txn.id],
      'Changed meanwhile',
      `Somebody else moved money of this transaction; left: ${dollars(left)}.`,
    )
  if (!Number.isSafeInteger(cents) || cents <= 0)
    refuse('refused', 'Not a refund', `A refund is a whole number of cents above 0; left: ${dollars(left)}`)
  if (cents > left)
    refuse('refused', 'Too much', `That is more than is left to refund; left: ${dollars(left)}`)
  await openLedger(db, txn)
  return {
    operation: {
      kind: 'refund',
      subject_kind: 'transaction',
      subject_id: txn.id,
      cents,
      details: { payment: await paymentOf(db, txn) },
    },
    left,
  }
}

/** Checks the cancellation of a locked transaction: the full remaining amount goes back to the buyer. */
export async function checkCancel(
  db: Db,
  txn: Transaction,
  { chargeSeller, showInReviews }: { chargeSeller: boolean; showInReviews: boolean },
): Promise<Movement> {
  if (txn.status === 3)
    await refuseChanged(
      db,
      ['transaction', txn.id],
      'Already cancelled',
      'This transaction is cancelled already.',
    )
  const money = await freeMoney(db, txn)
  const { left } = money
  await openLedger(db, txn)
  return {
    operation: {
      kind: 'cancel',
      subject_kind: 'transaction',
      subject_id: txn.id,
      cents: left,
      details: {
        ...(left > 0 ? { payment: await paymentOf(db, txn) } : {}),
        charge_seller: chargeSeller,
        show_in_reviews: showInReviews,
        take_back: sellerCharge(money, left, chargeSeller).takeBack,
      },
    },
    left,
  }
}

const asRefusal = (error: unknown) =>
  error instanceof PaymentRefused ? new VendorRefusal(error.message) : error

const refundAtProvider = async (operation: Operation, { payments }: Context) => {
  try {
    const { reference } = await payments.refund({
      key: operation.id,
      payment: String(operation.details.payment),
      cents: operation.cents ?? 0,
      transaction: operation.subject_id,
    })
    return reference
  } catch (error) {
    throw asRefusal(error)
  }
}

/**
 * Reverses a refund that failed at the provider before its operation was settled: that webhook arrived while the
 * operation was pending and changed only the refund's state. Runs last, because it writes to the audit.
 */
async function takeBackFailed(operation: Operation, db: DbTransaction, { settings }: Context): Promise<void> {
  const failed = operation.reference === null ? undefined : await knownFailed(db, operation.reference)
  if (!failed) return
  const txn = await lockTransaction(db, operation.subject_id)
  const { reference } = failed
  const due = { reference, cents: 0, transaction: txn.id, reason: failureReason }
  for (const [action, entry] of await bookRefund(db, [txn], due))
    await writeAudit(db, settings.auditKey, provider, action, entry)
}

const answer = (title: string) => (operation: Operation) => {
  if (operation.state === 'failed') refuse('vendor_failed', title, operation.failure ?? title)
  return { state: operation.state, cents: operation.cents }
}

/** A partial refund. */
export const refundOperation: OperationKind = {
  run: async (operation, ctx) => ({ reference: await refundAtProvider(operation, ctx) }),
  settled: async (operation, db, ctx) => {
    const txn = await lockTransaction(db, operation.subject_id)
    const balances = await openLedger(db, txn)
    await enter(db, {
      kind: 'refund',
      transaction: txn.id,
      reference: operation.reference ?? operation.id,
      lines: refundLines(balances, operation.cents ?? 0),
    })
    await changeTransaction(db, txn.id, {})
    await takeBackFailed(operation, db, ctx)
  },
  ended: publishEnd,
  answer: answer('Not refunded'),
}

/**
 * A cancellation: refunds the buyer, then charges the seller. If the charge fails after the refund, the marketplace
 * bears the amount, and the operation records it.
 */
export const cancelOperation: OperationKind = {
  run: async (operation, ctx): Promise<Done> => {
    const reference = operation.cents ? await refundAtProvider(operation, ctx) : `none:${operation.id}`
    const takeBack = Number(operation.details.take_back ?? 0)
    if (takeBack === 0) return { reference }
    try {
      const charge = await ctx.payments.takeBack({
        key: operation.id,
        transaction: operation.subject_id,
        cents: takeBack,
      })
      return { reference, found: { charge: charge.reference } }
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      return { reference, found: { not_charged: error.message } }
    }
  },
  settled: async (operation, db, ctx) => {
    const txn = await lockTransaction(db, operation.subject_id)
    const { details } = operation
    const balances = await openLedger(db, txn)
    const takeBack = details.charge ? Number(details.take_back ?? 0) : 0
    const cents = operation.cents ?? 0
    // The charge to the seller covers the refund; the remainder is divided as in a partial refund.
    const { bearsAll } = sellerCharge(balances, cents, details.charge_seller === true)
    if (cents > 0)
      await enter(db, {
        kind: 'refund',
        transaction: txn.id,
        reference: operation.reference ?? operation.id,
        lines: refundLines(balances, cents, bearsAll),
      })
    if (takeBack > 0)
      await enter(db, {
        kind: 'seller_charge',
        transaction: txn.id,
        reference: String(details.charge),
        lines: { paid_out: -takeBack, fee: takeBack },
      })
    await changeTransaction(db, txn.id, { status: 3, shown_in_reviews: details.show_in_reviews === true })
    await takeBackFailed(operation, db, ctx)
  },
  ended: publishEnd,
  answer: (operation) => {
    const outcome = answer('Not cancelled')(operation)
    if (operation.details.not_charged)
      refuse(
        'vendor_failed',
        'Cancelled, but the seller was not charged',
        `The buyer was refunded, but the seller could not be charged: ${operation.details.not_charged}`,
      )
    return outcome
  },
}
