import type { HarmClass } from '@portreeve/contract/base/case-kinds'
import type { RecordKind } from '@portreeve/contract/base/record-kinds'
import type { RuleEvent } from '@portreeve/contract/desk/rule-fields'
import type { ReplayState } from '@portreeve/contract/desk/rule-replays'
import type { RuleActions, RuleState } from '@portreeve/contract/desk/rules'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { cents, time } from '../../db/columns.ts'
import { staff } from '../../db/system-tables.ts'

/** Rules tried on the past: each at every event of a span, with the facts of that moment. */
export const ruleReplays = pgTable('rule_replays', {
  id: text('id').primaryKey(),
  event: text('event').$type<RuleEvent>().notNull(),
  /** The queries, by their place. */
  queries: text('queries').array().notNull(),
  from: time('from').notNull(),
  to: time('to').notNull(),
  state: text('state').$type<ReplayState>().notNull().default('waiting'),
  /** Null until the events are counted. */
  total: integer('total'),
  done: integer('done').notNull().default(0),
  failure: text('failure'),
  made_by: text('made_by').notNull(),
  made_at: time('made_at').notNull().default(sql`now()`),
  /** Until then a server works on it. */
  leased_until: time('leased_until'),
})

/** The events of a replay: while it runs all of them, then those that a query met and those that ended badly. */
export const ruleReplayEvents = pgTable(
  'rule_replay_events',
  {
    replay_id: text('replay_id')
      .notNull()
      .references(() => ruleReplays.id, { onDelete: 'cascade' }),
    n: bigint('n', { mode: 'number' }).notNull(),
    /** The record: of a message 'message', which has no page. */
    subject_kind: text('subject_kind').$type<RecordKind | 'message'>().notNull(),
    subject_id: text('subject_id').notNull(),
    at: time('at').notNull(),
    /** The places of the queries that it met. */
    met: smallint('met').array().notNull().default([]),
    /** How it ended; null until then, and 'good'. */
    outcome: text('outcome'),
    cents: cents('cents'),
    /** Of the amount (ISO 4217); null: the environment's. */
    currency: text('currency'),
  },
  (t) => [
    primaryKey({ columns: [t.replay_id, t.n] }),
    index('rule_replay_events_of').on(t.subject_kind, t.subject_id),
  ],
)

/** The rules: each a query about the record of an event, and what it does. */
export const rules = pgTable('rules', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  event: text('event').$type<RuleEvent>().notNull(),
  query: text('query').notNull(),
  actions: jsonb('actions').$type<RuleActions>().notNull(),
  per_hour: integer('per_hour').notNull(),
  state: text('state').$type<RuleState>().notNull().default('draft'),
  /** Why it has stopped itself. */
  stopped: text('stopped'),
  /** Who wrote it last, and answers for what it does. */
  owner_uid: text('owner_uid')
    .notNull()
    .references(() => staff.uid),
  changed_at: time('changed_at').notNull().default(sql`now()`),
  /** Since when it has its state. */
  since: time('since').notNull().default(sql`now()`),
  /** The second person who turned it on. */
  on_by: text('on_by').references(() => staff.uid),
  version: integer('version').notNull().default(1),
  /** The version whose event, query, actions and limit it has: its figures are of what was met since. */
  written: integer('written').notNull().default(1),
})

/** Events that the rules have not decided about yet (program/rules.sql). */
export const ruleQueue = pgTable('rule_queue', {
  n: bigint('n', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  event: text('event').$type<RuleEvent>().notNull(),
  subject_kind: text('subject_kind').$type<RecordKind | 'message'>().notNull(),
  subject_id: text('subject_id').notNull(),
  at: time('at').notNull().default(sql`now()`),
})

/** What the rules have met: each record once a rule, as it is written. */
export const ruleMatches = pgTable(
  'rule_matches',
  {
    id: text('id').primaryKey(),
    rule_id: text('rule_id')
      .notNull()
      .references(() => rules.id, { onDelete: 'cascade' }),
    written: integer('written').notNull(),
    state: text('state').$type<'shadow' | 'on'>().notNull(),
    /** The record: of a message 'message', which has no page. */
    subject_kind: text('subject_kind').$type<RecordKind | 'message'>().notNull(),
    subject_id: text('subject_id').notNull(),
    /** The moment of the event, with whose facts it was met. */
    at: time('at').notNull(),
    met_at: time('met_at').notNull().default(sql`now()`),
    /** What it did, in words; empty for a shadow. */
    did: text('did').array().notNull().default([]),
    /** Its case on the desk; null: it has none. */
    case_words: text('case_words'),
    case_class: text('case_class').$type<HarmClass>(),
    case_state: text('case_state').$type<'open' | 'right' | 'wrong' | 'closed'>(),
    case_by: text('case_by').references(() => staff.uid),
    case_at: time('case_at'),
    /** Of a sale: each refund needs a second person, until its case is judged a mistake or closed. */
    second_person: boolean('second_person').notNull().default(false),
    /** The hold of a payout, and when the rule ends it; null: it holds none, or the time is over. */
    hold_id: text('hold_id'),
    holds_until: time('holds_until'),
  },
  (t) => [
    uniqueIndex('rule_matches_once').on(t.rule_id, t.written, t.state, t.subject_kind, t.subject_id),
    index('rule_matches_newest').on(t.rule_id, t.written, t.at, t.id),
    index('rule_matches_of_hour').on(t.rule_id, t.met_at),
    index('rule_matches_of').on(t.subject_kind, t.subject_id),
    index('rule_matches_open').on(t.rule_id).where(sql`case_state = 'open'`),
    index('rule_matches_hold').on(t.holds_until).where(sql`holds_until is not null`),
  ],
)
