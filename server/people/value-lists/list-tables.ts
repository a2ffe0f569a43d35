import type { ListKind } from '@portreeve/contract/people/value-lists'
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'

/** Lists of values that searches name. */
export const valueLists = pgTable('value_lists', {
  name: text('name').primaryKey(),
  kind: text('kind').$type<ListKind>().notNull(),
  about: text('about').notNull(),
  created_at: time('created_at').notNull(),
  created_by: text('created_by').notNull(),
})

export const valueListItems = pgTable(
  'value_list_items',
  {
    id: text('id').primaryKey(),
    list: text('list')
      .notNull()
      .references(() => valueLists.name),
    /** As it was added. */
    value: text('value').notNull(),
    /** As it is compared (list-values.ts). */
    key: text('key').notNull(),
    reason: text('reason').notNull(),
    by: text('by').notNull(),
    at: time('at').notNull(),
    until: time('until'),
    /** The record from which it was taken: it is erased with it. */
    subject_kind: text('subject_kind').$type<'user' | 'listing'>(),
    subject_id: text('subject_id'),
  },
  (t) => [
    uniqueIndex('value_list_items_once').on(t.list, t.key),
    index('value_list_items_newest').on(t.list, t.at, t.id),
    index('value_list_items_of').on(t.subject_kind, t.subject_id),
  ],
)
