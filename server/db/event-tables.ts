import type { EventSubject, EventType } from '@portreeve/contract/base/event-types'
import type { EventActor } from '@portreeve/contract/marketplace/events'
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/**
 * The decisions, for the marketplace: written in their transactions by core/live/events.ts, which assigns the ids in the order of the
 * commits. The newest row is never deleted, so that no id is used twice.
 */
export const events = pgTable(
  'events',
  {
    /** The position: counts from 1 without a gap. */
    id: bigint('id', { mode: 'number' }).primaryKey(),
    type: text('type').$type<EventType>().notNull(),
    subject_kind: text('subject_kind').$type<EventSubject>().notNull(),
    subject_id: text('subject_id').notNull(),
    /** Null once the person whom it is about alone is erased: readers skip it. */
    data: jsonb('data').$type<Record<string, unknown>>(),
    actor: jsonb('actor').$type<EventActor>().notNull(),
    at: time('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('events_of').on(t.subject_kind, t.subject_id), index('events_at').on(t.at)],
)
