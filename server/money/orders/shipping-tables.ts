import { sql } from 'drizzle-orm'
import { index, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'
import { trackingCode, transactions } from '../money-tables.ts'

export const shipLabels = pgTable(
  'ship_labels',
  {
    id: text('id').primaryKey(),
    key: text('key'),
    transaction_id: text('transaction_id')
      .notNull()
      .references(() => transactions.id),
    created_at: time('created_at').notNull(),
    label_image_url: text('label_image_url'),
    tracking_number: text('tracking_number'),
    ep_shipment_id: text('ep_shipment_id'),
    purchase_date: time('purchase_date'),
    payment_intent_id: text('payment_id'),
    /** 1 paid and ready to use, 2 not paid, 3 cancelled and refunded. */
    status: smallint('status').notNull(),
    /** What the carrier has answered to the refund that staff requested last; null without one. */
    refund_state: text('refund_state').$type<'waiting' | 'refunded' | 'rejected'>(),
    /** The operation that requested it. */
    refund_operation: text('refund_operation'),
    /** When the carrier's answer is looked for next. */
    refund_due_at: time('refund_due_at'),
  },
  (t) => [
    index('ship_labels_of').on(t.transaction_id),
    index('ship_labels_tracking').on(sql.raw(trackingCode)),
    index('ship_labels_waiting').on(t.refund_due_at).where(sql`refund_state = 'waiting'`),
  ],
)
