import type { UserReportWithRecord } from '@portreeve/contract/people/user-overview'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

interface Row extends Record<string, unknown> {
  id: string
  post_key: string | null
  title: string | null
  reporter_uid: string | null
  display_name: string | null
  made: number
  handled: number
  upheld: number
  report_reason_id: string | null
  input: string | null
  status: UserReportWithRecord['status']
  created_at: string
}

/** Reports about a person and their listings, open ones first, then the newest, each with its reporter's record. */
export async function reportsWithRecords(
  db: Db,
  uid: string,
  limit: number,
): Promise<UserReportWithRecord[]> {
  const { rows } = await db.execute<Row>(sql`
    with about as materialized (
      select * from (
        select r.id, null::text as post_key, null::text as title, r.reporter_uid, r.report_reason_id, r.input, r.status, r.created_at
        from user_reports r where r.reporting_uid = ${uid}
        union all
        select r.id, p.key, p.title, r.reporter_uid, r.report_reason_id, null, r.status, r.created_at
        from posts p cross join lateral (select * from listing_reports where post_key = p.key offset 0) r
        where p.creator_uid = ${uid}) as found
      order by status = 'open' desc, created_at desc, id limit ${limit}),
    -- Every report of each reporter, by index, and whether it was upheld.
    records as materialized (
      select reporters.reporter_uid, made.* from (select distinct reporter_uid from about) as reporters
      cross join lateral (
        select count(*)::int as made, count(*) filter (where handled or upheld)::int as handled,
          count(*) filter (where upheld)::int as upheld
        from (
          select r.status <> 'open' as handled, exists (
            select from ban_reasons b where b.uid = r.reporting_uid and b.created_at >= r.created_at offset 0) as upheld
          from user_reports r where r.reporter_uid = reporters.reporter_uid
          union all
          select r.status <> 'open', (
            select p.review_state = 'denied' or p.deleted_at >= r.created_at from posts p where p.key = r.post_key)
          from listing_reports r where r.reporter_uid = reporters.reporter_uid) as each) as made)
    select about.id, post_key, title, reporter_uid, report_reason_id, input, status,
      to_char(about.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, u.display_name, records.made, records.handled, records.upheld
    from about left join records using (reporter_uid) left join users u on u.uid = reporter_uid
    order by about.status = 'open' desc, about.created_at desc, about.id`)
  return rows.map((row) => ({
    id: row.id,
    listing: row.post_key === null ? null : { key: row.post_key, title: row.title },
    reporter_uid: row.reporter_uid,
    reporter:
      row.reporter_uid === null
        ? null
        : { displayName: row.display_name, made: row.made, handled: row.handled, upheld: row.upheld },
    report_reason_id: row.report_reason_id,
    input: row.input,
    status: row.status,
    created_at: row.created_at,
  }))
}
