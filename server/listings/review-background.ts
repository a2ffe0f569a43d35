import type { Post } from '@portreeve/contract/listings/posts'
import type { Background } from '@portreeve/contract/listings/review'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { banReasons, userReports, users } from '../people/people-tables.ts'
import { listingReports, posts, reviewDecisions } from './listing-tables.ts'
import { differencesOf, judgedPart, postColumns } from './post-records.ts'

/** Maximum bans, reports and judgements in a list. */
const maxShown = 5

/** The context of a case for its reviewer: the seller's record; `key` is the listing of the case, if any. */
export async function backgroundOf(db: Db, uid: string, key: string | null): Promise<Background> {
  const [[seller], bans, reports, judged, since_approval] = await Promise.all([
    db
      .select({
        uid: users.uid,
        displayName: users.displayName,
        created_at: users.created_at,
        isBanned: users.isBanned,
      })
      .from(users)
      .where(eq(users.uid, uid)),
    bansOf(db, uid),
    reportsOf(db, uid, key),
    judgedOf(db, uid, key),
    key === null ? null : changesOf(db, key),
  ])
  return {
    seller: seller ?? { uid, displayName: null, created_at: null, isBanned: false },
    bans,
    reports,
    judged,
    since_approval,
  }
}

const bansOf = async (db: Db, uid: string): Promise<Background['bans']> => {
  const rows = await db
    .select({
      reason: banReasons.reason,
      created_at: banReasons.created_at,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(banReasons)
    .where(eq(banReasons.uid, uid))
    .orderBy(desc(banReasons.created_at), banReasons.id)
    .limit(maxShown)
  return { total: rows[0]?.total ?? 0, latest: rows.map(({ total: _total, ...row }) => row) }
}

async function reportsOf(db: Db, uid: string, key: string | null): Promise<Background['reports']> {
  const seller = await db
    .select({
      about: sql<'seller'>`'seller'`,
      reason: userReports.report_reason_id,
      words: userReports.input,
      created_at: userReports.created_at,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(userReports)
    .where(and(eq(userReports.reporting_uid, uid), eq(userReports.status, 'open')))
    .orderBy(desc(userReports.created_at), userReports.id)
    .limit(maxShown)
  const listing =
    key === null
      ? []
      : await db
          .select({
            about: sql<'listing'>`'listing'`,
            reason: listingReports.report_reason_id,
            words: sql<null>`null`,
            created_at: listingReports.created_at,
            total: sql<number>`count(*) over ()::int`,
          })
          .from(listingReports)
          .where(and(eq(listingReports.post_key, key), eq(listingReports.status, 'open')))
          .orderBy(desc(listingReports.created_at), listingReports.id)
          .limit(maxShown)
  return {
    about_seller: seller[0]?.total ?? 0,
    about_listing: listing[0]?.total ?? 0,
    latest: [...seller, ...listing]
      .sort((one, other) => other.created_at.localeCompare(one.created_at))
      .slice(0, maxShown)
      .map(({ total: _total, ...row }) => row),
  }
}

/** The seller's other judged listings, last judged first; a listing judged elsewhere counts by its own date. */
async function judgedOf(db: Db, uid: string, key: string | null): Promise<Background['judged']> {
  const theirs = and(
    eq(posts.creatorUID, uid),
    sql`${posts.review_state} <> 'pending'`,
    key === null ? undefined : sql`${posts.key} <> ${key}`,
  )
  const counted = await db
    .select({ state: posts.review_state, n: sql<number>`count(*)::int` })
    .from(posts)
    .where(theirs)
    .groupBy(posts.review_state)
  const amount = (state: string) => counted.find((one) => one.state === state)?.n ?? 0
  const latest = db
    .selectDistinctOn([reviewDecisions.subject_id], {
      subject_id: reviewDecisions.subject_id,
      at: reviewDecisions.at,
      by_name: reviewDecisions.by_name,
    })
    .from(reviewDecisions)
    .where(
      and(
        eq(reviewDecisions.owner_uid, uid),
        eq(reviewDecisions.kind, 'listing'),
        isNull(reviewDecisions.taken_back_at),
      ),
    )
    .orderBy(reviewDecisions.subject_id, desc(reviewDecisions.at))
    .as('latest')
  const rows = await db
    .select({
      key: posts.key,
      title: posts.title,
      state: sql<'approved' | 'denied'>`${posts.review_state}`,
      message: posts.review_message,
      at: latest.at,
      by: latest.by_name,
    })
    .from(posts)
    .leftJoin(latest, eq(latest.subject_id, posts.key))
    .where(theirs)
    .orderBy(sql`coalesce(${latest.at}, ${posts.creation_date_time}) desc nulls last`, posts.key)
    .limit(maxShown)
  return { approved: amount('approved'), denied: amount('denied'), latest: rows }
}

/** The differences from the last approved version of a listing. */
async function changesOf(db: Db, key: string): Promise<Background['since_approval']> {
  const [approved] = await db
    .select()
    .from(reviewDecisions)
    .where(
      and(
        eq(reviewDecisions.kind, 'listing'),
        eq(reviewDecisions.subject_id, key),
        eq(reviewDecisions.decision, 'approved'),
        isNull(reviewDecisions.taken_back_at),
      ),
    )
    .orderBy(desc(reviewDecisions.at))
    .limit(1)
  const [row] = await db.select(postColumns).from(posts).where(eq(posts.key, key))
  if (!approved?.snapshot || !row) return null
  const then = approved.snapshot
  const now = judgedPart(row as Post)
  return {
    approved_at: approved.at,
    by: approved.by_name,
    changes: differencesOf(then, now),
  }
}
