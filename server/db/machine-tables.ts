import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { cents, time } from './columns.ts'
import { staff } from './system-tables.ts'

/** Keys of programs. Only their digests are stored. */
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
    /** The staff member who answers for a program that acts: it never may more than they. */
    owner_uid: text('owner_uid').references(() => staff.uid),
    per_hour: integer('per_hour'),
    cents_per_day: cents('cents_per_day'),
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
    /** Rows that were accepted; actions that were done. */
    rows: bigint('rows', { mode: 'number' }).notNull().default(0),
    rejected: bigint('rejected', { mode: 'number' }).notNull().default(0),
    /** The money that its actions moved. */
    cents: cents('cents').notNull().default(0),
    audited_at: time('audited_at'),
  },
  (t) => [
    primaryKey({ columns: [t.key_id, t.hour, t.scope] }),
    index('machine_key_usage_unaudited').on(t.hour).where(sql`audited_at is null`),
  ],
)
