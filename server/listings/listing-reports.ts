import { listingReports as contract } from '@portreeve/contract/listings/listing-reports'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { pageSize } from '../core/call/page.ts'
import { refuse } from '../core/refuse.ts'
import { users } from '../people/people-tables.ts'
import { hold } from '../staff/held-actions.ts'
import { reopenReports } from './held-listings.ts'
import { posts, listingReports as table } from './listing-tables.ts'
import { lockPost } from './post-records.ts'

export const listingReports = implement('listingReports', contract, {
  list: async ({ query }, { db, more }) => {
    const rows = await db
      .select({
        key: posts.key,
        title: posts.title,
        description: posts.description,
        thumbnailImageURL: posts.thumbnailImageURL,
        status: sql<'open'>`'open'`,
        total_reports: sql<number>`count(*)::int`,
        report_ids: sql<string[]>`array_agg(${table.id} order by ${table.created_at}, ${table.id})`,
        about: {
          reasons: sql<
            string[]
          >`coalesce(array_agg(distinct ${table.report_reason_id}) filter (where ${table.report_reason_id} is not null), '{}')`,
          reporters: sql<number>`count(distinct ${table.reporter_uid})::int`,
          oldest: sql<string>`min(${table.created_at})`.mapWith(table.created_at),
          newest: sql<string>`max(${table.created_at})`.mapWith(table.created_at),
          sellerIsBanned: sql<boolean>`coalesce(bool_or(${users.isBanned}), false)`,
        },
      })
      .from(table)
      .innerJoin(posts, eq(posts.key, table.post_key))
      .leftJoin(users, eq(users.uid, posts.creatorUID))
      .where(and(eq(table.status, 'open'), isNull(posts.deleted_at)))
      // All columns: a view of the past has no key that the others depend on.
      .groupBy(posts.key, posts.title, posts.description, posts.thumbnailImageURL)
      .orderBy(
        ...(query.first === undefined ? [] : [desc(eq(posts.key, query.first))]),
        desc(sql`max(${table.created_at})`),
        posts.key,
      )
      .limit(pageSize + 1)
    if (rows.length > pageSize) more()
    return rows.slice(0, pageSize)
  },

  ignore: async ({ params, body }, call) => {
    const [post] = await call.db
      .select({ key: posts.key, title: posts.title, creator: posts.creatorUID })
      .from(posts)
      .where(and(eq(posts.key, params.id), isNull(posts.deleted_at)))
      .for('update')
    if (!post) refuse('not_found', 'No such listing', 'There is no such listing, or it was deleted.')
    const open = and(eq(table.post_key, post.key), eq(table.status, 'open'))
    const ignored = await call.db
      .update(table)
      .set({ status: 'ignored' })
      .where(and(open, body.seen && (body.seen.length > 0 ? inArray(table.id, body.seen) : sql`false`)))
      .returning({ id: table.id })
    const [left] = await call.db.select({ n: sql<number>`count(*)::int` }).from(table).where(open)
    const items = ignored.map((row) => row.id)
    await hold(call, {
      action: 'listingReports.ignore',
      subject_kind: 'listing',
      subject_id: post.key,
      title: post.title,
      items,
    })
    call.did(
      post.key,
      { before: { title: post.title }, after: { ignored: items } },
      { event: items.length > 0 ? { reports: items } : null, live: { uid: post.creator } },
    )
    return { ignored_count: ignored.length, left_open: left?.n ?? 0 }
  },

  reopen: async ({ params: { id }, body }, call) => {
    const { row } = await lockPost(call.db, id)
    const reports = await reopenReports(call.db, id, body.reports)
    call.did(
      id,
      { before: { title: row.title }, after: { reopened: reports } },
      { reason: body.reason.trim(), event: { reports }, live: { uid: row.creatorUID } },
    )
    return { reopened: reports.length }
  },
})
