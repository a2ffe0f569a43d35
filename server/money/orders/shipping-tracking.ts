import { partiesOf } from '@portreeve/contract/live-payloads'
import { eq } from 'drizzle-orm'
import { ShippingRefused } from '../../adapters/shipping.ts'
import type { OperationKind } from '../../core/call/context.ts'
import { actorOf, emit } from '../../core/live/events.ts'
import { VendorRefusal } from '../../core/operations/operations.ts'
import { transactions } from '../money-tables.ts'
import { getTransaction, publishEnd } from './transaction-records.ts'

/**
 * Fetches a parcel's tracking page from the label provider. The number and carrier are saved already;
 * without such a page the record keeps only them.
 */
export const trackingOperation: OperationKind = {
  run: async (operation, { shipping }) => {
    const { tracking_number, carrier } = operation.details
    try {
      const page = await shipping.trackingPage({
        key: operation.id,
        number: String(tracking_number),
        carrier: String(carrier),
      })
      return { reference: page ?? 'none', found: { page: page ?? null } }
    } catch (error) {
      throw error instanceof ShippingRefused ? new VendorRefusal(error.message) : error
    }
  },
  settled: async (operation, db) => {
    const txn = await getTransaction(db, operation.subject_id)
    // A newer tracking number has an operation of its own.
    if (txn.tracking_number !== operation.details.tracking_number || !operation.details.page) return
    const tracking_url = String(operation.details.page)
    await db.update(transactions).set({ tracking_url }).where(eq(transactions.id, txn.id))
    const change = { before: { tracking_url: txn.tracking_url }, after: { tracking_url } }
    await emit(db, actorOf(operation), 'transaction.updated', { ...partiesOf(txn), ...change })
  },
  ended: publishEnd,
  answer: (operation, db) => getTransaction(db, operation.subject_id),
}
