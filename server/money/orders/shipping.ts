import { shipping as contract, type ShipLabel } from '@portreeve/contract/money/shipping'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { eq } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { begin } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { openLedger } from '../ledger/ledger.ts'
import { freeMoney } from '../money.ts'
import { shipLabels } from './shipping-tables.ts'
import { lockTransaction } from './transaction-records.ts'

export const shipping = implement('shipping', contract, {
  cancelLabel: async ({ params }, call) => {
    const [found] = await call.db.select().from(shipLabels).where(eq(shipLabels.id, params.id))
    if (!found) refuse('not_found', 'No such label', 'There is no shipping label with this id.')
    const txn = await lockTransaction(call.db, found.transaction_id)
    // Read again under the lock: a concurrent call may have cancelled it.
    const label = txn.ship_labels?.find((one) => one.id === params.id)
    const answer = await beginVoid(call, txn, label)
    call.did(txn, voided(params.id))
    return answer
  },
})

/** What the audit says of a label that is cancelled. */
export const voided = (label: string) => ({ before: { label, status: 1 }, after: { label, status: 3 } })

/** Cancels a label of a locked transaction at its carrier. Refuses one that is not paid, and while money of the transaction moves. */
export async function beginVoid(
  { db, staff }: Pick<Call, 'db' | 'staff'>,
  txn: Transaction,
  label: ShipLabel | undefined,
  /** Seconds until the worker may take it: 0 where no caller waits for it. */
  delay?: number,
) {
  if (label?.status === 3)
    await refuseChanged(
      db,
      ['transaction', txn.id],
      'Already cancelled',
      label.refund_state === 'waiting'
        ? 'This label is cancelled already. Its refund waits for the carrier.'
        : 'This label is cancelled and refunded already.',
    )
  if (label?.status !== 1)
    refuse('conflict', 'Not paid', 'This label was not paid; there is nothing to refund.')
  if (!label.ep_shipment_id)
    refuse('refused', 'No shipment', 'This label has no shipment at the shipping provider.')
  await freeMoney(db, txn)
  const { label: cost } = await openLedger(db, txn)
  return begin(
    db,
    {
      kind: 'label',
      subject_kind: 'transaction',
      subject_id: txn.id,
      // The ledger has the cost of all labels together; the last paid label carries all of it.
      cents: cost,
      details: { label: label.id, shipment: label.ep_shipment_id, by: staff.uid },
    },
    delay,
  )
}
