import type { BulkAction, BulkJob, BulkKind, BulkRow } from '@portreeve/contract/desk/bulk'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

/** Jobs that do one action to many rows. Deleted after a month; the audit keeps each row's action. */
export const bulkJobs = pgTable(
  'bulk_jobs',
  {
    id: text('id').primaryKey(),
    action: text('action').$type<BulkAction>().notNull(),
    /** The action's own input, such as the message of a denial. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    state: text('state').$type<BulkJob['state']>().notNull().default('running'),
    /** Why the server stopped it. */
    words: text('words'),
    /** The operation that waits before the first row, of an action that cannot be undone later. */
    hold_operation: text('hold_operation'),
    started_by: text('started_by').notNull(),
    /** The colleague who undoes some rows of the ended job, and why. */
    undone_by: text('undone_by'),
    undo_reason: text('undo_reason'),
    created_at: time('created_at').notNull().default(sql`now()`),
    ended_at: time('ended_at'),
  },
  (t) => [
    index('bulk_jobs_by').on(t.started_by, t.created_at.desc()),
    index('bulk_jobs_old').on(t.created_at),
  ],
)

/**
 * The rows of a job with their results. A row is its own idempotency key: the transaction of its action also leaves 'pending', so
 * that a killed server neither skips nor repeats a row.
 */
export const bulkRows = pgTable(
  'bulk_rows',
  {
    // No foreign key: the embedded database needs 5 seconds to check it for 100,000 rows.
    job_id: text('job_id').notNull(),
    at: integer('at').notNull(),
    subject_kind: text('subject_kind').$type<BulkKind>().notNull(),
    subject_id: text('subject_id').notNull(),
    /** The version and the reports that the caller saw, or those of the start. */
    version: integer('version'),
    seen: jsonb('seen').$type<string[]>(),
    /** 'sent': its vendor has not answered yet. 'undoing': done, and waits to be undone. */
    state: text('state').$type<BulkRow['state'] | 'sent' | 'undoing'>().notNull().default('pending'),
    /** The refusal of the single call. */
    words: text('words'),
    /** The operation that the single call began. */
    operation_id: text('operation_id'),
    settled_at: time('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.job_id, t.at] }),
    index('bulk_rows_in').on(t.job_id, t.state, t.at),
    index('bulk_rows_of').on(t.subject_kind, t.subject_id),
  ],
)
