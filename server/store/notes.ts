import { type Notes, noteAction } from '@portreeve/contract/notes'
import { type TimelineKind, timelineKinds } from '@portreeve/contract/timeline'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { refuse } from '../core/refuse.ts'
import { audit, staff } from '../db/system.ts'

/** The number of notes on a record, and the newest one. An erased note has no text and does not count. */
export async function notesOf(db: Db, kind: TimelineKind, id: string): Promise<Notes> {
  const [row] = await db
    .select({
      id: audit.id,
      text: sql<string>`${audit.reason}`,
      uid: audit.actor_uid,
      name: sql<string | null>`coalesce(${staff.displayName}, ${staff.email})`,
      at: audit.at,
      count: sql<number>`count(*) over ()::int`,
    })
    .from(audit)
    .leftJoin(staff, eq(staff.uid, audit.actor_uid))
    .where(
      and(
        eq(audit.subject_kind, kind),
        eq(audit.subject_id, id),
        eq(audit.action, noteAction),
        isNotNull(audit.reason),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(1)
  if (!row) return { count: 0, newest: null }
  const { count, uid, name, ...note } = row
  return { count, newest: { ...note, by: { uid, name } } }
}

/** The kind in an address. Refuses with not_found when such records have no timeline. */
export const kindOf = (kind: string): TimelineKind =>
  Object.hasOwn(timelineKinds, kind)
    ? (kind as TimelineKind)
    : refuse('not_found', 'No such timeline', `There is no timeline of a '${kind}'.`)
