import { randomUUID } from 'node:crypto'
import type { User } from '@portreeve/contract/people/users'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { banReasons, users } from './people-tables.ts'

/** Stores the reason for a block. */
export async function addBanReason(
  db: Db,
  uid: string,
  reason: string | null,
  by: { uid: string; name: string },
) {
  await db.insert(banReasons).values({
    id: `ban_${randomUUID()}`,
    uid,
    reason,
    created_at: new Date().toISOString(),
    actor_uid: by.uid,
    actor: by.name,
  })
}

/** Blocks people again whom an undone call unblocked. Refuses with conflict one whom a colleague has blocked since. */
export async function blockAgain(db: Db, uids: string[]): Promise<void> {
  const blocked = await db
    .update(users)
    .set({ isBanned: true, version: sql`${users.version} + 1` })
    .where(and(inArray(users.uid, uids), eq(users.isBanned, false), isNull(users.deleted_at)))
    .returning({ uid: users.uid })
  if (blocked.length < uids.length)
    refuse('conflict', 'Nothing to undo', 'This account was blocked again or deleted since.')
}

/** The event of a block whose reason is the newest one. */
export async function blockOf(db: Db, uid: string) {
  const [newest] = await db
    .select({ reason: banReasons.reason })
    .from(banReasons)
    .where(eq(banReasons.uid, uid))
    .orderBy(desc(banReasons.created_at), banReasons.id)
    .limit(1)
  return { uid, reason: newest?.reason ?? null, before: { isBanned: false }, after: { isBanned: true } }
}

/** Refuses the caller's own account, and one that is blocked. */
export function refuseBlock(user: User, by: string) {
  if (user.uid === by) refuse('refused', "You can't block yourself")
  if (user.isBanned) refuse('conflict', 'Already blocked', 'This account is already blocked.')
}
