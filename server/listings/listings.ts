import {
  listings as contract,
  type ListingRecord,
  maxJudgements,
} from '@portreeve/contract/listings/listings'
import type { Post } from '@portreeve/contract/listings/posts'
import { and, desc, eq, gte, inArray, isNull, or, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { newestFirst, page, pageSize } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { audit, staff } from '../db/system-tables.ts'
import { users } from '../people/people-tables.ts'
import { staffName } from '../staff/staff-name.ts'
import { findListings, listingsMeant } from './all-listings.ts'
import {
  collectionItems,
  collections,
  listingReports,
  posts,
  promotedPosts,
  reviewDecisions,
} from './listing-tables.ts'
import { differencesOf, judgedPart, lockPost, postColumns } from './post-records.ts'
import { endDenial, reviewed, setState } from './posts.ts'
import { takeBack } from './review-decisions.ts'
import { looksFor } from './second-looks/looking.ts'
import { similarTo } from './similar.ts'

const reportOrder = newestFirst(sql`${listingReports.created_at}`, sql`${listingReports.id}`)

/** Who deleted a listing at a time; null for the marketplace. */
async function deleterOf(db: Db, { key, creatorUID }: Post, deleted_at: string): Promise<string | null> {
  const [row] = await db
    .select({ name: staffName(staff, audit.actor_uid) })
    .from(audit)
    .leftJoin(staff, eq(staff.uid, audit.actor_uid))
    .where(
      and(
        or(
          and(eq(audit.subject_kind, 'listing'), eq(audit.subject_id, key), eq(audit.action, 'posts.remove')),
          and(
            eq(audit.subject_kind, 'user'),
            eq(audit.subject_id, creatorUID),
            inArray(audit.action, ['userContent.deletePosts', 'users.remove']),
          ),
        ),
        // The audit row is written in the same transaction, a moment later.
        gte(audit.at, deleted_at),
      ),
    )
    .orderBy(audit.id)
    .limit(1)
  return row?.name ?? null
}

/** When, by whom and why decisions about a listing were taken back, newest first. */
const takenBack = (db: Db, key: string) =>
  db
    .select({ at: audit.at, name: staffName(staff, audit.actor_uid), reason: audit.reason })
    .from(audit)
    .leftJoin(staff, eq(staff.uid, audit.actor_uid))
    .where(
      and(
        eq(audit.subject_kind, 'listing'),
        eq(audit.subject_id, key),
        inArray(audit.action, ['posts.takeBack', 'listings.reopen']),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(maxJudgements)

/** The decisions about a listing, newest first, with what changed before each, and after the newest. */
async function judgementsOf(db: Db, row: Post): Promise<Pick<ListingRecord, 'decisions' | 'changes'>> {
  const found = await db
    .select()
    .from(reviewDecisions)
    .where(and(eq(reviewDecisions.kind, 'listing'), eq(reviewDecisions.subject_id, row.key)))
    .orderBy(desc(reviewDecisions.version), desc(reviewDecisions.at))
    .limit(maxJudgements)
  const takers = found.some(({ taken_back_at }) => taken_back_at !== null) ? await takenBack(db, row.key) : []
  const snapshots = found.map(({ snapshot }) => snapshot)
  const between = (older: number, newer: Record<string, unknown> | null) => {
    const then = snapshots.slice(older).find((one) => one !== null)
    return then && newer ? differencesOf(then, newer) : null
  }
  return {
    decisions: found.map((one, index) => {
      const { by_uid, by_name, id, decision, message, at, announced_at, taken_back_at } = one
      // The audit row is written in the same transaction, a moment later.
      const taker = takers.findLast(({ at: then }) => taken_back_at !== null && then >= taken_back_at)
      return {
        ...{ id, decision, message, at, announced_at, taken_back_at },
        ...{ taken_back_by: taker?.name ?? null, taken_back_reason: taker?.reason ?? null },
        by: { uid: by_uid, name: by_name },
        changes: between(index + 1, snapshots[index] ?? null),
      }
    }),
    changes: between(0, judgedPart(row)),
  }
}

export const listings = implement('listings', contract, {
  search: async ({ query }, call) => {
    const { refusal, ...meant } = await listingsMeant(call, query.query ?? '')
    if (refusal) return refusal
    const { rows, more } = await findListings(call.db, meant)
    if (more) call.more()
    return rows
  },

  get: async ({ params: { id } }, { db }) => {
    const [found] = await db
      .select({ ...postColumns, changed_at: posts.changed_at, deleted_at: posts.deleted_at })
      .from(posts)
      .where(eq(posts.key, id))
    if (!found) refuse('not_found', 'No such listing', 'There is no such listing.')
    const { changed_at, deleted_at, ...row } = found
    const listing = row as Post
    const [judged, by, promotions, inCollections] = await Promise.all([
      judgementsOf(db, listing),
      deleted_at === null ? null : deleterOf(db, listing, deleted_at),
      db
        .select({
          id: promotedPosts.id,
          approval_status: promotedPosts.approval_status,
          price: promotedPosts.price,
          promo_start_date: promotedPosts.promo_start_date,
          promo_end_date: promotedPosts.promo_end_date,
          created_at: promotedPosts.created_at,
        })
        .from(promotedPosts)
        .where(eq(promotedPosts.post_id, id))
        .orderBy(desc(promotedPosts.created_at))
        .limit(pageSize),
      db
        .select({ id: collections.id, title: collections.title })
        .from(collectionItems)
        .innerJoin(collections, eq(collections.id, collectionItems.collection_id))
        .where(eq(collectionItems.post_key, id))
        .orderBy(collections.title, collections.id)
        .limit(pageSize),
    ])
    return {
      ...{ listing, changed_at, ...judged, promotions, collections: inCollections },
      deleted: deleted_at === null ? null : { at: deleted_at, by },
    }
  },

  shown: async ({ params: { id } }, { db }) => {
    const [row] = await db
      .select(postColumns)
      .from(posts)
      .where(and(eq(posts.key, id), eq(posts.review_state, 'approved'), isNull(posts.deleted_at)))
    if (!row) refuse('not_found', 'No such listing', 'There is no such listing, or it is not shown.')
    const { key, title, description, price, price_as_smallest_currency_unit, photosURL, creatorName, sold } =
      row
    return { key, title, description, price, price_as_smallest_currency_unit, photosURL, creatorName, sold }
  },

  reports: async ({ params: { id }, query }, call) => {
    const about = eq(listingReports.post_key, id)
    const [[counted], rows] = await Promise.all([
      call.db.select({ n: sql<number>`count(*)::int` }).from(listingReports).where(about),
      call.db
        .select({
          id: listingReports.id,
          post_key: listingReports.post_key,
          reporter_uid: listingReports.reporter_uid,
          report_reason_id: listingReports.report_reason_id,
          status: sql<'open' | 'ignored'>`${listingReports.status}`,
          created_at: listingReports.created_at,
          reporter_name: users.displayName,
        })
        .from(listingReports)
        .leftJoin(users, eq(users.uid, listingReports.reporter_uid))
        .where(and(about, reportOrder.after(query.cursor)))
        .orderBy(reportOrder.order)
        .limit(pageSize + 1),
    ])
    call.total(counted?.n ?? 0)
    return page(call, rows, ({ created_at, id }) => ({ time: created_at, id }))
  },

  similar: async ({ params: { id } }, { db, staff: { uid } }) => {
    // How a listing was decided that the caller looks at a second time would tell it from other cases.
    const looks = await looksFor(db, uid, 'listing')
    return (await similarTo(db, id)).filter(({ key }) => !looks.has(key))
  },

  reopen: async ({ params: { id }, body: { reason } }, call) => {
    const post = await lockPost(call.db, id)
    if (call.expected !== undefined && call.expected !== post.version)
      refuse('conflict', 'Changed meanwhile', 'The listing has changed since. Look at it again.')
    const { change, live } = await takeBack(call, post, () => setState(call, id, 'pending', null), reason)
    if (post.state === 'denied') await endDenial(call, post, 'undone')
    call.did(id, change, { reason, live, event: reviewed(post, post.state ?? 'pending', 'pending') })
    return { version: post.version + 1 }
  },
})
