import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Call } from '../core/call/context.ts'

/** The name of a staff member for a list, or the uid of one who has no record any more. */
export const staffName = (person: Record<'displayName' | 'email', AnyPgColumn>, uid: AnyPgColumn) =>
  sql<string | null>`coalesce(${person.displayName}, ${person.email}, ${uid})`

/** Whether a uid is that of a staff member whom a filter means: by uid, email address or a part of the name. */
export const isStaffMeant = (uid: SQL, term: string) => sql`(${uid} = ${term} or ${uid} in (
  select uid from staff where email = lower(${term}) or strpos(lower(display_name), lower(${term})) > 0))`

/** The uids of the staff whom a filter means: the caller by 'me', else as above. One who has left is found by uid. */
export async function staffMeant({ db, staff }: Call, term: string): Promise<string[]> {
  if (term.toLowerCase() === 'me') return [staff.uid]
  const { rows } = await db.execute<{ uid: string }>(
    sql`select uid from staff where ${isStaffMeant(sql`uid`, term)}`,
  )
  return [...rows.map(({ uid }) => uid), term]
}

/** The name of the caller, as other pages and later refusals show it. */
export const nameOf = (staff: Call['staff']) => staff.displayName ?? staff.email
