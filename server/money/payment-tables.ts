import type { ChargebackState, Evidence } from '@portreeve/contract/money/chargebacks'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { cents, time } from '../db/columns.ts'

/**
 * Who bears a refund or chargeback. Null: the seller's unsent money first, then the marketplace. `charged`: the seller of a
 * cancelled sale, whose account may go below zero. An account: finance chose it for a correction.
 */
export type Bearer = 'charged' | 'fee' | 'pending' | 'held' | null

/** Handled events of the payment providers, because the same event may arrive several times. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    provider: text('provider').notNull().default('stripe'),
    id: text('id').notNull(),
    at: time('at').notNull().default(sql`now()`),
    type: text('type'),
    payment_id: text('payment_id'),
    /** Why the event could not be used, as a sentence. */
    problem: text('problem'),
  },
  (t) => [primaryKey({ columns: [t.provider, t.id] })],
)

/**
 * The state of refunds at the payment providers. It only moves forward (pending, done, failed), because events arrive late and
 * in any order. A failed refund stays failed.
 */
export const providerRefunds = pgTable(
  'provider_refunds',
  {
    provider: text('provider').notNull().default('stripe'),
    /** The provider's id of the refund. */
    reference: text('reference').notNull(),
    cents: cents('cents').notNull(),
    /** ISO 4217, as the provider says it. */
    currency: text('currency').notNull().default('USD'),
    state: text('state').$type<'pending' | 'done' | 'failed'>().notNull(),
    at: time('at').notNull().default(sql`now()`),
    /** Null on rows of an earlier release. */
    payment_id: text('payment_id'),
    /** The transaction that the refund names. */
    transaction_id: text('transaction_id'),
    /** The operation of ours that made it. */
    operation: text('operation'),
    /** When the provider made it. */
    created_at: time('created_at'),
    bearer: text('bearer').$type<Bearer>(),
    /** It is to be booked because transactions of its payment have come, or have still to come. */
    waiting: boolean('waiting').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.reference] }),
    index('provider_refunds_newest').on(t.at),
    index('provider_refunds_of_payment').on(t.provider, t.payment_id),
    index('provider_refunds_waiting').on(t.provider, t.payment_id).where(sql`waiting`),
  ],
)

/** Chargebacks of the buyers' banks, as the provider last showed them. Their state only moves forward. */
export const chargebacks = pgTable(
  'chargebacks',
  {
    /** The provider's id. */
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    payment_id: text('payment_id').notNull(),
    /** The dearest transaction of the payment; null when the payment is unknown here. */
    transaction_id: text('transaction_id'),
    state: text('state').$type<ChargebackState>().notNull(),
    reason: text('reason').notNull(),
    cents: cents('cents').notNull(),
    /** ISO 4217, as the provider says it. */
    currency: text('currency').notNull().default('USD'),
    fee: cents('fee').notNull(),
    /** Cents that the provider has taken and not given back, without the fee. */
    withdrawn: cents('withdrawn').notNull(),
    /** The number of the provider's movements of money for it. It only grows, so an older picture is recognised. */
    movements: integer('movements').notNull(),
    evidence_due_at: time('evidence_due_at'),
    draft: jsonb('draft').$type<Evidence>(),
    submitted: jsonb('submitted').$type<Evidence>(),
    submitted_at: time('submitted_at'),
    created_at: time('created_at').notNull(),
    closed_at: time('closed_at'),
    /** When this picture was read at the provider. */
    read_at: time('read_at'),
    bearer: text('bearer').$type<Bearer>(),
    /** It is to be booked because transactions of its payment have come, or have still to come. */
    waiting: boolean('waiting').notNull().default(false),
  },
  (t) => [
    index('chargebacks_waiting').on(t.provider, t.payment_id).where(sql`waiting`),
    index('chargebacks_of_payment').on(t.provider, t.payment_id),
    index('chargebacks_of').on(t.transaction_id),
    index('chargebacks_newest').on(t.created_at, t.id),
    index('chargebacks_open').on(t.provider, t.payment_id).where(sql`closed_at is null`),
  ],
)

/** Early fraud warnings of the card networks. */
export const fraudWarnings = pgTable(
  'fraud_warnings',
  {
    id: text('id').primaryKey(),
    provider: text('provider').notNull(),
    payment_id: text('payment_id').notNull(),
    transaction_id: text('transaction_id'),
    fraud_type: text('fraud_type').notNull(),
    actionable: boolean('actionable').notNull(),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    index('fraud_warnings_of').on(t.transaction_id),
    index('fraud_warnings_newest').on(t.created_at, t.id),
    index('fraud_warnings_waiting').on(t.provider, t.payment_id).where(sql`transaction_id is null`),
  ],
)

/** What keeps the payment providers' events from arriving, as the last look at their settings found it. */
export const providerEndpoints = pgTable('provider_endpoints', {
  provider: text('provider').primaryKey(),
  problems: jsonb('problems').$type<string[]>().notNull(),
  at: time('at').notNull().default(sql`now()`),
})
