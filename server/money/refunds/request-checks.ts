import { moneyWords } from '@portreeve/contract/base/currency'
import type { Approval } from '@portreeve/contract/money/approvals'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { eq } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { checkCorrection } from '../correction.ts'
import { approvals } from '../money-tables.ts'
import type { Why } from '../reasons.ts'
import { checkCancel, checkRefund, type Movement } from './refund-checks.ts'

/**
 * Checks a requested movement again, against the current state of its locked transaction.
 * @param cents less than was requested
 */
export async function checkAgain(
  db: Db,
  request: Approval,
  txn: Transaction,
  cents = request.cents,
): Promise<Movement> {
  const { why, against } = await reasonOf(db, request)
  if (request.kind === 'correction')
    return checkAgainst(db, request, txn, { difference: request.difference_id ?? '', against, why })
  const refund = { cents, leftSeen: request.left_seen, why }
  if (request.kind === 'refund') return checkRefund(db, txn, refund)
  if (request.kind === 'dispute') {
    if (txn.dispute_id !== request.dispute_id || txn.dispute_status !== 2)
      await refuseChanged(
        db,
        ['transaction', txn.id],
        'Already resolved',
        'This dispute is resolved already.',
      )
    return checkRefund(db, txn, { ...refund, dispute: request.dispute_id ?? '' })
  }
  const movement = await checkCancel(db, txn, {
    chargeSeller: request.charge_seller === true,
    showInReviews: request.show_in_reviews === true,
    why,
  })
  if (movement.left !== request.cents)
    await refuseChanged(
      db,
      ['transaction', txn.id],
      'Changed meanwhile',
      `Money of this transaction has moved since this was asked; left: ${moneyWords(movement.left, txn.currency)}.`,
    )
  return movement
}

/** A correction is made for the requested amount. */
async function checkAgainst(
  db: Db,
  request: Approval,
  txn: Transaction,
  correction: Parameters<typeof checkCorrection>[2],
): Promise<Movement> {
  const movement = await checkCorrection(db, txn, correction)
  if (movement.left !== request.cents)
    await refuseChanged(
      db,
      ['transaction', txn.id],
      'Changed meanwhile',
      `The difference is ${moneyWords(movement.left, txn.currency)} now.`,
    )
  return movement
}

/** The reason that a request was stored with, and the account against which a correction is booked. */
async function reasonOf(
  db: Db,
  request: Approval,
): Promise<{ why: Why; against: 'fee' | 'pending' | 'held' }> {
  const [row] = await db
    .select({ reason_id: approvals.reason_id, against: approvals.against })
    .from(approvals)
    .where(eq(approvals.id, request.id))
  const why = { reason_id: row?.reason_id ?? null, reason: request.why }
  return { why, against: row?.against ?? 'fee' }
}
