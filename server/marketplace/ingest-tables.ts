import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'
import { staff } from '../db/system-tables.ts'

/** Keys of the marketplace's programs. Only their digests are stored. */
export const machineKeys = pgTable(
  'machine_keys',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** The first characters of the key. */
    begins: text('begins').notNull(),
    /** SHA-256 of the key, in hex. A key has 256 random bits, so a slow hash would add nothing. */
    digest: text('digest').notNull().unique(),
    scopes: jsonb('scopes').$type<string[]>().notNull(),
    networks: jsonb('networks').$type<string[]>().notNull(),
    created_at: time('created_at').notNull().default(sql`now()`),
    created_by: text('created_by')
      .notNull()
      .references(() => staff.uid),
    expires_at: time('expires_at'),
    last_used_at: time('last_used_at'),
    revoked_at: time('revoked_at'),
  },
  (t) => [index('machine_keys_named').on(t.name)],
)

/** What a key did in an hour. One audit row records a finished hour. */
export const machineKeyUsage = pgTable(
  'machine_key_usage',
  {
    key_id: text('key_id')
      .notNull()
      .references(() => machineKeys.id),
    hour: time('hour').notNull(),
    /** The scope used; or 'refused', for calls that the key's scopes or networks do not allow, or after its end. */
    scope: text('scope').notNull(),
    calls: integer('calls').notNull().default(0),
    /** Rows that were accepted. */
    rows: bigint('rows', { mode: 'number' }).notNull().default(0),
    rejected: bigint('rejected', { mode: 'number' }).notNull().default(0),
    audited_at: time('audited_at'),
  },
  (t) => [
    primaryKey({ columns: [t.key_id, t.hour, t.scope] }),
    index('machine_key_usage_unaudited').on(t.hour).where(sql`audited_at is null`),
  ],
)

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
