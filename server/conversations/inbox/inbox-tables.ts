import type { MacroActions, Priority } from '@portreeve/contract/conversations/inbox'
import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, time } from '../../db/columns.ts'
import { staff } from '../../db/system-tables.ts'
import { conversations } from '../conversation-tables.ts'

/**
 * The conversations of staff accounts in the team inbox. Triggers insert a row when a staff account becomes a member of a
 * conversation, and maintain its date.
 */
export const conversationStates = pgTable(
  'conversation_states',
  {
    conversation_id: text('conversation_id')
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** The staff account in whose name staff answer. */
    account: text('account')
      .notNull()
      .references(() => staff.uid),
    assignee: text('assignee').references(() => staff.uid),
    state: text('state').$type<'open' | 'snoozed' | 'closed'>().notNull().default('open'),
    snoozed_until: time('snoozed_until'),
    /** The operation that ends the snooze. */
    wake_operation: text('wake_operation'),
    /** A message of the person later than this one reopens the conversation. */
    reopen_after: time('reopen_after'),
    /** The newest message at the last close: later ones are not resolved. */
    settled_until: time('settled_until'),
    priority: text('priority').$type<Priority>().notNull().default('normal'),
    tags: text('tags').array().notNull().default([]),
    /** The time of the person's oldest message without an answer. */
    waiting_since: time('waiting_since'),
    version: integer('version').notNull().default(1),
    /** A copy of the conversation's date, which sorts the views. */
    date: time('date').notNull(),
  },
  (t) => [
    index('conversation_states_newest').on(t.date, t.conversation_id),
    index('conversation_states_of').on(t.state, t.date, t.conversation_id),
    index('conversation_states_open').on(t.assignee, t.date, t.conversation_id).where(sql`state = 'open'`),
    // Not the index above: PostgreSQL does not read it in the order of the date for an empty assignee.
    index('conversation_states_unassigned')
      .on(t.date, t.conversation_id)
      .where(sql`state = 'open' and assignee is null`),
    // Counts of the open conversations of each assignee, and who waits longest
    index('conversation_states_waiting').on(t.assignee, t.waiting_since).where(sql`state = 'open'`),
    index('conversation_states_account').on(t.account, t.date, t.conversation_id),
    index('conversation_states_tagged').on(t.date).where(sql`tags <> '{}'`),
    index('conversation_states_tags').using('gin', t.tags),
  ],
)

/** The answers that staff are writing at this moment. A task deletes expired ones. */
export const inboxDrafts = pgTable(
  'inbox_drafts',
  {
    conversation_id: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    staff_uid: text('staff_uid')
      .notNull()
      .references(() => staff.uid),
    text: text('text').notNull(),
    actions: jsonb('actions').$type<MacroActions>(),
    until: time('until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversation_id, t.staff_uid] })],
)

/**
 * Answers and resolutions of the team inbox, for its figures: written when a message of staff answers a person and when a
 * conversation is closed.
 */
export const inboxSpans = pgTable(
  'inbox_spans',
  {
    conversation_id: text('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'first_answer' | 'resolution'>().notNull(),
    account: text('account').notNull(),
    /** The author of the answer, or who closed. */
    by: text('by').notNull(),
    /** The person's oldest message without an answer, or the first message since the last close. */
    since: time('since').notNull(),
    until: time('until').notNull(),
    /** By the working hours at that moment. */
    working_seconds: integer('working_seconds').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.conversation_id, t.kind, t.until] }),
    // All columns of the figures, so that the table itself is not read
    index('inbox_spans_until').on(t.until, t.kind, t.by, t.working_seconds),
  ],
)

/**
 * The spans of past days, a row for each day, kind and author: a copy, so that the figures read a fiftieth of the rows. A task
 * writes the rows of a day at once. A row is true in any time zone, as it has the instants between which its day lies.
 */
export const inboxDays = pgTable(
  'inbox_days',
  {
    begins: time('begins').notNull(),
    ends: time('ends').notNull(),
    kind: text('kind').$type<'first_answer' | 'resolution'>().notNull(),
    by: text('by').notNull(),
    /** The working seconds of each span in ascending order, four bytes each. */
    seconds: bytes('seconds').notNull(),
  },
  (t) => [primaryKey({ columns: [t.begins, t.ends, t.kind, t.by] })],
)

/**
 * Days whose spans have changed since their rows in `inbox_days`: the figures read their spans. A trigger appends them, so that
 * two imports at once never wait for each other's row; the task writes their days again.
 */
export const inboxChangedDays = pgTable('inbox_changed_days', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  begins: time('begins').notNull(),
  ends: time('ends').notNull(),
})

/** The targets and working hours of the team inbox: one row. */
export const inboxSettings = pgTable('inbox_settings', {
  one: boolean('one').primaryKey().default(true),
  first_answer_minutes: integer('first_answer_minutes'),
  resolution_minutes: integer('resolution_minutes'),
  weekdays: integer('weekdays').array().notNull().default([1, 2, 3, 4, 5, 6, 7]),
  opens_at: text('opens_at').notNull().default('00:00'),
  closes_at: text('closes_at').notNull().default('24:00'),
  time_zone: text('time_zone').notNull().default('UTC'),
})
