import { partiesOf } from '@portreeve/contract/live-payloads'
import { sellerCharge } from '@portreeve/contract/money/refund-rules'
import type { Context, Done, Operation, OperationKind } from '../../core/call/context.ts'
import type { Transaction as DbTransaction } from '../../core/database/db.ts'
import { actorOf, emitAll } from '../../core/live/events.ts'
import { VendorRefusal } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { closeDispute } from '../disputes/dispute-close.ts'
import { enter } from '../ledger/ledger.ts'
import { balancesOf } from '../ledger/standing.ts'
import { changeTransaction, getTransaction, lockTransaction } from '../orders/transaction-records.ts'
import { bookStored, noteRefund } from '../payment-facts.ts'
import { atProvider, lockPaidBy } from '../payments.ts'
import { recordAll } from '../recorded.ts'
import { keyIn, refundAtProvider } from './refund-at-provider.ts'
import { emitCancelled, endOf, reasonOf, sent } from './refund-outcomes.ts'

const answer = (title: string) => (operation: Operation) => {
  if (operation.state === 'failed') refuse('vendor_failed', title, operation.failure ?? title)
  return { state: operation.state, cents: operation.cents }
}

/**
 * Books a refund of ours. @returns its locked transaction, and what writes the audit: to be called last. The refund may have failed
 * at the provider before this settlement; then it is reversed at once.
 */
async function bookOwnRefund(operation: Operation, db: DbTransaction, ctx: Context, chargesSeller = false) {
  const key = keyIn(operation)
  const paid = await lockPaidBy(db, key)
  const txn = await lockTransaction(db, operation.subject_id)
  const txns = paid.some(({ id }) => id === txn.id) ? paid : [txn]
  const [reference, cents] = [operation.reference ?? operation.id, operation.cents ?? 0]
  const refund = { reference, cents, state: 'done' as const, key: operation.id, transaction: txn.id }
  const { currency } = txn
  const { bearsAll } = sellerCharge(await balancesOf(db, txn), cents, chargesSeller)
  const state = await noteRefund(db, key, refund, {
    currency,
    ...(bearsAll && { bearer: 'charged' as const }),
  })
  const booked = await bookStored(db, ctx, key, txns, reference)
  return {
    txn,
    finish: async () => {
      const reversed = state === 'failed' ? await bookStored(db, ctx, key, txns) : []
      await recordAll(db, ctx.settings.auditKey, [...booked, ...reversed])
    },
  }
}

/** A partial refund. */
export const refundOperation: OperationKind = {
  run: refundAtProvider,
  settled: async (operation, db, ctx) => {
    const { txn, finish } = await bookOwnRefund(operation, db, ctx)
    await emitAll(db, actorOf(operation), [sent(operation, txn, 'refund')])
    await finish()
  },
  ended: endOf('refund'),
  answer: answer('Not refunded'),
}

/** The refund that decides a dispute for the buyer. The dispute is resolved, and the rest is the seller's. */
export const disputeRefundOperation: OperationKind = {
  ...refundOperation,
  settled: async (operation, db, ctx) => {
    const { txn, finish } = await bookOwnRefund(operation, db, ctx)
    const decision = { outcome: 'buyer' as const, refunded_cents: operation.cents ?? 0 }
    const reason = reasonOf(operation) ?? ''
    const { id: dispute_id } = await closeDispute(db, txn, ctx.settings.payoutDelay, {
      ...decision,
      decision_reason: reason,
      decided_by: operation.started_by,
    })
    await emitAll(db, actorOf(operation), [
      sent(operation, txn, 'dispute'),
      ['dispute.resolved', { ...partiesOf(txn), dispute_id, ...decision, reason }],
    ])
    await finish()
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
      const { id: transaction, currency } = await getTransaction(ctx.database.db, operation.subject_id)
      const charge = await atProvider(operation, ctx, (provider) =>
        provider.takeBack({ key: operation.id, transaction, cents: takeBack, currency }),
      )
      return { reference, found: { charge: charge.reference } }
    } catch (error) {
      if (!(error instanceof VendorRefusal)) throw error
      return { reference, found: { not_charged: error.message } }
    }
  },
  settled: async (operation, db, ctx) => {
    const { details } = operation
    const { txn, finish } = operation.cents
      ? await bookOwnRefund(operation, db, ctx, details.charge_seller === true)
      : { txn: await lockTransaction(db, operation.subject_id), finish: async () => {} }
    const takeBack = details.charge ? Number(details.take_back ?? 0) : 0
    // The charge to the seller covers the refund; the remainder is divided as in a partial refund.
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
    await finish()
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
