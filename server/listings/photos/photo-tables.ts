import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'
import { posts } from '../listing-tables.ts'

/** A part of a print: of two prints that differ in at most three bits, one part at least is the same. */
export const printParts = 4
export const printPart = (part: number) => sql.raw(`substr(print, ${part * 4 + 1}, 4)`)

/** The photos of listings that staff decide about, and what finds the same picture again (adapters/photo-print.ts). */
export const photoPrints = pgTable(
  'photo_prints',
  {
    post_key: text('post_key')
      .notNull()
      .references(() => posts.key, { onDelete: 'cascade' }),
    /** As the listing names it: a path in the store, or an address. */
    photo: text('photo').notNull(),
    /** Null: not read yet, or no picture. */
    print: text('print'),
    /** Whether the listing is decided (listings/post-index-tables.ts): a wave of pending listings with one photo hides none that is. */
    decided: boolean('decided').notNull(),
    /** When it is read next. Null: it is read, or given up. */
    due_at: time('due_at').default(sql`now()`),
    attempts: smallint('attempts').notNull().default(0),
    read_at: time('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.post_key, t.photo] }),
    index('photo_prints_due').on(t.due_at).where(sql`due_at is not null`),
    ...Array.from({ length: printParts }, (_, part) =>
      index(`photo_prints_part_${part + 1}`)
        .on(sql`(${printPart(part)})`, t.read_at.desc())
        .where(sql`decided and print is not null`),
    ),
  ],
)
