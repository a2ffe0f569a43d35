import type { Listing } from '@portreeve/contract/posts'
import { posts as contract } from '@portreeve/contract/posts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import { implement } from '../core/implement.ts'
import { page, pageSize } from '../core/page.ts'
import { refuse } from '../core/refuse.ts'
import { listings } from '../db/listings.ts'
import { hold, whoDeleted } from '../store/held.ts'
import { judgedPart, listingColumns, listingOrder, lockListing, pendingListings } from '../store/listings.ts'
import { publishToReviewers } from '../store/reviewers.ts'
import { decide, takeBack } from '../store/reviews.ts'
import { getUser } from '../store/users.ts'

const timedColumns = { ...listingColumns, time: listings.creation_date_time }

async function ofUser(call: Call, uid: string, cursor: string | undefined, state?: SQL): Promise<Listing[]> {
  const { db } = call
  const theirs = and(eq(listings.creatorUID, uid), isNull(listings.deleted_at), state)
  const [[counted], rows] = await Promise.all([
    db.select({ n: sql<number>`count(*)::int` }).from(listings).where(theirs),
    db
      .select(timedColumns)
      .from(listings)
      .where(and(theirs, listingOrder.after(cursor)))
      .orderBy(listingOrder.order)
      .limit(pageSize + 1),
    getUser(db, uid),
  ])
  call.total(counted?.n ?? 0)
  return page(call, rows, ({ time, key }) => ({ time, id: key })).map(
    ({ time: _time, ...row }) => row as Listing,
  )
}

/** Writes a review state and raises the version. */
const setState = async (call: Call, key: string, review_state: string, review_message: string | null) => {
  const [row] = await call.db
    .update(listings)
    .set({ review_state, review_message, version: sql`${listings.version} + 1` })
    .where(eq(listings.key, key))
    .returning(listingColumns)
  return row as Listing
}

export const posts = implement('posts', contract, {
  pending: async (_input, call) => ({ wts: await pendingListings(call) }),

  approve: async ({ params }, call) => {
    const listing = await lockListing(call.db, params.id)
    return decide(call, listing, 'approved', null, async () =>
      judgedPart(await setState(call, params.id, 'approved', null)),
    )
  },

  deny: async ({ params, body }, call) => {
    const listing = await lockListing(call.db, params.id)
    return decide(call, listing, 'denied', body.message, async () => {
      await setState(call, params.id, 'denied', body.message)
      return null
    })
  },

  takeBack: async ({ params }, call) => {
    const listing = await lockListing(call.db, params.id)
    await takeBack(call, listing, () => setState(call, params.id, 'pending', null))
    return (await lockListing(call.db, params.id)).row
  },

  ofUser: ({ params, query }, call) =>
    ofUser(call, params.uid, query.cursor, sql`${listings.review_state} <> 'denied'`),
  deniedOfUser: ({ params, query }, call) =>
    ofUser(call, params.uid, query.cursor, eq(listings.review_state, 'denied')),

  remove: async ({ params }, call) => {
    const [row] = await call.db
      .update(listings)
      .set({ deleted_at: new Date().toISOString() })
      .where(and(eq(listings.key, params.id), isNull(listings.deleted_at)))
      .returning({ key: listings.key, title: listings.title, creatorUID: listings.creatorUID })
    if (!row) {
      const by = await whoDeleted(call.db, params.id)
      refuse('not_found', 'No such listing', by ?? 'There is no such listing, or it was deleted before.')
    }
    await hold(call, {
      action: 'posts.remove',
      subject_kind: 'listing',
      subject_id: row.key,
      title: row.title,
      items: [row.key],
    })
    publishToReviewers(call, { what: 'gone', case: { kind: 'listing', id: row.key } })
    call.record({ subject: ['listing', row.key], before: row })
    return null
  },
})
