import { randomUUID } from 'node:crypto'
import type { User } from '@portreeve/contract/users'
import type { Db } from '../core/db.ts'
import { refuse } from '../core/refuse.ts'
import { banReasons } from '../db/people.ts'

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

/** Refuses the caller's own account, and one that is blocked. */
export function refuseBlock(user: User, by: string) {
  if (user.uid === by) refuse('refused', "You can't block yourself")
  if (user.isBanned) refuse('conflict', 'Already blocked', 'This account is already blocked.')
}
