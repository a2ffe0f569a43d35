import { sql } from 'drizzle-orm'
import { bigint, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** The progress of each imported file, so that an interrupted import resumes. */
export const importProgress = pgTable('import_progress', {
  file: text('file').primaryKey(),
  fingerprint: text('fingerprint').notNull(),
  lines: bigint('lines', { mode: 'number' }).notNull().default(0),
  updated_at: time('updated_at').notNull().default(sql`now()`),
})
