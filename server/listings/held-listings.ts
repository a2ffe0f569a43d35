import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { heldActions } from '../db/system-tables.ts'
import type { HeldKind } from '../staff/held-actions.ts'
import { words } from '../staff/hold-times.ts'
import { listingReports, posts } from './listing-tables.ts'

/** The undo of a listing's deletion. */
export const heldRemoval: HeldKind = {
  undo: async (call, { items, subject_id: key }) => {
    await call.db.update(posts).set({ deleted_at: null }).where(inArray(posts.key, items))
    call.publish('review', { what: 'back', case: { kind: 'listing', id: key } })
    for (const uid of await sellerOf(call.db, key)) {
      call.publish('users', { uid })
      call.emit('listing.restored', { listing_id: key, seller_uid: uid })
    }
  },
}

/** The undo of ignoring the reports about a listing. */
export const heldIgnoring: HeldKind = {
  undo: async (call, { items: reports, subject_id: key }) => {
    await call.db
      .update(listingReports)
      .set({ status: 'open' })
      .where(and(inArray(listingReports.id, reports), eq(listingReports.status, 'ignored')))
    for (const uid of await sellerOf(call.db, key)) call.publish('users', { uid })
    call.emit('listing_report.reopened', { listing_id: key, reports })
  },
}

async function sellerOf(db: Db, key: string): Promise<string[]> {
  const owners = await db.select({ uid: posts.creatorUID }).from(posts).where(eq(posts.key, key))
  return owners.map(({ uid }) => uid)
}

/** Who deleted a listing and when, as a sentence; null when that is not known any more. */
export async function whoDeleted(db: Db, key: string): Promise<string | null> {
  const [row] = await db
    .select({ by: heldActions.by_name, at: heldActions.at })
    .from(heldActions)
    .where(
      and(
        eq(heldActions.subject_kind, 'listing'),
        eq(heldActions.subject_id, key),
        eq(heldActions.action, 'posts.remove'),
        isNull(heldActions.undone_at),
      ),
    )
    .orderBy(desc(heldActions.at))
    .limit(1)
  return row ? `${row.by} deleted it on ${words(row.at)}.` : null
}
