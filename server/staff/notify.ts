import type { Permission } from '@portreeve/contract/base/rights'
import {
  type NotificationKind,
  type NotificationWhat,
  noticesOf,
  notificationRights,
} from '@portreeve/contract/staff/notifications'
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { deputyOf } from './absences.ts'
import { colleaguesWho, stillAble } from './colleagues.ts'
import { notifications } from './notification-tables.ts'

type Record = readonly [kind: NotificationKind, id: string]

/**
 * Notifies staff members of something about a record, if they may see it. A repeated notification is unread again.
 * @param by the colleague who caused it; null for the server
 */
export const notify = (
  db: Db,
  uids: readonly string[],
  what: NotificationWhat,
  [kind, id]: Record,
  by: string | null,
): Promise<void> =>
  notifyEach(
    db,
    uids.map((uid) => ({ uid, id })),
    what,
    kind,
    by,
  )

/** Notifies each staff member of something about a record of their own, as `notify` does. */
export async function notifyEach(
  db: Db,
  given: readonly { uid: string; id: string }[],
  what: NotificationWhat,
  kind: NotificationKind,
  by: string | null,
): Promise<void> {
  const all = deputized.has(what) ? await withDeputies(db, given, by) : given
  const able = await stillAble(
    db,
    notificationRights[kind],
    all.map(({ uid }) => uid),
  )
  const rows = all.filter(({ uid }) => able.has(uid))
  if (rows.length === 0) return
  await db
    .insert(notifications)
    .values(rows.map(({ uid, id }) => ({ staff_uid: uid, what, subject_kind: kind, subject_id: id, by })))
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

/** What a deputy is told, too: it is about work that is theirs while a colleague is away. */
const deputized: ReadonlySet<NotificationWhat> = new Set([
  'assigned',
  'message',
  'reopened',
  'awake',
  'deadline',
])

/** Adds the deputies of those who are away now; one row for each person and record. */
async function withDeputies(db: Db, given: readonly { uid: string; id: string }[], by: string | null) {
  const { rows } = await db.execute<{ uid: string; id: string }>(sql`
    select distinct deputy as uid, g.id from json_to_recordset(${JSON.stringify(given)}::json) as g(uid text, id text)
    cross join lateral ${deputyOf(sql`g.uid`)} as d(deputy) where deputy is not null and deputy is distinct from ${by}`)
  return [...given, ...rows.filter((row) => !given.some(({ uid, id }) => uid === row.uid && id === row.id))]
}

/** Notifies who has a case from now on and who had it before, except the caller. */
export async function notifyHolders(
  { db, staff }: Pick<Call, 'db' | 'staff'>,
  record: Record,
  from: string | null,
  to: string | null,
): Promise<void> {
  if (from === to) return
  if (to !== null && to !== staff.uid) await notify(db, [to], 'assigned', record, staff.uid)
  if (from !== null && from !== staff.uid) await notify(db, [from], 'taken', record, staff.uid)
}

/** The condition of the notifications that a staff member may see: their own, by the rights of their role today. */
export function seenBy({ uid, ...rights }: { uid: string; permissions: readonly Permission[] }) {
  const { kinds, whats } = noticesOf(rights)
  return and(
    eq(notifications.staff_uid, uid),
    inArray(notifications.subject_kind, kinds),
    inArray(notifications.what, whats),
  )
}

/** Notifies all staff members with a permission, except the caller. */
export async function notifyOthersWho(
  { db, staff }: Pick<Call, 'db' | 'staff'>,
  permission: Permission,
  what: NotificationWhat,
  record: Record,
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
