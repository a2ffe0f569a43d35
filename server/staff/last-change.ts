import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { audit, staff } from '../db/system-tables.ts'
import { isChange } from './audit-rows.ts'

/** 'Last change: Ada Admin, 12 seconds ago.', or nothing when the record has no audited change. */
async function lastChange(db: Db, [kind, id]: [kind: string, id: string]): Promise<string> {
  const [last] = await db
    .select({
      name: sql<string>`coalesce(${staff.displayName}, ${staff.email}, ${audit.actor_uid})`,
      seconds: sql<number>`extract(epoch from clock_timestamp() - ${audit.at})::float8`,
    })
    .from(audit)
    .leftJoin(staff, eq(staff.uid, audit.actor_uid))
    .where(and(eq(audit.subject_kind, kind), eq(audit.subject_id, id), isChange))
    .orderBy(desc(audit.id))
    .limit(1)
  return last ? ` Last change: ${last.name}, ${ago(last.seconds)}.` : ''
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** '12 seconds ago' */
export function ago(seconds: number): string {
  const [unit, size] = units.find(([, size]) => seconds >= size) ?? ['second', 1]
  const count = Math.max(1, Math.floor(seconds / size))
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

/** Refuses because the record differs from the caller's version, and names who changed it last and how long ago. */
export async function refuseChanged(
  db: Db,
  subject: [kind: string, id: string],
  title: string,
  sentence: string,
): Promise<never> {
  return refuse('conflict', title, sentence + (await lastChange(db, subject)))
}
