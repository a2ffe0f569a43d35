import {
  type DeskClass,
  type DeskKind,
  deskClasses,
  type targetKinds,
} from '@portreeve/contract/desk/desk-ranking'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { cents, time } from '../db/columns.ts'

/** The place of 'other' among the classes. */
const other = deskClasses.indexOf('other')

/** Points of a case. `portreeve_desk_points` is the only place that computes them. */
const points = (name: string) => smallint(name).notNull().default(0)

/**
 * All open work, one row per case. Triggers on the source tables write it in the transaction of the change
 * (desk/program/cases.sql, decision 22); `portreeve_desk_rebuild` writes all rows again. Only assignee, claim, snooze and version
 * belong to the desk itself, and of conversations and disputes the assignee is a copy, too.
 */
export const deskCases = pgTable(
  'desk_cases',
  {
    kind: text('kind').$type<DeskKind>().notNull(),
    /** The key of the source's row; of a failed payout its transaction, of reports the reported person or listing. */
    id: text('id').notNull(),
    /** The person of the marketplace whom it is about. */
    uid: text('uid'),
    post_key: text('post_key'),
    transaction_id: text('transaction_id'),
    /** The money at stake. */
    cents: cents('cents'),
    opened_at: time('opened_at').notNull().default(sql`now()`),
    deadline_at: time('deadline_at'),
    /** When the marketplace last did something about it: the newest open report, the newest message. */
    moved_at: time('moved_at'),
    /** The place of its class in `deskClasses`. */
    class: smallint('class').notNull().default(other),
    /** From then on nothing can be decided, and no list has it. */
    ends_at: time('ends_at'),
    reports: integer('reports').notNull().default(0),
    reporters: integer('reporters').notNull().default(0),
    /** Earlier reports of the same reporters: those that were handled, and those that were upheld. */
    handled: integer('handled').notNull().default(0),
    upheld: integer('upheld').notNull().default(0),
    /** 0 normal, 1 high, 2 urgent. */
    priority: smallint('priority').notNull().default(0),
    /** Detail from the source record, such as the bank's reason. */
    about: text('about'),
    /** The staff member who may not decide it, because they requested it. */
    barred: text('barred'),
    assignee: text('assignee'),
    /** When the claim of the assignee expires; null for an assignment that does not expire. */
    claimed_until: time('claimed_until'),
    snoozed_until: time('snoozed_until'),
    version: integer('version').notNull().default(1),
    deadline_points: points('deadline_points'),
    money_points: points('money_points'),
    reporters_points: points('reporters_points'),
    reports_points: points('reports_points'),
    priority_points: points('priority_points'),
    waiting_points: points('waiting_points'),
    score: integer('score')
      .notNull()
      .generatedAlwaysAs(
        sql`deadline_points + money_points + reporters_points + reports_points + priority_points + waiting_points`,
      ),
    /** Its class, or a place after all classes for a case of the backlog. `portreeve_desk_points` computes it with the points. */
    band: smallint('band').notNull().default(other),
    /** The place on the desk, the first has the lowest: by band, then by score. A score is at most 600. */
    place: integer('place')
      .notNull()
      .generatedAlwaysAs(
        sql`1000 * band - (deadline_points + money_points + reporters_points + reports_points + priority_points + waiting_points)`,
      ),
    /** When the points or the band change next by themselves; null when never. */
    points_until: time('points_until'),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.id] }),
    index('desk_cases_first').on(t.kind, t.place, t.opened_at, t.id),
    index('desk_cases_assigned').on(t.assignee).where(sql`assignee is not null`),
    index('desk_cases_snoozed').on(t.kind, t.snoozed_until, t.id).where(sql`snoozed_until is not null`),
    index('desk_cases_of_transaction').on(t.transaction_id).where(sql`transaction_id is not null`),
    index('desk_cases_due').on(t.points_until).where(sql`points_until is not null`),
  ],
)

const hours = (kind: (typeof targetKinds)[number], most: number) =>
  smallint(`${kind}_hours`).notNull().default(most)

/** The weights of the desk: one row. Each is the points that a part of the score has at most. */
export const deskWeights = pgTable('desk_weights', {
  one: boolean('one').primaryKey().default(true),
  deadline: smallint('deadline').notNull().default(40),
  /** Hours before the deadline at which its points begin. */
  deadline_hours: smallint('deadline_hours').notNull().default(72),
  money: smallint('money').notNull().default(30),
  /** The cents at stake that have all points. */
  money_full: cents('money_full').notNull().default(250_000),
  reporters: smallint('reporters').notNull().default(15),
  reports: smallint('reports').notNull().default(20),
  priority: smallint('priority').notNull().default(30),
  waiting: smallint('waiting').notNull().default(20),
  backlog_days: smallint('backlog_days').notNull().default(90),
  // The target of each kind, in hours.
  chargeback_hours: hours('chargeback', 48),
  dispute_hours: hours('dispute', 72),
  fraud_warning_hours: hours('fraud_warning', 24),
  approval_hours: hours('approval', 24),
  user_reports_hours: hours('user_reports', 24),
  listing_reports_hours: hours('listing_reports', 24),
  listing_hours: hours('listing', 24),
  promotion_hours: hours('promotion', 48),
  label_hours: hours('label', 48),
  payout_hours: hours('payout', 24),
  difference_hours: hours('difference', 72),
  appeal_hours: hours('appeal', 168),
  proposal_hours: hours('proposal', 24),
  rule_hours: hours('rule', 24),
  /** Decisions of the review, in percent, that return for a second look. */
  second_look_percent: smallint('second_look_percent').notNull().default(2),
})

/** The classes that admins chose for reasons of reports. Other reasons have the class of their words (`portreeve_reason_class`). */
export const reportReasons = pgTable('report_reasons', {
  /** In plain words (`portreeve_reason_words`). */
  reason: text('reason').primaryKey(),
  class: text('class').$type<DeskClass>().notNull(),
})

/**
 * Cases that left the desk and are not yet part of `desk_days`. A trigger appends a row for each; a worker folds them into
 * `desk_days`. Two decisions at once never wait for each other's row.
 */
export const deskMoves = pgTable('desk_moves', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text('kind').$type<DeskKind>().notNull(),
  opened_at: time('opened_at').notNull(),
  left_at: time('left_at').notNull().default(sql`now()`),
  /** The place of its class when it left. */
  class: smallint('class').notNull().default(other),
  /** The staff member whose call decided it; empty for none. */
  by: text('by').notNull(),
})

/** How many cases came (bucket -1, by the day of their opening) and left (by the time that they took) on each day in UTC. */
export const deskDays = pgTable(
  'desk_days',
  {
    day: date('day').notNull(),
    kind: text('kind').$type<DeskKind>().notNull(),
    /** The place of their class in `deskClasses`. */
    class: smallint('class').notNull().default(other),
    /** The staff member whose call decided the cases; empty for none. */
    by: text('by').notNull(),
    /** Four times the binary logarithm of the seconds. */
    bucket: smallint('bucket').notNull(),
    n: integer('n').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.kind, t.class, t.by, t.bucket] })],
)
