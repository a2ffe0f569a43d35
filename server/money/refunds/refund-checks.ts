import { moneyWords, usual } from '@portreeve/contract/base/currency'
import { sellerCharge } from '@portreeve/contract/money/refund-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import type { Operation } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { RefusalError, refuse } from '../../core/refuse.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { openLedger } from '../ledger/ledger.ts'
import { freeMoney } from '../money.ts'
import { paymentOf } from '../payments.ts'
import type { Why } from '../reasons.ts'

/** The payment of a transaction, with its provider. Refuses when there is none. */
async function paid(db: Db, txn: Transaction) {
  const { provider, payment } = await paymentOf(db, txn)
  return payment === null
    ? refuse('refused', 'Nothing to refund', 'This transaction has no payment at the payment provider.')
    : { provider, payment }
}

/** A movement of money back to a buyer, checked but not started. */
export interface Movement {
  operation: {
    kind: 'refund' | 'cancel' | 'dispute_refund' | 'correction'
    subject_kind: 'transaction'
    subject_id: string
    cents: number
    details: Operation['details']
  }
  /** Cents that are refundable before it. */
  left: number
  /** The transaction's currency: of its amounts, and of `left`. */
  currency: string
}

/**
 * Checks a partial refund of a locked transaction. The server decides the amount (D-064).
 * @param wanted.cents undefined: all that is left
 * @param wanted.dispute the open dispute that the refund decides
 */
export async function checkRefund(
  db: Db,
  txn: Transaction,
  wanted: { cents: number | undefined; leftSeen: number | undefined; why: Why; dispute?: string },
): Promise<Movement> {
  const { dispute, leftSeen, why } = wanted
  const { left } = await freeMoney(db, txn, dispute !== undefined)
  const { cents = left } = wanted
  if (leftSeen !== undefined && leftSeen !== left)
    await refuseChanged(
      db,
      ['transaction', txn.id],
      'Changed meanwhile',
      `A colleague moved money of this transaction; left: ${moneyWords(left, txn.currency)}.`,
    )
  if (!Number.isSafeInteger(cents) || cents <= 0)
    refuse(
      'refused',
      'Not a refund',
      `A refund is a whole number of cents above 0; left: ${moneyWords(left, txn.currency)}`,
    )
  if (cents > left)
    refuse(
      'refused',
      'Too much',
      `That is more than is left to refund; left: ${moneyWords(left, txn.currency)}`,
    )
  await openLedger(db, txn)
  return {
    operation: {
      kind: dispute === undefined ? 'refund' : 'dispute_refund',
      subject_kind: 'transaction',
      subject_id: txn.id,
      cents,
      details: { ...(await paid(db, txn)), ...why, ...(dispute !== undefined && { dispute }) },
    },
    left,
    currency: txn.currency ?? usual,
  }
}

/** Checks the cancellation of a locked transaction: the full remaining amount goes back to the buyer. */
export async function checkCancel(
  db: Db,
  txn: Transaction,
  { chargeSeller, showInReviews, why }: { chargeSeller: boolean; showInReviews: boolean; why: Why },
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
        ...(left > 0 ? await paid(db, txn) : await paymentOf(db, txn)),
        ...why,
        charge_seller: chargeSeller,
        show_in_reviews: showInReviews,
        take_back: sellerCharge(money, left, chargeSeller).takeBack,
      },
    },
    left,
    currency: txn.currency ?? usual,
  }
}

/** A refusal says which of the items it is about. */
export async function naming<T>(txn: Transaction, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error
    return refuse(error.code, error.title, `${txn.product_title ?? txn.id}: ${error.message}`)
  }
}
