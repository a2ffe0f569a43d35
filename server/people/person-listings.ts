import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { posts } from '../listings/listing-tables.ts'

/** Writes the event of each deleted listing of a person. */
export const emitDeleted = (
  call: Call<never, 'listing.deleted'>,
  seller: string,
  keys: readonly string[],
) => {
  for (const key of keys) call.emit('listing.deleted', { listing_id: key, seller_uid: seller })
}

/**
 * Deletes every listing of a person whose row is locked, and returns the keys. Held deletions of their listings become
 * final, so that none of the listings comes back.
 */
export async function deletePostsOf(db: Db, uid: string): Promise<string[]> {
  const remove = async () =>
    (
      await db
        .update(posts)
        .set({ deleted_at: new Date().toISOString() })
        .where(and(eq(posts.creatorUID, uid), isNull(posts.deleted_at)))
        .returning({ key: posts.key })
    ).map(({ key }) => key)
  const first = await remove()
  await db.execute(sql`
    with ended as (
      update operations set state = 'done', reference = 'final', settled_at = now()
      where kind = 'held.apply' and state = 'pending' and id in (
        select h.operation_id from held_actions h join posts l on l.key = h.subject_id
        where h.action = 'posts.remove' and l.creator_uid = ${uid})
      returning id)
    update held_actions set applied_at = now() where operation_id in (select id from ended)`)
  // A concurrent undo has ended by now: delete the listings that it restored, too.
  return [...first, ...(await remove())]
}
