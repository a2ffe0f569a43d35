import type { Listing } from '@portreeve/contract/posts'
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { newestFirst, pageSize } from '../core/page.ts'
import { refuse } from '../core/refuse.ts'
import { listings } from '../db/listings.ts'
import type { Waiting } from './reviews.ts'

const {
  creation_date_time: _time,
  deleted_at: _deleted,
  changed_at: _changed,
  search_title: _title,
  search: _search,
  ...shown
} = getTableColumns(listings)

/** The columns of a listing as the wire has them. */
export const listingColumns = shown

/** Listings by their creation, newest first. */
export const listingOrder = newestFirst(sql`${listings.creation_date_time}`, sql`${listings.key}`, 'untimed')

/** A page of the listings that wait for review, longest waiting first. */
export async function pendingListings({ db, more, total }: Call): Promise<Listing[]> {
  const waiting = and(eq(listings.review_state, 'pending'), isNull(listings.deleted_at))
  const [[counted], rows] = await Promise.all([
    db.select({ n: sql<number>`count(*)::int` }).from(listings).where(waiting),
    db
      .select(listingColumns)
      .from(listings)
      .where(waiting)
      .orderBy(sql`${listings.creation_date_time} asc nulls last`, listings.key)
      .limit(pageSize + 1),
  ])
  total(counted?.n ?? 0)
  if (rows.length > pageSize) more()
  return rows.slice(0, pageSize) as Listing[]
}

/** A listing for a decision, locked until the call's transaction ends: concurrent decisions take turns. */
export async function lockListing(db: Db, key: string): Promise<Waiting & { row: Listing }> {
  const [found] = await db
    .select({ ...listingColumns, changed_at: listings.changed_at })
    .from(listings)
    .where(and(eq(listings.key, key), isNull(listings.deleted_at)))
    .for('update')
  if (!found) refuse('not_found', 'No such listing', 'There is no such listing, or it was deleted.')
  const { changed_at, ...row } = found
  return {
    case: { kind: 'listing', id: key },
    owner: row.creatorUID,
    title: row.title,
    state: row.review_state === 'approved' || row.review_state === 'denied' ? row.review_state : null,
    version: row.version,
    changed_at,
    row: row as Listing,
  }
}

/** The fields that a reviewer judges: stored at approval, and compared when the listing comes back. */
export const judgedFields = [
  'title',
  'description',
  'price',
  'price_as_smallest_currency_unit',
  'quantity',
  'condition',
  'photosURL',
  'thumbnailImageURL',
  'shipping',
  'shipping_cost',
  'shipping_origin_zip_code',
  'location',
  'trades',
  'accepts_offers',
  'postType',
  'post_version',
  'variation',
  'postCountryCode',
] as const satisfies (keyof Listing)[]

export const judgedPart = (row: Listing): Record<string, unknown> =>
  Object.fromEntries(judgedFields.map((field) => [field, row[field] ?? null]))
