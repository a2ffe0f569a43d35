import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'

// `no key update`: a call that holds a record and writes who did it (a foreign key to staff) must not wait for a change of staff that waits for
// its record.

/** Locks the rows of all admins who can sign in, and returns their uids. Refuses a caller who is not among them. */
export async function lockAdmins(db: Db, by: string | null = null): Promise<string[]> {
  const { rows } = await db.execute<{ uid: string }>(
    sql`select uid from staff where role = 'admin' and not disabled order by uid for no key update`,
  )
  const admins = rows.map(({ uid }) => uid)
  if (by !== null && !admins.includes(by)) refuse('forbidden', 'Not allowed', 'You are no admin any more.')
  return admins
}
