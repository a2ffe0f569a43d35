import type { UndoOf, UndoStanding } from '@portreeve/contract/desk/undo-plans'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'

/** Plans that undo the actions of a colleague, a job, a record or a span of time. */
export const undoPlans = pgTable('undo_plans', {
  id: text('id').primaryKey(),
  whose: jsonb('whose').$type<UndoOf>().notNull(),
  from_at: time('from_at'),
  to_at: time('to_at'),
  reason: text('reason').notNull(),
  made_by: text('made_by').notNull(),
  made_at: time('made_at').notNull().default(sql`now()`),
  approved_by: text('approved_by'),
  approved_at: time('approved_at'),
  /** The bulk job that undoes. The audit rows of what it does have its id. */
  job_id: text('job_id'),
})

/** The actions of a plan, the newest first. What they were and whom they concern is in the audit, so that an erasure finds it there. */
export const undoPlanRows = pgTable(
  'undo_plan_rows',
  {
    plan_id: text('plan_id')
      .notNull()
      .references(() => undoPlans.id, { onDelete: 'cascade' }),
    at: integer('at').notNull(),
    /** The entry of the audit log. */
    audit_id: bigint('audit_id', { mode: 'number' }).notNull(),
    standing: text('standing').$type<UndoStanding>().notNull(),
    words: text('words').notNull(),
    instead: text('instead'),
    /** The audit entry of the newer work that keeps it. */
    newer_id: bigint('newer_id', { mode: 'number' }),
    /** When its job has undone it. */
    undone_at: time('undone_at'),
  },
  (t) => [
    primaryKey({ columns: [t.plan_id, t.at] }),
    // What is undone is no newer work
    index('undo_plan_rows_undone').on(t.audit_id).where(sql`undone_at is not null`),
  ],
)
