import type { MacroActions } from '@portreeve/contract/conversations/inbox'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'

export const macros = pgTable('macros', {
  id: text('id').primaryKey(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  created_at: time('created_at').notNull(),
  /** What it does beside its text in the team inbox. */
  actions: jsonb('actions').$type<MacroActions>(),
  /** The number of messages that it was inserted into. */
  uses: integer('uses').notNull().default(0),
  version: integer('version').notNull().default(1),
})
