import { partiesOf } from '@portreeve/contract/live-payloads'
import type { EventData, EventOf } from '@portreeve/contract/marketplace/event-data'
import type { Transaction } from '@portreeve/contract/money/transactions'
import type { Context, Operation } from '../../core/call/context.ts'
import type { Transaction as DbTransaction } from '../../core/database/db.ts'
import { actorOf, emit, emitAll } from '../../core/live/events.ts'
import { getTransaction, publishEnd } from '../orders/transaction-records.ts'
import { rebook } from '../payment-facts.ts'

// The events of refunds and cancellations of ours.

const refundOf = (
  { cents, reference }: Operation,
  txn: Transaction,
  kind: EventData<'refund.sent'>['kind'],
) => ({ ...partiesOf(txn), cents: cents ?? 0, kind, reference })

/** The event of a refund that was sent. */
export const sent = (
  operation: Operation,
  txn: Transaction,
  kind: EventData<'refund.sent'>['kind'],
): EventOf<'refund.sent'> => [
  'refund.sent',
  { ...refundOf(operation, txn, kind), reason: reasonOf(operation) },
]

/** The reason of the staff member who began it. */
export const reasonOf = ({ details }: Operation) => (details.reason == null ? null : String(details.reason))

/** Publishes the end of a refund; one that failed is an event for the marketplace, too. */
export const endOf =
  (kind: EventData<'refund.failed'>['kind']) =>
  async (operation: Operation, db: DbTransaction, ctx: Context) => {
    await publishEnd(operation, db)
    if (operation.state !== 'failed') return
    const refund = refundOf(operation, await getTransaction(db, operation.subject_id), kind)
    await emit(db, actorOf(operation), 'refund.failed', { ...refund, failure: operation.failure })
    await rebook(operation, db, ctx)
  }

/** Writes the events of a cancellation. @param charged what the seller was charged, cents */
export function emitCancelled(operation: Operation, db: DbTransaction, txn: Transaction, charged: number) {
  const cancelled = {
    ...partiesOf(txn),
    reason: reasonOf(operation),
    seller_charged: charged,
    shown_in_reviews: operation.details.show_in_reviews === true,
    before: { status: txn.status },
    after: { status: 3 },
  }
  return emitAll(db, actorOf(operation), [
    ...(operation.cents ? [sent(operation, txn, 'cancel')] : []),
    ['transaction.cancelled', cancelled],
  ])
}
