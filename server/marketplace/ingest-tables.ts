import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

/**
 * Fields that were decided here since the marketplace last agreed, by the names on the wire. A trigger writes them
 * (`portreeve_decided`), except in transactions that bring rows of the marketplace (`portreeve.decides` is 'off'). The field
 * 'deleted' stands for the whole record. A row of the marketplace with our value removes the entry.
 */
export const decidedFields = pgTable(
  'decided_fields',
  {
    entity: text('entity').notNull(),
    /** The record's key; the parts of a key of several fields are separated by U+001F. */
    key: text('key').notNull(),
    field: text('field').notNull(),
    ours: jsonb('ours'),
    decided_at: time('decided_at').notNull().default(sql`now()`),
    /** The staff member; null for a worker or the payment provider. */
    decided_by: text('decided_by'),
    /** The marketplace's value where it differs from ours. */
    theirs: jsonb('theirs'),
    /** Since when the marketplace has said otherwise; null: it has not. */
    differs_since: time('differs_since'),
    /** Staff have seen this difference and keep ours. Another value of the marketplace shows it again. */
    settled: boolean('settled').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.entity, t.key, t.field] }),
    index('decided_fields_open')
      .on(t.differs_since.desc(), t.entity, t.key)
      .where(sql`differs_since is not null and not settled`),
  ],
)

/** The newest `source_version` of each record, so that a late row never overwrites a newer one. Kept for deleted records, too. */
export const ingestVersions = pgTable(
  'ingest_versions',
  {
    entity: text('entity').notNull(),
    key: text('key').notNull(),
    version: numeric('version').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entity, t.key] })],
)

/**
 * The ids of persons who were erased, and of their records that stay without their content: no row brings them back. Keyed hashes
 * (people/erased-ids.ts): who has only the database cannot test ids against them.
 */
export const erasedIds = pgTable(
  'erased_ids',
  {
    entity: text('entity').notNull(),
    digest: text('digest').notNull(),
  },
  (t) => [primaryKey({ columns: [t.entity, t.digest] })],
)
