import type { DifferenceKind, LedgerCheck } from '@portreeve/contract/money/reconciliation'
import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { cents, time } from '../db/columns.ts'
import { transactions } from './money-tables.ts'

/** The deadlines of the money desk: one row. */
export const moneySettings = pgTable('money_settings', {
  one: boolean('one').primaryKey().default(true),
  days_to_ship: integer('days_to_ship').notNull().default(3),
  days_in_transit: integer('days_in_transit').notNull().default(10),
  days_to_decide: integer('days_to_decide').notNull().default(14),
})

/** The reasons that staff give for refunds and cancellations. */
export const refundReasons = pgTable('refund_reasons', {
  id: text('id').primaryKey(),
  place: serial('place').notNull(),
  words: text('words').notNull(),
  retired: boolean('retired').notNull().default(false),
})

/** Payouts that staff hold by hand. */
export const payoutHolds = pgTable(
  'payout_holds',
  {
    id: text('id').primaryKey(),
    transaction_id: text('transaction_id')
      .notNull()
      .references(() => transactions.id),
    reason: text('reason').notNull(),
    held_by: text('held_by').notNull(),
    at: time('at').notNull().default(sql`now()`),
    released_at: time('released_at'),
  },
  (t) => [
    uniqueIndex('payout_holds_standing').on(t.transaction_id).where(sql`released_at is null`),
    index('payout_holds_of').on(t.transaction_id),
  ],
)

/** The checks of the ledger, one row per day. */
export const ledgerChecks = pgTable('ledger_checks', {
  day: date('day', { mode: 'string' }).primaryKey(),
  state: text('state').$type<LedgerCheck['state']>().notNull(),
  started_at: time('started_at'),
  finished_at: time('finished_at'),
  checked: integer('checked').notNull().default(0),
  /** The transactions that it is to check, counted at its start. */
  total: integer('total').notNull().default(0),
  failure: text('failure'),
  /** The last transaction of the pages that are done: a check that was interrupted goes on after it. Null at the beginning and the end. */
  position: text('position'),
  /** The run that has the check now, and when it last showed that it is alive. */
  run: text('run'),
  beat_at: time('beat_at'),
})

/** Differences between the ledger and the provider, or within the ledger. Each stands once while it lasts. */
export const ledgerDifferences = pgTable(
  'ledger_differences',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<DifferenceKind>().notNull(),
    /** The record that it is about: a transaction, a payment, a refund, a chargeback or an entry. */
    about: text('about').notNull(),
    transaction_id: text('transaction_id'),
    reference: text('reference'),
    ledger_cents: cents('ledger_cents'),
    provider_cents: cents('provider_cents'),
    words: text('words').notNull(),
    state: text('state').$type<'open' | 'asked' | 'settled' | 'gone'>().notNull().default('open'),
    at: time('at').notNull().default(sql`now()`),
    /** When it was last found. */
    seen_at: time('seen_at').notNull().default(sql`now()`),
    settled_by: text('settled_by'),
    settled_at: time('settled_at'),
    reason: text('reason'),
  },
  (t) => [
    uniqueIndex('ledger_differences_standing').on(t.kind, t.about).where(sql`state in ('open', 'asked')`),
    index('ledger_differences_newest').on(t.at, t.id),
  ],
)

/** The days on which a difference was found. */
export const ledgerDifferenceDays = pgTable(
  'ledger_difference_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    difference_id: text('difference_id')
      .notNull()
      .references(() => ledgerDifferences.id),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.difference_id] }),
    index('ledger_difference_days_of').on(t.difference_id),
  ],
)
