import type { heldActions as heldActionNames } from '@portreeve/contract/staff/held'
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

/**
 * Actions that can be undone for some seconds and taken back for some days. The record is changed at once; the operation ends the
 * seconds. A clean-up deletes the row with the days.
 */
export const heldActions = pgTable(
  'held_actions',
  {
    id: text('id').primaryKey(),
    /** The endpoint's name in the contract. */
    action: text('action').$type<(typeof heldActionNames)[number]>().notNull(),
    subject_kind: text('subject_kind').$type<'listing' | 'user' | 'question'>().notNull(),
    subject_id: text('subject_id').notNull(),
    title: text('title'),
    /** The keys of the changed rows: the listings, or the reports. */
    items: jsonb('items').$type<string[]>().notNull(),
    reason: text('reason'),
    by_uid: text('by_uid').notNull(),
    by_name: text('by_name').notNull(),
    at: time('at').notNull(),
    operation_id: text('operation_id').notNull().unique(),
    /** The time when it became final. */
    applied_at: time('applied_at'),
    undone_at: time('undone_at'),
  },
  (t) => [
    index('held_actions_of').on(t.subject_kind, t.subject_id, t.at.desc()),
    index('held_actions_by').on(t.by_uid, t.at.desc()),
    index('held_actions_at').on(t.at),
  ],
)

/**
 * The records that a held action deleted, so that it can be taken back. A row that is gone is not restored: the marketplace has
 * deleted its record too, or a person of it was erased.
 */
export const deletedRecords = pgTable(
  'deleted_records',
  {
    held_id: text('held_id')
      .notNull()
      .references(() => heldActions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'listing' | 'question' | 'conversation'>().notNull(),
    key: text('key').notNull(),
    /** Its rows by table; none of a listing, whose row stays as deleted. */
    rows: jsonb('rows').$type<Record<string, object[]>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.held_id, t.kind, t.key] }), index('deleted_records_of').on(t.kind, t.key)],
)
