import type { NotificationKind, NotificationWhat } from '@portreeve/contract/notifications'
import type { Permission } from '@portreeve/contract/rights'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { notifications } from '../db/notifications.ts'
import { colleaguesWho } from './colleagues.ts'

/**
 * Notifies staff members of something about a record. A repeated notification is unread again.
 * @param by the colleague who caused it; null for the server
 */
export async function notify(
  db: Db,
  uids: readonly string[],
  what: NotificationWhat,
  [kind, id]: readonly [kind: NotificationKind, id: string],
  by: string | null,
): Promise<void> {
  if (uids.length === 0) return
  await db
    .insert(notifications)
    .values(uids.map((staff_uid) => ({ staff_uid, what, subject_kind: kind, subject_id: id, by })))
    .onConflictDoUpdate({
      target: [
        notifications.staff_uid,
        notifications.what,
        notifications.subject_kind,
        notifications.subject_id,
      ],
      set: { at: sql`now()`, read_at: null, by },
    })
}

/** Notifies all staff members with a permission, except the caller. */
export async function notifyOthersWho(
  { db, staff }: Pick<Call, 'db' | 'staff'>,
  permission: Permission,
  what: NotificationWhat,
  record: readonly [kind: NotificationKind, id: string],
): Promise<void> {
  const able = await colleaguesWho(db, permission)
  const uids = able.map(({ uid }) => uid).filter((uid) => uid !== staff.uid)
  await notify(db, uids, what, record, staff.uid)
}

/** Marks unread notifications under a condition as read. */
export const markAsRead = (db: Db, where: SQL | undefined) =>
  db
    .update(notifications)
    .set({ read_at: sql`now()` })
    .where(and(where, isNull(notifications.read_at)))

/** The condition of the notifications about a record. */
export const isAbout = (kind: NotificationKind, id: string) =>
  and(eq(notifications.subject_kind, kind), eq(notifications.subject_id, id))
