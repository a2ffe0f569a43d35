import { integer, pgTable, text } from 'drizzle-orm/pg-core'

/** By which rule the search columns of a table are written; the key after which a rebuild continues, null when it has ended. */
export const searchRebuilds = pgTable('search_rebuilds', {
  table_name: text('table_name').primaryKey(),
  rule: integer('rule').notNull(),
  after: text('after').array(),
})
