import type { Similar } from '@portreeve/contract/listings/similar'
import type { MeasureKind } from '@portreeve/contract/people/policies'
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { staff } from '../db/system-tables.ts'
import { measures } from '../people/measures/measure-tables.ts'
import { anyOf } from '../search/any-of.ts'
import { staffName } from '../staff/staff-name.ts'
import { posts, reviewDecisions } from './listing-tables.ts'

/** How a listing was decided. */
export type Outcome = Omit<Similar, 'alike'>

/** How listings were decided. Undecided ones are left out: those that wait, and those that the marketplace has deleted. */
export async function outcomesOf(db: Db, keys: readonly string[]): Promise<Outcome[]> {
  if (keys.length === 0) return []
  const [rows, decisions, taken] = await Promise.all([
    listingsOf(db, keys),
    db
      .select({
        subject_id: reviewDecisions.subject_id,
        decision: reviewDecisions.decision,
        by_name: reviewDecisions.by_name,
        at: reviewDecisions.at,
        taken_back_at: reviewDecisions.taken_back_at,
      })
      .from(reviewDecisions)
      .where(and(eq(reviewDecisions.kind, 'listing'), anyOf(reviewDecisions.subject_id, keys)))
      .orderBy(desc(reviewDecisions.version), desc(reviewDecisions.at)),
    measuresOf(db, keys),
  ])
  return rows.flatMap(({ state, is_deleted, review_message, ...listing }) => {
    const about = taken.filter(
      ({ row }) =>
        row.subject_id === listing.key ||
        (row.kind === 'listings_deleted' && row.uid === listing.creatorUID && is_deleted),
    )
    const inForce = (...kinds: MeasureKind[]) =>
      about.find(({ row }) => row.ended_at === null && kinds.includes(row.kind))
    const removal = is_deleted ? inForce('listing_deleted', 'listings_deleted') : undefined
    if (state === 'pending' && !removal) return []
    const outcome = removal ? 'deleted' : state === 'denied' ? 'denied' : 'approved'
    const measure = removal ?? (outcome === 'denied' ? inForce('listing_denied') : undefined)
    const judged = decisions.filter(({ subject_id }) => subject_id === listing.key)
    const decision = judged.find((one) => one.taken_back_at === null && one.decision === outcome)
    const back = judged.find((one) => one.taken_back_at !== null)
    const account = taken.find(({ row }) => row.uid === listing.creatorUID && onAccount.includes(row.kind))
    return {
      ...listing,
      outcome,
      decided: removal
        ? { by: removal.by ?? removal.row.by_uid, at: removal.row.at }
        : decision
          ? { by: decision.by_name, at: decision.at }
          : null,
      message: removal ? removal.row.reason : outcome === 'denied' ? review_message : null,
      policies: measure?.row.grounds.map(({ name }) => name) ?? [],
      taken_back: back?.taken_back_at
        ? { decision: back.decision, by: back.by_name, at: back.taken_back_at }
        : null,
      appeal: about.find(({ appeal }) => appeal !== null)?.appeal ?? null,
      seller: account
        ? { kind: account.row.kind, at: account.row.at, holds: account.row.ended_at === null }
        : null,
    }
  })
}

const listingsOf = (db: Db, keys: readonly string[]) =>
  db
    .select({
      key: posts.key,
      title: posts.title,
      price: posts.price,
      price_as_smallest_currency_unit: posts.price_as_smallest_currency_unit,
      thumbnailImageURL: sql<string | null>`coalesce(${posts.thumbnailImageURL}, ${posts.photosURL} ->> 0)`,
      creatorUID: posts.creatorUID,
      creatorName: posts.creatorName,
      state: posts.review_state,
      review_message: posts.review_message,
      is_deleted: sql<boolean>`${posts.deleted_at} is not null`,
    })
    .from(posts)
    .where(anyOf(posts.key, keys))

const onAccount: MeasureKind[] = ['blocked', 'no_listing', 'no_messages', 'no_payouts', 'warned']

/** The measures about listings and about the accounts of their sellers, newest first, each with its newest appeal. */
const measuresOf = (db: Db, keys: readonly string[]) =>
  db
    .select({
      row: measures,
      by: staffName(staff, measures.by_uid),
      appeal: sql<Similar['appeal']>`(select json_build_object('id', a.id, 'state', a.state) from appeals a
        where a.about = ${measures.id} order by a.opened_at desc, a.id limit 1)`,
    })
    .from(measures)
    .leftJoin(staff, eq(staff.uid, measures.by_uid))
    .where(
      or(
        and(eq(measures.subject_kind, 'listing'), anyOf(measures.subject_id, keys)),
        and(
          sql`${measures.uid} in (select creator_uid from posts where ${anyOf(posts.key, keys)})`,
          inArray(measures.kind, [...onAccount, 'listings_deleted']),
        ),
      ),
    )
    .orderBy(desc(measures.at), desc(measures.id))
