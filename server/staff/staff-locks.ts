import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'

// `no key update`: a call that holds a record and writes who did it (a foreign key to staff) must not wait for a change of staff that waits for
// its record.

/**
 * Locks the rows of all admins who can sign in, and returns their uids: all changes of staff and roles take turns so. Refuses a
 * caller who may not manage staff any more.
 */
export async function lockAdmins(db: Db, by: string | null = null): Promise<string[]> {
  const { rows } = await db.execute<{ uid: string }>(
    sql`select uid from staff where role = 'admin' and not disabled order by uid for no key update`,
  )
  if (by !== null) {
    const able = await db.execute(
      sql`select from staff where uid = ${by} and not disabled and portreeve_may(role, 'staff.manage')`,
    )
    if (able.rows.length === 0) refuse('forbidden', 'Not allowed', 'You may not manage staff any more.')
  }
  return rows.map(({ uid }) => uid)
}
