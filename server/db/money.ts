import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { cents, time } from './columns.ts'
import { users } from './people.ts'

export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    stripe_payment_intent_id: text('stripe_payment_intent_id'),
    buyer_uid: text('buyer_uid')
      .notNull()
      .references(() => users.uid),
    /** 1 complete (paid), 2 pending (unpaid). */
    status: smallint('status').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [index('orders_of').on(t.buyer_uid), index('orders_of_payment').on(t.stripe_payment_intent_id)],
)

export const transactions = pgTable(
  'transactions',
  {
    id: text('id').primaryKey(),
    public_id: text('public_id'),
    product_id: text('product_id'),
    product_title: text('product_title'),
    product_thumbnail_path: text('product_thumbnail_path'),
    seller_uid: text('seller_uid')
      .notNull()
      .references(() => users.uid),
    purchaser_uid: text('purchaser_uid')
      .notNull()
      .references(() => users.uid),
    seller_display_name: text('seller_display_name'),
    purchaser_display_name: text('purchaser_display_name'),
    order_id: text('order_id').references(() => orders.id),
    price: cents('price').notNull(),
    shipping_cost: cents('shipping_cost'),
    /** 1 complete, 2 pending, 3 seller cancelled, 4 failed to ship, 5 disputed and refunded. */
    status: smallint('status'),
    /** 1 delivered, 2 en route, 3 not shipped. */
    shipping_status: smallint('shipping_status'),
    /** 1 paid (sent), 2 not paid (not sent). */
    payout_status: smallint('payout_status'),
    purchase_date: time('purchase_date').notNull(),
    delivered_at: time('delivered_at'),
    tracking_number: text('tracking_number'),
    carrier: text('carrier'),
    tracking_url: text('tracking_url'),
    dispute_id: text('dispute_id'),
    /** 1 resolved, 2 active. */
    dispute_status: smallint('dispute_status'),
    dispute_buyer_comms_url: text('dispute_buyer_comms_url'),
    dispute_seller_comms_url: text('dispute_seller_comms_url'),
    /** Whether a cancellation shows in the seller's profile reviews; null while not cancelled. */
    shown_in_reviews: boolean('shown_in_reviews'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    // Time and id last: lists are ordered by them, so an index scan stops at the end of the page.
    index('transactions_newest').on(t.purchase_date, t.id),
    index('transactions_of_seller').on(t.seller_uid, t.purchase_date, t.id),
    index('transactions_of_purchaser').on(t.purchaser_uid, t.purchase_date, t.id),
    index('transactions_of_order').on(t.order_id),
    index('transactions_disputed')
      .on(t.dispute_status, t.purchase_date, t.id)
      .where(sql`dispute_status is not null`),
    index('transactions_at_risk').on(t.purchase_date, t.id).where(sql`status = 2 and shipping_status = 3`),
    index('transactions_by_status').on(t.status, t.purchase_date, t.id),
    index('transactions_by_shipping').on(t.shipping_status, t.purchase_date, t.id),
    index('transactions_by_payout').on(t.payout_status, t.purchase_date, t.id),
    index('transactions_by_price').on(t.price),
  ],
)

export const disputes = pgTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    transaction_id: text('transaction_id')
      .notNull()
      .references(() => transactions.id),
    creator_uid: text('creator_uid')
      .notNull()
      .references(() => users.uid),
    /** 1 item not as described, 2 item not received, 3 other. */
    dispute_type: smallint('dispute_type').notNull(),
    /** 1 resolved, 2 active. */
    status: smallint('status').notNull(),
    created_at: time('created_at').notNull(),
    resolved_at: time('resolved_at'),
  },
  (t) => [index('disputes_of').on(t.transaction_id)],
)

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
    payment_intent_id: text('payment_intent_id'),
    /** 1 paid and ready to use, 2 not paid, 3 cancelled and refunded. */
    status: smallint('status').notNull(),
  },
  (t) => [index('ship_labels_of').on(t.transaction_id)],
)

/** Approvals: refunds and cancellations above the limit of one person (decision 11). */
export const approvals = pgTable(
  'approvals',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<'refund' | 'cancel'>().notNull(),
    transaction_id: text('transaction_id')
      .notNull()
      .references(() => transactions.id),
    cents: cents('cents').notNull(),
    /** The refundable cents at the time of the request. */
    left_seen: cents('left_seen').notNull(),
    charge_seller: boolean('charge_seller'),
    show_in_reviews: boolean('show_in_reviews'),
    asked_by: text('asked_by').notNull(),
    asked_at: time('asked_at').notNull().default(sql`now()`),
    expires_at: time('expires_at').notNull(),
    state: text('state')
      .$type<'asked' | 'approved' | 'declined' | 'withdrawn' | 'expired'>()
      .notNull()
      .default('asked'),
    decided_by: text('decided_by'),
    decided_at: time('decided_at'),
    reason: text('reason'),
  },
  (t) => [
    // One open request per transaction: two for the same money could both be approved.
    uniqueIndex('approvals_waiting').on(t.transaction_id).where(sql`state = 'asked'`),
    index('approvals_of').on(t.transaction_id, t.asked_at),
    index('approvals_newest').on(t.state, t.asked_at, t.id),
    index('approvals_by').on(t.asked_by, t.asked_at),
  ],
)

/** Entries of the ledger, one per movement of money. Their lines are in `ledger_lines`; each sum is zero (migration 0002). */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    transaction_id: text('transaction_id'),
    uid: text('uid'),
    /** The external id, such as the provider's id of a refund. Unique, so that no movement is entered twice. */
    reference: text('reference').notNull().unique(),
    at: time('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('ledger_entries_of').on(t.transaction_id)],
)

export const ledgerLines = pgTable(
  'ledger_lines',
  {
    entry_id: text('entry_id')
      .notNull()
      .references(() => ledgerEntries.id),
    account: text('account').notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entry_id, t.account] })],
)

/** Handled events of the payment provider, because the same event may arrive several times. */
export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  at: time('at').notNull().default(sql`now()`),
})

/**
 * The state of refunds at the payment provider. It only moves forward (pending, done, failed), because events arrive late and
 * in any order. A failed refund stays failed.
 */
export const providerRefunds = pgTable('provider_refunds', {
  /** The provider's id of the refund. */
  reference: text('reference').primaryKey(),
  cents: cents('cents').notNull(),
  state: text('state').$type<'pending' | 'done' | 'failed'>().notNull(),
  at: time('at').notNull().default(sql`now()`),
})
