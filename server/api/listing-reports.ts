import { listingReports as contract } from '@portreeve/contract/listing-reports'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { implement } from '../core/implement.ts'
import { pageSize } from '../core/page.ts'
import { refuse } from '../core/refuse.ts'
import { contentReports, listings } from '../db/listings.ts'
import { hold } from '../store/held.ts'

export const listingReports = implement('listingReports', contract, {
  list: async (_input, { db, more }) => {
    const rows = await db
      .select({
        key: listings.key,
        title: listings.title,
        description: listings.description,
        thumbnailImageURL: listings.thumbnailImageURL,
        status: sql<'open'>`'open'`,
        total_reports: sql<number>`count(*)::int`,
        report_ids: sql<
          string[]
        >`array_agg(${contentReports.id} order by ${contentReports.created_at}, ${contentReports.id})`,
      })
      .from(contentReports)
      .innerJoin(listings, eq(listings.key, contentReports.post_key))
      .where(and(eq(contentReports.status, 'open'), isNull(listings.deleted_at)))
      .groupBy(listings.key)
      .orderBy(desc(sql`max(${contentReports.created_at})`), listings.key)
      .limit(pageSize + 1)
    if (rows.length > pageSize) more()
    return rows.slice(0, pageSize)
  },

  ignore: async ({ params, body }, call) => {
    const [listing] = await call.db
      .select({ key: listings.key, title: listings.title })
      .from(listings)
      .where(and(eq(listings.key, params.id), isNull(listings.deleted_at)))
      .for('update')
    if (!listing) refuse('not_found', 'No such listing', 'There is no such listing, or it was deleted.')
    const open = and(eq(contentReports.post_key, listing.key), eq(contentReports.status, 'open'))
    const ignored = await call.db
      .update(contentReports)
      .set({ status: 'ignored' })
      .where(
        and(open, body.seen && (body.seen.length > 0 ? inArray(contentReports.id, body.seen) : sql`false`)),
      )
      .returning({ id: contentReports.id })
    const [left] = await call.db.select({ n: sql<number>`count(*)::int` }).from(contentReports).where(open)
    const items = ignored.map((row) => row.id)
    await hold(call, {
      action: 'listingReports.ignore',
      subject_kind: 'listing',
      subject_id: listing.key,
      title: listing.title,
      items,
    })
    call.record({
      subject: ['listing', listing.key],
      before: { title: listing.title },
      after: { ignored: items },
    })
    return { ignored_count: ignored.length, left_open: left?.n ?? 0 }
  },
})
