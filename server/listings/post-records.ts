import type { Post } from '@portreeve/contract/listings/posts'
import { and, eq, getTableColumns, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { newestFirst, pageSize } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { posts } from './listing-tables.ts'
import type { LockedCase } from './review-decisions.ts'
import { looksFor, type Shown } from './second-looks/looking.ts'

const {
  creation_date_time: _time,
  deleted_at: _deleted,
  extra: _extra,
  changed_at: _changed,
  search_title: _title,
  search: _search,
  search_sketch: _sketch,
  ...shown
} = getTableColumns(posts)

/** The columns of a listing as the wire has them. */
export const postColumns = shown

/** Listings by their creation, newest first. */
export const postOrder = newestFirst(sql`${posts.creation_date_time}`, sql`${posts.key}`, 'untimed')

/** A listing as it waits for a second look. */
export const asPending = (row: Post, shown: Shown | undefined): Post =>
  shown ? { ...row, ...shown, review_state: 'pending' } : row

/**
 * A page of the listings that wait for review, longest waiting first; for a second look, too.
 * @param id only the listing with this key
 */
export async function pendingPosts({ db, staff, more, total }: Call, id?: string): Promise<Post[]> {
  const looks = await looksFor(db, staff.uid, 'listing')
  const waits = eq(posts.review_state, 'pending')
  const pending = and(
    looks.size === 0 ? waits : or(waits, inArray(posts.key, [...looks.keys()])),
    isNull(posts.deleted_at),
    id === undefined ? undefined : eq(posts.key, id),
  )
  const [[counted], rows] = await Promise.all([
    db.select({ n: sql<number>`count(*)::int` }).from(posts).where(pending),
    db
      .select(postColumns)
      .from(posts)
      .where(pending)
      .orderBy(sql`${posts.creation_date_time} asc nulls last`, posts.key)
      .limit(pageSize + 1),
  ])
  total(counted?.n ?? 0)
  if (rows.length > pageSize) more()
  return (rows.slice(0, pageSize) as Post[]).map((row) => asPending(row, looks.get(row.key)))
}

/** A listing for a decision, locked until the call's transaction ends: concurrent decisions take turns. */
export async function lockPost(db: Db, key: string): Promise<LockedCase & { row: Post }> {
  const [found] = await db
    .select({ ...postColumns, changed_at: posts.changed_at })
    .from(posts)
    .where(and(eq(posts.key, key), isNull(posts.deleted_at)))
    .for('update')
  if (!found) refuse('not_found', 'No such listing', 'There is no such listing, or it was deleted.')
  const { changed_at, ...row } = found
  const { review_state } = row
  const state = review_state === 'approved' || review_state === 'denied' ? review_state : null
  return {
    case: { kind: 'listing', id: key },
    owner: row.creatorUID,
    title: row.title,
    state,
    was: state && { state, message: row.review_message },
    version: row.version,
    message: row.review_message,
    changed_at,
    row: row as Post,
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
] as const satisfies (keyof Post)[]

export const judgedPart = (row: Post): Record<string, unknown> =>
  Object.fromEntries(judgedFields.map((field) => [field, row[field] ?? null]))

/** The fields in which two versions of a listing differ. */
export const differencesOf = (then: Record<string, unknown>, now: Record<string, unknown>) =>
  judgedFields
    .filter((field) => JSON.stringify(then[field] ?? null) !== JSON.stringify(now[field] ?? null))
    .map((field) => ({ field, before: then[field] ?? null, after: now[field] ?? null }))
