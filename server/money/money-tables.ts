import type { ApprovalKind } from '@portreeve/contract/money/approvals'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { cents, extraIndex, extraValues, time } from '../db/columns.ts'
import { users } from '../people/people-tables.ts'

/** SQL of a text's letters and digits in capitals, as `codeOf` (contract/base/plain-text.ts) writes what is typed. */
export const codeIn = (column: string) => `upper(regexp_replace(${column}, '[^A-Za-z0-9]', '', 'g'))`
export const trackingCode = codeIn('tracking_number')

export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    /** The payment provider by name. It refunds the payment and pays its sellers. */
    provider: text('provider').notNull().default('stripe'),
    /** The provider's id of the payment. The property has the name on the wire. */
    stripe_payment_intent_id: text('payment_id'),
    buyer_uid: text('buyer_uid')
      .notNull()
      .references(() => users.uid),
    /** 1 complete (paid), 2 pending (unpaid). */
    status: smallint('status').notNull(),
    created_at: time('created_at').notNull(),
    /** Where it is sent. */
    ship_to_name: text('ship_to_name'),
    ship_to_line1: text('ship_to_line1'),
    ship_to_line2: text('ship_to_line2'),
    ship_to_city: text('ship_to_city'),
    ship_to_region: text('ship_to_region'),
    ship_to_postal_code: text('ship_to_postal_code'),
    /** Two letters. */
    ship_to_country: text('ship_to_country'),
    /** The currency of its payment (ISO 4217); null: that of its transactions. */
    currency: text('currency'),
  },
  (t) => [
    index('orders_of').on(t.buyer_uid),
    // The search knows a payment without its provider.
    index('orders_of_payment').on(t.stripe_payment_intent_id, t.provider),
  ],
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
    /** ISO 4217. All amounts of the transaction are in its minor unit. Fixed once money has moved (program/ledger.sql). */
    currency: text('currency').notNull().default('USD'),
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
    /** The words of the title. Only search/search-text.ts writes them. Null until then. */
    search_title: text('search_title'),
    extra: extraValues(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    // Time and id last: lists are ordered by them, so an index scan stops at the end of the page.
    index('transactions_newest').on(t.purchase_date, t.id),
    index('transactions_of_seller').on(t.seller_uid, t.purchase_date, t.id),
    index('transactions_of_purchaser').on(t.purchaser_uid, t.purchase_date, t.id),
    index('transactions_of_order').on(t.order_id),
    index('transactions_of_listing').on(t.product_id, t.purchase_date, t.id),
    index('transactions_disputed')
      .on(t.dispute_status, t.purchase_date, t.id)
      .where(sql`dispute_status is not null`),
    index('transactions_at_risk').on(t.purchase_date, t.id).where(sql`status = 2 and shipping_status = 3`),
    index('transactions_by_status').on(t.status, t.purchase_date, t.id),
    index('transactions_by_shipping').on(t.shipping_status, t.purchase_date, t.id),
    index('transactions_by_payout').on(t.payout_status, t.purchase_date, t.id),
    // A person's open transactions; a busy seller's others are many.
    index('transactions_open_of_seller').on(t.seller_uid).where(sql`payout_status = 2 or dispute_status = 2`),
    index('transactions_open_of_purchaser')
      .on(t.purchaser_uid)
      .where(sql`payout_status = 2 or dispute_status = 2`),
    index('transactions_by_currency').on(t.currency, t.purchase_date, t.id),
    index('transactions_by_price').on(t.currency, t.price, t.id),
    index('transactions_by_state').on(sql`coalesce(status, 0)`, t.purchase_date, t.id),
    index('transactions_unfinished')
      .on(t.purchase_date, t.id)
      .where(sql`status = 2 and shipping_status in (2, 3)`),
    index('transactions_by_carrier').on(sql.raw(codeIn('carrier')), t.purchase_date, t.id),
    extraIndex('transactions_extra'),
    index('transactions_public_id').on(t.public_id),
    index('transactions_tracking').on(sql.raw(trackingCode)),
    index('transactions_title')
      .using('gin', sql`search_title gin_trgm_ops`)
      .with({ gin_pending_list_limit: 256 }),
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
    /** By when staff decide it. */
    deadline_at: time('deadline_at').notNull().default(sql`now() + interval '14 days'`),
    buyer_statement: text('buyer_statement'),
    seller_statement: text('seller_statement'),
    buyer_files: jsonb('buyer_files').$type<string[]>().notNull().default([]),
    seller_files: jsonb('seller_files').$type<string[]>().notNull().default([]),
    /** The staff member who opened it, or who made the machine key whose row did; null when unknown. */
    opened_by: text('opened_by').default(sql`nullif(current_setting('portreeve.key_maker', true), '')`),
    /** Cents that its decision for the seller released, if the one who opened it decided. */
    released_alone: cents('released_alone'),
    /** The staff member who decides it. */
    assignee: text('assignee'),
    outcome: text('outcome').$type<'seller' | 'buyer'>(),
    refunded_cents: cents('refunded_cents'),
    decided_by: text('decided_by'),
    decision_reason: text('decision_reason'),
  },
  (t) => [
    index('disputes_of').on(t.transaction_id),
    index('disputes_open').on(t.deadline_at, t.id).where(sql`status = 2`),
    index('disputes_newest').on(t.created_at, t.id),
    index('disputes_resolved').on(t.resolved_at).where(sql`resolved_at is not null`),
  ],
)

/** Approvals: refunds and cancellations above the limit of one person (decision 11). */
export const approvals = pgTable(
  'approvals',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<ApprovalKind>().notNull(),
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
    /** The dispute or the difference that the movement decides. */
    dispute_id: text('dispute_id'),
    difference_id: text('difference_id'),
    /** The account against which a correction is booked. */
    against: text('against').$type<'fee' | 'pending' | 'held'>(),
    /** Requested by a person who may not refund. */
    requested: boolean('requested').notNull().default(false),
    reason_id: text('reason_id'),
    /** The requester's own words. */
    note: text('note'),
    /** The requested cents when less was approved. */
    asked_cents: cents('asked_cents'),
    /** The first of the requests that are decided together, as one refund of several items; null for a single one. */
    group_id: text('group_id'),
  },
  (t) => [
    // One open request per transaction: two for the same money could both be approved.
    uniqueIndex('approvals_waiting').on(t.transaction_id).where(sql`state = 'asked'`),
    index('approvals_of').on(t.transaction_id, t.asked_at),
    index('approvals_newest').on(t.state, t.asked_at, t.id),
    index('approvals_by').on(t.asked_by, t.asked_at),
    index('approvals_together').on(t.group_id).where(sql`group_id is not null`),
  ],
)
