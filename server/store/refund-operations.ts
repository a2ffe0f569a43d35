import { refundLines, sellerCharge } from '@portreeve/contract/refund-rules'
import type { Context, Done, Operation, OperationKind } from '../core/context.ts'
import type { Transaction as DbTransaction } from '../core/db.ts'
import { actorOf, emitAll } from '../core/events.ts'
import { VendorRefusal } from '../core/operations.ts'
import { refuse } from '../core/refuse.ts'
import { closeDispute, resolvedOf } from './dispute-close.ts'
import { enter, openLedger } from './ledger.ts'
import { atProvider } from './payments.ts'
import { failureReason, knownFailed } from './provider-refunds.ts'
import { recordAll } from './recorded.ts'
import { bookRefund } from './refund-booking.ts'
import { emitCancelled, endOf, reasonOf, sent } from './refund-outcomes.ts'
import { changeTransaction, lockTransaction } from './transactions.ts'

const refundAtProvider = (operation: Operation, ctx: Context) =>
  atProvider(operation, ctx, (provider) =>
    provider.refund({
      key: operation.id,
      payment: String(operation.details.payment),
      cents: operation.cents ?? 0,
      transaction: operation.subject_id,
    }),
  )

/**
 * Reverses a refund that failed at the provider before its operation was settled: that webhook arrived while the
 * operation was pending and changed only the refund's state. Runs last, because it writes to the audit.
 */
async function takeBackFailed(operation: Operation, db: DbTransaction, { settings }: Context): Promise<void> {
  const failed = await knownFailed(db, operation)
  if (!failed) return
  const txn = await lockTransaction(db, operation.subject_id)
  const { reference } = failed
  const due = { reference, cents: 0, transaction: txn.id, reason: failureReason }
  await recordAll(db, settings.auditKey, await bookRefund(db, [txn], due))
}

const answer = (title: string) => (operation: Operation) => {
  if (operation.state === 'failed') refuse('vendor_failed', title, operation.failure ?? title)
  return { state: operation.state, cents: operation.cents }
}

/** Books a refund of ours, and returns its locked transaction. */
async function bookOwnRefund(operation: Operation, db: DbTransaction) {
  const txn = await lockTransaction(db, operation.subject_id)
  const balances = await openLedger(db, txn)
  await enter(db, {
    kind: 'refund',
    transaction: txn.id,
    reference: operation.reference ?? operation.id,
    lines: refundLines(balances, operation.cents ?? 0),
  })
  return txn
}

/** A partial refund. */
export const refundOperation: OperationKind = {
  run: refundAtProvider,
  settled: async (operation, db, ctx) => {
    const txn = await bookOwnRefund(operation, db)
    await changeTransaction(db, txn.id, {})
    await emitAll(db, actorOf(operation), [sent(operation, txn, 'refund')])
    await takeBackFailed(operation, db, ctx)
  },
  ended: endOf('refund'),
  answer: answer('Not refunded'),
}

/** The refund that decides a dispute for the buyer. The dispute is resolved, and the rest is the seller's. */
export const disputeRefundOperation: OperationKind = {
  ...refundOperation,
  settled: async (operation, db, ctx) => {
    const txn = await bookOwnRefund(operation, db)
    const decision = {
      outcome: 'buyer' as const,
      refunded_cents: operation.cents ?? 0,
      decision_reason: reasonOf(operation) ?? '',
    }
    await closeDispute(db, txn, ctx.settings.payoutDelay, { ...decision, decided_by: operation.started_by })
    await emitAll(db, actorOf(operation), [
      sent(operation, txn, 'dispute'),
      ['dispute.resolved', resolvedOf(txn, decision)],
    ])
    await takeBackFailed(operation, db, ctx)
  },
  ended: endOf('dispute'),
  answer: answer('Not decided'),
}

/**
 * A cancellation: refunds the buyer, then charges the seller. If the charge fails after the refund, the marketplace
 * bears the amount, and the operation records it.
 */
export const cancelOperation: OperationKind = {
  run: async (operation, ctx): Promise<Done> => {
    const { reference } = operation.cents
      ? await refundAtProvider(operation, ctx)
      : { reference: `none:${operation.id}` }
    const takeBack = Number(operation.details.take_back ?? 0)
    if (takeBack === 0) return { reference }
    try {
      const charge = await atProvider(operation, ctx, (provider) =>
        provider.takeBack({ key: operation.id, transaction: operation.subject_id, cents: takeBack }),
      )
      return { reference, found: { charge: charge.reference } }
    } catch (error) {
      if (!(error instanceof VendorRefusal)) throw error
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
    const shown_in_reviews = details.show_in_reviews === true
    await changeTransaction(db, txn.id, { status: 3, shown_in_reviews })
    await emitCancelled(operation, db, txn, takeBack)
    await takeBackFailed(operation, db, ctx)
  },
  ended: endOf('cancel'),
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
