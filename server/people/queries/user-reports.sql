-- userReports.ofUser
with about as materialized (
  select *
  from (
    select r.id, null::text as post_key, null::text as title, r.reporter_uid, r.report_reason_id, r.input, r.status, r.created_at
    from user_reports r
    where r.reporting_uid = $1
    union all
    select r.id, p.key, p.title, r.reporter_uid, r.report_reason_id, null, r.status, r.created_at
    from posts p
    cross join lateral (
      select *
      from listing_reports
      where post_key = p.key
      offset 0) r
    where p.creator_uid = $2) as found
  order by status = 'open' desc, created_at desc, id
  limit $3), -- Every report of each reporter, by index, and whether it was upheld. records as materialized (
  select reporters.reporter_uid, made.*
  from (
    select distinct reporter_uid
    from about) as reporters
  cross join lateral (
    select count(*)::int as made, count(*) filter (where handled or upheld)::int as handled, count(*) filter (where upheld)::int as upheld
    from (
      select r.status <> 'open' as handled, exists (
        select
        from ban_reasons b
        where b.uid = r.reporting_uid and b.created_at >= r.created_at
        offset 0) as upheld
      from user_reports r
      where r.reporter_uid = reporters.reporter_uid
      union all
      select r.status <> 'open', (
        select p.review_state = 'denied' or p.deleted_at >= r.created_at
        from posts p
        where p.key = r.post_key)
      from listing_reports r
      where r.reporter_uid = reporters.reporter_uid) as each) as made)
select about.id, post_key, title, reporter_uid, report_reason_id, input, status, to_char(about.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at, u.display_name, records.made, records.handled, records.upheld
from about
left join records using (reporter_uid)
left join users u on u.uid = reporter_uid
order by about.status = 'open' desc, about.created_at desc, about.id;

-- userReports.list
select "user_reports"."reporting_uid", max("user_reports"."created_at")
from "user_reports"
inner join "users" on "users"."uid" = "user_reports"."reporting_uid"
where ("user_reports"."status" = $1 and "users"."deleted_at" is null)
group by "user_reports"."reporting_uid"
order by max("user_reports"."created_at") desc, "user_reports"."reporting_uid"
limit $2;
select "user_reports"."id", "user_reports"."reporting_uid", "user_reports"."reporter_uid", "user_reports"."report_reason_id", "user_reports"."input", "user_reports"."status", "user_reports"."created_at", "reporting"."display_name", "reporting"."is_banned", "reporter"."display_name"
from "user_reports"
inner join "users" "reporting" on "reporting"."uid" = "user_reports"."reporting_uid"
left join "users" "reporter" on "reporter"."uid" = "user_reports"."reporter_uid"
where ("user_reports"."status" = $1 and "user_reports"."reporting_uid" in ($2))
order by "user_reports"."created_at" desc, "user_reports"."id";
