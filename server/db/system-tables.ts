import type { RecordKind } from '@portreeve/contract/base/record-kinds'
import type { ViewListName } from '@portreeve/contract/desk/saved-views'
import type { PersonalSettings } from '@portreeve/contract/staff/personal-settings'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { cents, time, xid8 } from './columns.ts'
import { roles } from './role-tables.ts'

/** The staff members. The uid is the identity provider's. */
export const staff = pgTable('staff', {
  uid: text('uid').primaryKey(),
  email: text('email').notNull().unique(),
  displayName: text('display_name'),
  role: text('role')
    .notNull()
    .references(() => roles.name, { onUpdate: 'cascade' }),
  disabled: boolean('disabled').notNull().default(false),
  /** An account of the team with which no one signs in, such as Support. It is always disabled. */
  shared: boolean('shared').notNull().default(false),
  version: integer('version').notNull().default(1),
  created_at: time('created_at').notNull().default(sql`now()`),
  /** The time of their last call, to the minute. */
  last_seen_at: time('last_seen_at'),
  /** The time of the newest notification that a digest has mailed, or could have. */
  notices_mailed_until: time('notices_mailed_until'),
  /** Their settings of the console; fields that they have not changed are absent. */
  settings: jsonb('settings').$type<Partial<PersonalSettings>>().notNull().default({}),
  /** When they are away, and the colleague who stands in for them meanwhile (staff/away.ts). */
  away_from: time('away_from'),
  away_until: time('away_until'),
  deputy: text('deputy').references((): AnyPgColumn => staff.uid, { onDelete: 'set null' }),
})

/** The roles that require a second factor. */
export const secondFactorRoles = pgTable('second_factor_roles', {
  role: text('role')
    .primaryKey()
    .references(() => roles.name, { onUpdate: 'cascade', onDelete: 'cascade' }),
})

/** The roles that a company's provider gives: a person whose groups include the value has the role (staff/provider-people.ts). */
export const providerRoles = pgTable(
  'provider_roles',
  {
    provider: text('provider').notNull(),
    value: text('value').notNull(),
    role: text('role')
      .notNull()
      .references(() => roles.name, { onUpdate: 'cascade' }),
    /** The admin who set the row lets its people in: it counts as their grant. */
    set_by: text('set_by')
      .notNull()
      .references(() => staff.uid),
  },
  (t) => [primaryKey({ columns: [t.provider, t.value] })],
)

/**
 * Who invited a staff member or gave them a role, and when. For some days a person may not approve the requests of the colleague
 * who did so (staff/staff-grants.ts).
 */
export const staffGrants = pgTable(
  'staff_grants',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    staff_uid: text('staff_uid')
      .notNull()
      .references(() => staff.uid),
    by_uid: text('by_uid')
      .notNull()
      .references(() => staff.uid),
    kind: text('kind').$type<'invited' | 'role' | 'enabled' | 'credentials'>().notNull(),
    at: time('at').notNull().default(sql`now()`),
  },
  (t) => [index('staff_grants_of').on(t.staff_uid, t.at)],
)

/**
 * The audit: one row per changing call, written in the call's transaction by core/audit/audit.ts. It is a chain: ids count from 1
 * without a gap, and each row's hash covers the row and the previous hash. Triggers refuse every change except an erasure.
 */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    at: time('at').notNull(),
    actor_uid: text('actor_uid').notNull(),
    actor_role: text('actor_role').notNull(),
    address: text('address'),
    request_id: text('request_id'),
    /** The endpoint's name in the contract, e.g. 'users.ban'. */
    action: text('action').notNull(),
    subject_kind: text('subject_kind'),
    subject_id: text('subject_id'),
    reason: text('reason'),
    before: jsonb('before'),
    after: jsonb('after'),
    /** Prevents testing guessed values against `content`. */
    salt: text('salt'),
    /** The digest of subject, reason, before and after that the row's hash covers. It stays when an erasure empties them. */
    content: text('content'),
    /** The erased person's new name. Reason, before, after and salt are then empty. */
    erased: text('erased'),
    /** Never null, by the constraint `audit_chained`. */
    previous: text('previous'),
    hash: text('hash'),
  },
  (t) => [
    index('audit_of').on(t.subject_kind, t.subject_id, t.id),
    index('audit_about').on(t.subject_kind, t.id),
    index('audit_by').on(t.actor_uid, t.id),
    index('audit_doing').on(t.action, t.id),
    index('audit_at').on(t.at),
  ],
)

/** Reveals of personal data, counted for the hourly limit and then deleted. The audit keeps what was revealed and why. */
export const reveals = pgTable(
  'reveals',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    staff_uid: text('staff_uid').notNull(),
    at: time('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('reveals_by').on(t.staff_uid, t.at)],
)

/** The head of the chain: one row. The transaction that writes the next link locks it until its end. */
export const auditHead = pgTable('audit_head', {
  one: boolean('one').primaryKey().default(true),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
})

/** Calls to vendors (transactional outbox): written in the transaction that decides them, sent by a worker. */
export const operations = pgTable(
  'operations',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    subject_kind: text('subject_kind').$type<RecordKind>().notNull(),
    subject_id: text('subject_id').notNull(),
    cents: cents('cents'),
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>().notNull().default({}),
    /** The staff member whose refund or cancellation it is. */
    started_by: text('started_by'),
    /** The approved request; null where `started_by` needed no approval. */
    approval_id: text('approval_id'),
    state: text('state').$type<'pending' | 'done' | 'failed'>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** The vendor's id for it. */
    reference: text('reference'),
    failure: text('failure'),
    /** The `traceparent` of the call that made it, where traces are sent. */
    trace: text('trace'),
    created_at: time('created_at').notNull().default(sql`now()`),
    due_at: time('due_at').notNull().default(sql`now()`),
    settled_at: time('settled_at'),
  },
  (t) => [
    index('operations_due').on(t.due_at).where(sql`state = 'pending'`),
    index('operations_of').on(t.subject_kind, t.subject_id),
    index('operations_money')
      .on(t.created_at, t.id)
      .where(sql`kind in ('refund', 'cancel', 'dispute_refund')`),
    index('operations_refunded').on(t.reference).where(sql`kind in ('refund', 'cancel', 'dispute_refund')`),
    index('operations_payouts').on(t.created_at, t.id).where(sql`kind = 'payout'`),
    index('operations_of_job')
      .on(sql`(details ->> 'bulk')`)
      .where(sql`state = 'pending' and details ? 'bulk'`),
    index('operations_by').on(t.started_by, t.created_at).where(sql`started_by is not null`),
  ],
)

/** The stored answers of changing calls by idempotency key, for replay. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actor_uid: text('actor_uid').notNull(),
    key: text('key').notNull(),
    request: text('request').notNull(),
    // json, not jsonb, so that a replay has the same bytes.
    answer: json('answer'),
    created_at: time('created_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.actor_uid, t.key] }), index('idempotency_keys_old').on(t.created_at)],
)

/** Live events, in the order of the transactions that published them. */
export const liveEvents = pgTable(
  'live_events',
  {
    xid: xid8('xid').notNull().default(sql`pg_current_xact_id()`),
    id: bigserial('id', { mode: 'number' }).notNull(),
    topic: text('topic').notNull(),
    payload: jsonb('payload').notNull(),
    at: time('at').notNull().default(sql`now()`),
    /** The time when it expires; null for an event that stays until it is removed. */
    until: time('until'),
  },
  (t) => [
    primaryKey({ columns: [t.xid, t.id] }),
    index('live_events_of').on(t.topic, t.xid, t.id),
    index('live_events_over').on(t.until).where(sql`until is not null`),
  ],
)

/** What a list shows, under a name: its filters, search, order and columns as its URL has them. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    owner: text('owner')
      .notNull()
      .references(() => staff.uid),
    list: text('list').$type<ViewListName>().notNull(),
    name: text('name').notNull(),
    shared: boolean('shared').notNull(),
    search: jsonb('search').$type<Record<string, string>>().notNull(),
  },
  (t) => [
    uniqueIndex('saved_views_own').on(t.owner, t.list, sql`lower(${t.name})`),
    index('saved_views_shared').on(t.list, t.name).where(sql`shared`),
  ],
)
