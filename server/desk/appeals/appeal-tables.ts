import type { AppealState } from '@portreeve/contract/people/measures'
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'
import { measures } from '../../people/measures/measure-tables.ts'

/**
 * Appeals against measures. The marketplace writes the first five columns and `created_at`: what the person has said last. A trigger
 * keeps each text as a round, and another one closes the appeal as moot when its measure ends (desk/program/appeals.sql).
 */
export const appeals = pgTable(
  'appeals',
  {
    id: text('id').primaryKey(),
    uid: text('uid').notNull(),
    about: text('about')
      .notNull()
      .references(() => measures.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    attachments: jsonb('attachments').$type<string[]>().notNull().default([]),
    created_at: time('created_at').notNull(),
    opened_at: time('opened_at').notNull().default(sql`now()`),
    /** `appeal_hours` of the desk after its arrival. */
    due_at: time('due_at').notNull().default(sql`now()`),
    /** The conversation of whose message staff made it. */
    conversation_id: text('conversation_id'),
    state: text('state').$type<AppealState>().notNull().default('open'),
    decided_by: text('decided_by'),
    decided_at: time('decided_at'),
    answer: text('answer'),
    /** The ids of the files that went with the answer. They belong to the person, and to the conversation once they are sent. */
    files: jsonb('files').$type<string[]>().notNull().default([]),
  },
  (t) => [
    uniqueIndex('appeals_open').on(t.about).where(sql`state = 'open'`),
    index('appeals_about').on(t.about, t.opened_at),
    index('appeals_of').on(t.uid),
  ],
)

/** What each side has said, in order. */
export const appealRounds = pgTable(
  'appeal_rounds',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appeal_id: text('appeal_id')
      .notNull()
      .references(() => appeals.id, { onDelete: 'cascade' }),
    /** The staff member who asked; null: the person. */
    by_uid: text('by_uid'),
    text: text('text').notNull(),
    attachments: jsonb('attachments').$type<string[]>().notNull().default([]),
    at: time('at').notNull().default(sql`now()`),
  },
  (t) => [index('appeal_rounds_of').on(t.appeal_id, t.id)],
)
