import type { EventSubject, EventType } from '@portreeve/contract/base/event-types'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'
import { staff } from '../db/system-tables.ts'

/** The addresses of the marketplace that receive events. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: text('id').primaryKey(),
  url: text('url').notNull().unique(),
  /** Null: all types. */
  types: jsonb('types').$type<EventType[]>(),
  state: text('state').$type<'active' | 'paused'>().notNull().default('active'),
  paused_why: text('paused_why'),
  /** Encrypted (core/identity/sealed.ts), because the server signs with them. */
  secret: text('secret').notNull(),
  old_secret: text('old_secret'),
  old_secret_until: time('old_secret_until'),
  /** The last event that became a delivery, or was of another type. */
  position: bigint('position', { mode: 'number' }).notNull(),
  /** Failed attempts since the last delivery, and the time of the first of them. */
  failures: integer('failures').notNull().default(0),
  failing_since: time('failing_since'),
  last_delivered_at: time('last_delivered_at'),
  created_by: text('created_by')
    .notNull()
    .references(() => staff.uid),
  created_at: time('created_at').notNull().default(sql`now()`),
})

/** Events on their way to endpoints. Their ids are in the order of the events of each endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    endpoint_id: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** Null for a test. */
    event_id: bigint('event_id', { mode: 'number' }),
    type: text('type').$type<EventType | 'webhook.test'>().notNull(),
    subject_kind: text('subject_kind').$type<EventSubject | 'webhook_endpoint'>().notNull(),
    subject_id: text('subject_id').notNull(),
    state: text('state').$type<'pending' | 'delivered' | 'dead'>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    created_at: time('created_at').notNull().default(sql`now()`),
    due_at: time('due_at').notNull().default(sql`now()`),
    last_at: time('last_at'),
    /** Whether the last attempt failed, for the failure rate. */
    failed: boolean('failed').notNull().default(false),
    /** The status of the last response; null without one. */
    status: integer('status'),
    ms: integer('ms'),
    /** The first characters of the last response, or why there was none. */
    response: text('response'),
  },
  (t) => [
    index('webhook_deliveries_due').on(t.endpoint_id, t.due_at, t.id).where(sql`state = 'pending'`),
    index('webhook_deliveries_order')
      .on(t.endpoint_id, t.subject_kind, t.subject_id, t.id)
      .where(sql`state = 'pending'`),
    index('webhook_deliveries_of').on(t.endpoint_id, t.created_at.desc(), t.id.desc()),
    index('webhook_deliveries_dead').on(t.endpoint_id, t.id).where(sql`state = 'dead'`),
    index('webhook_deliveries_event').on(t.event_id),
    index('webhook_deliveries_old').on(t.created_at),
  ],
)
