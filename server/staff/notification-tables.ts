import type { NotificationKind, NotificationWhat } from '@portreeve/contract/staff/notifications'
import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { time } from '../db/columns.ts'
import { staff } from '../db/system-tables.ts'

/**
 * What staff members are notified of. A second event of the same kind about the same record renews the row. Triggers publish
 * new and read rows on 'notifications/{uid}'.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    staff_uid: text('staff_uid')
      .notNull()
      .references(() => staff.uid),
    what: text('what').$type<NotificationWhat>().notNull(),
    subject_kind: text('subject_kind').$type<NotificationKind>().notNull(),
    subject_id: text('subject_id').notNull(),
    /** The colleague who caused it; null for the server. */
    by: text('by'),
    at: time('at').notNull().default(sql`now()`),
    read_at: time('read_at'),
  },
  (t) => [
    uniqueIndex('notifications_once').on(t.staff_uid, t.what, t.subject_kind, t.subject_id),
    index('notifications_of').on(t.subject_kind, t.subject_id),
    index('notifications_newest').on(t.staff_uid, t.at, t.id),
    index('notifications_unread').on(t.staff_uid).where(sql`read_at is null`),
  ],
)
