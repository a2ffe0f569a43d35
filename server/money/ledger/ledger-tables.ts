import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { cents, time } from '../../db/columns.ts'

/** Entries of the ledger, one per movement of money. Their lines are in `ledger_lines`; each sum is zero (money/program/ledger.sql). */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    transaction_id: text('transaction_id'),
    uid: text('uid'),
    /**
     * The external id, such as the provider's id of a refund. Unique in its transaction, so that no movement is entered
     * twice: another transaction may be paid by another provider, which may give the same id.
     */
    reference: text('reference').notNull(),
    at: time('at').notNull().default(sql`clock_timestamp()`),
    /** ISO 4217. The lines are in the minor unit of the transaction's currency. */
    currency: text('currency').notNull().default('USD'),
  },
  (t) => [
    uniqueIndex('ledger_entries_of').on(t.transaction_id, t.reference),
    // The provider's number begins a reference.
    index('ledger_entries_numbered')
      .on(sql`split_part(reference, ':', 1)`)
      .where(sql`kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund')`),
  ],
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
