import type { Decision, ReviewCase } from '@portreeve/contract/listings/review'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'

/**
 * Decisions of the review that return to the desk for a second look, which takes no effect (docs/fair-decisions.md). A look that is not
 * wanted any more is deleted.
 */
export const secondLooks = pgTable(
  'second_looks',
  {
    /** As that of a decision: it is the id of what can be undone. */
    id: text('id').primaryKey(),
    kind: text('kind').$type<ReviewCase['kind']>().notNull(),
    subject_id: text('subject_id').notNull(),
    /** The version that the first decision left: the look is wanted while the record has it. */
    left_version: integer('left_version').notNull(),
    /** The version of a promotion's listing at that time. */
    listing_version: integer('listing_version'),
    /** The version that is shown, and which each decision of the look raises. */
    version: integer('version').notNull(),
    /** The message that the record had before the first decision. */
    review_message: text('review_message'),
    /** Who decided first, at the second look, and as the third. None of them is shown the case. */
    by_uids: text('by_uids').array().notNull(),
    /** How they decided. */
    outcomes: text('outcomes').array().$type<Decision[]>().notNull(),
    /** The policies of the first decision. */
    policies: text('policies').array().notNull(),
    /** The first decision. */
    decided_at: time('decided_at').notNull().default(sql`now()`),
    /** When it becomes a case of the desk; once it is one, since when. */
    due_at: time('due_at').notNull(),
    state: text('state').$type<'waits' | 'open' | 'given' | 'closed'>().notNull().default('waits'),
    /** The newest decision of the look, and its message. */
    given_at: time('given_at'),
    message: text('message'),
  },
  (t) => [
    index('second_looks_going').on(t.kind, t.subject_id).where(sql`state <> 'closed'`),
    index('second_looks_of').on(sql`(by_uids[1])`),
  ],
)
