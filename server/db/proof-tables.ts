import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, time } from './columns.ts'

/** The Ed25519 keys that sign the heads of the audit. One is in use; the others are retired and only published. */
export const auditKeys = pgTable(
  'audit_keys',
  {
    /** Its fingerprint: SHA-256 of the 32 bytes of the public key, in hex. */
    id: text('id').primaryKey(),
    /** base64url, as `x` of a JWK. */
    public_key: text('public_key').notNull(),
    /** PKCS #8, encrypted with the server's secret. A retired key has none. */
    private_key: text('private_key'),
    made_at: time('made_at').notNull().default(sql`now()`),
    retired_at: time('retired_at'),
  },
  () => [uniqueIndex('audit_keys_in_use').on(sql`(retired_at is null)`).where(sql`retired_at is null`)],
)

/**
 * The signed heads of the audit, numbered from 1. Each has the rows since the head before it as a Merkle tree, and all heads before it
 * as another (core/audit/heads.ts). Triggers refuse every change.
 */
export const auditHeads = pgTable('audit_heads', {
  n: integer('n').primaryKey(),
  first: bigint('first', { mode: 'number' }).notNull(),
  last: bigint('last', { mode: 'number' }).notNull(),
  root: text('root').notNull(),
  /** The root of the tree of the heads before it. */
  heads: text('heads').notNull(),
  at: time('at').notNull(),
  key: text('key')
    .notNull()
    .references(() => auditKeys.id),
  signature: text('signature').notNull(),
  /** Its leaf in the tree of heads. */
  digest: text('digest').notNull(),
  /** Of each row 64 bytes: its leaf, and the digest of its fields, which an erasure makes impossible to compute again. */
  leaves: bytes('leaves').notNull(),
})

/** The time stamps of heads (RFC 3161), where an authority is set. Triggers refuse every change. */
export const auditStamps = pgTable('audit_stamps', {
  head: integer('head')
    .primaryKey()
    .references(() => auditHeads.n),
  /** When the head existed, as the authority says. */
  at: time('at').notNull(),
  /** The token (DER). */
  token: bytes('token').notNull(),
})
