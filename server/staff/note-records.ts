import { type Note, type Notes, noteActions } from '@portreeve/contract/staff/notes'
import { type TimelineKind, timelineKinds } from '@portreeve/contract/staff/timeline'
import { and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { isoOf } from '../db/columns.ts'
import { audit, staff } from '../db/system-tables.ts'

/** The audit rows that are notes on a record. An erased note has no text and does not count. */
const isNoteOn = (kind: TimelineKind, id: string) =>
  and(
    eq(audit.subject_kind, kind),
    eq(audit.subject_id, id),
    inArray(audit.action, [...noteActions]),
    isNotNull(audit.reason),
  )

/** The staff members of a list of uids. */
const named = (uids: SQL) =>
  sql<
    Note['mentions']
  >`(select coalesce(json_agg(json_build_object('uid', uid, 'name', coalesce(display_name, email))), '[]')
    from staff where uid in (${uids}))`

/** The files of a note. */
const filesOf = sql<Note['files'] | null>`${audit.after}->'files'`

/** The notes on a record, newest first. */
export async function listNotes(
  db: Db,
  kind: TimelineKind,
  id: string,
  older: SQL | undefined,
  limit: number,
): Promise<Note[]> {
  const rows = await db
    .select({
      id: audit.id,
      text: sql<string>`${audit.reason}`,
      uid: audit.actor_uid,
      name: sql<string | null>`coalesce(${staff.displayName}, ${staff.email})`,
      at: audit.at,
      action: audit.action,
      mentions: named(sql`select jsonb_array_elements_text(${audit.after}->'mentions')`),
      assignee: named(sql`${audit.after}->>'assignee'`),
      files: filesOf,
    })
    .from(audit)
    .leftJoin(staff, eq(staff.uid, audit.actor_uid))
    .where(and(isNoteOn(kind, id), older))
    .orderBy(desc(audit.id))
    .limit(limit)
  return rows.map(({ uid, name, action, assignee, files, ...note }) => ({
    ...note,
    by: { uid, name },
    ...(files && { files }),
    ...(action === 'inbox.assign' && { assigned: assignee[0] ?? null }),
  }))
}

/** The number of notes on a record, and the newest one. */
export async function notesOf(db: Db, kind: TimelineKind, id: string): Promise<Notes> {
  const [row] = await db
    .select({
      id: audit.id,
      text: sql<string>`${audit.reason}`,
      uid: audit.actor_uid,
      name: sql<string | null>`coalesce(${staff.displayName}, ${staff.email})`,
      at: audit.at,
      count: sql<number>`count(*) over ()::int`,
      files: filesOf,
    })
    .from(audit)
    .leftJoin(staff, eq(staff.uid, audit.actor_uid))
    .where(isNoteOn(kind, id))
    .orderBy(desc(audit.id))
    .limit(1)
  if (!row) return { count: 0, newest: null }
  const { count, uid, name, files, ...note } = row
  return { count, newest: { ...note, by: { uid, name }, ...(files && { files }) } }
}

/** The notes of some records of a kind, without the records that have none. */
export async function notesOfMany(db: Db, kind: TimelineKind, ids: string[]) {
  const { rows } = await db.execute<{
    of: string
    id: number
    text: string
    uid: string
    name: string | null
    at: string
    count: number
  }>(sql`
    select record.id as of, newest.id::float8 as id, newest.reason as text, newest.actor_uid as uid,
      coalesce(s.display_name, s.email) as name, newest.at::text as at, newest.count
    from unnest(${sql.param(ids)}::text[]) as record(id)
    cross join lateral (
      select a.id, a.reason, a.actor_uid, a.at, count(*) over ()::int as count from ${audit} a
      where a.subject_kind = ${kind} and a.subject_id = record.id and a.action = any(${sql.param([...noteActions])}) and a.reason is not null
      order by a.id desc limit 1) as newest
    left join ${staff} s on s.uid = newest.actor_uid`)
  return rows.map(({ of, id, text, uid, name, at, count }) => ({
    id: of,
    count,
    newest: { id, text, by: { uid, name }, at: isoOf(at) },
  }))
}

/** The kind in an address. Refuses with not_found when such records have no timeline. */
export const kindOf = (kind: string): TimelineKind =>
  Object.hasOwn(timelineKinds, kind)
    ? (kind as TimelineKind)
    : refuse('not_found', 'No such timeline', `There is no timeline of a '${kind}'.`)
