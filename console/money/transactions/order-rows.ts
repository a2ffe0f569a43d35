import type { OrderHit, OrderMarks } from '@portreeve/contract/money/order-search'
import type { Transaction } from '@portreeve/contract/money/transactions'
import type { Marks } from '../../shell/records/order-marks.ts'

/** A row of the orders list: of the specification's list with the desk's marks, or of a search. */
export interface OrderRow
  extends Pick<
    Transaction,
    | 'id'
    | 'public_id'
    | 'product_title'
    | 'product_thumbnail_path'
    | 'price'
    | 'currency'
    | 'status'
    | 'shipping_status'
    | 'payout_status'
    | 'purchase_date'
  > {
  readonly buyer: OrderHit['buyer']
  readonly seller: OrderHit['seller']
  /** Undefined until they are loaded, and on a server without them. */
  readonly marks: Omit<OrderMarks, 'id' | 'buyer' | 'seller'> | undefined
}

/** The row made of each answer: an unchanged answer keeps its row, so that it is not rendered again. */
const made = new WeakMap<Transaction | OrderHit, OrderRow>()

/** A row of the specification's list. Its names are those of the time of the purchase. */
export function rowOfTransaction(txn: Transaction, marks: Marks): OrderRow {
  const known = marks.get(txn.id)
  const before = made.get(txn)
  if (before && before.marks === known) return before
  const row: OrderRow = {
    ...txn,
    buyer: {
      uid: txn.purchaser_uid,
      name: txn.purchaser_display_name,
      blocked: known?.buyer.blocked ?? false,
    },
    seller: {
      uid: txn.seller_uid,
      name: txn.seller_display_name,
      blocked: known?.seller.blocked ?? false,
    },
    marks: known,
  }
  made.set(txn, row)
  return row
}

export function rowOfHit(hit: OrderHit): OrderRow {
  const row = made.get(hit) ?? { ...hit, marks: hit }
  made.set(hit, row)
  return row
}
