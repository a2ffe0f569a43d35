import type { Transaction } from '@portreeve/contract/money/transactions'
import type { Db } from '../../core/database/db.ts'
import { enter, move, openLedger } from '../ledger/ledger.ts'
import { changeTransaction } from './transaction-records.ts'

/** A change of the shipping state by hand. */
export const shippingOf = (txn: Transaction, after: number) => ({
  before: { shipping_status: txn.shipping_status },
  after: { shipping_status: after },
})

/**
 * Sets the shipping state of a locked transaction by hand, and moves the seller's unsent money with it: it is held from the
 * delivery on, and pending before.
 */
export async function setShipping(db: Db, txn: Transaction, to: 'delivered' | 'not_shipped') {
  const isDelivered = to === 'delivered'
  const balances = await openLedger(db, txn)
  await enter(db, {
    kind: to,
    transaction: txn.id,
    reference: `${to}:${txn.id}:${txn.version}`,
    lines: isDelivered ? move(balances, ['pending'], 'held') : move(balances, ['held'], 'pending'),
  })
  return changeTransaction(db, txn.id, {
    shipping_status: isDelivered ? 1 : 3,
    delivered_at: isDelivered ? new Date().toISOString() : null,
  })
}
