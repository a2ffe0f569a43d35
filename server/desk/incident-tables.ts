import { sql } from 'drizzle-orm'
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

/** Causes of many conversations of the team inbox, which their tag gathers. */
export const incidents = pgTable(
  'incidents',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    tag: text('tag').notNull(),
    opened_by: text('opened_by').notNull(),
    opened_at: time('opened_at').notNull().default(sql`now()`),
    over_by: text('over_by'),
    /** Null while it is open. */
    over_at: time('over_at'),
    /** The job that answered them. */
    job_id: text('job_id'),
  },
  (t) => [uniqueIndex('incidents_open').on(t.tag).where(sql`over_at is null`)],
)
