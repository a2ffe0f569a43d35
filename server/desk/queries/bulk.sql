-- bulk.rows
select "bulk_jobs"."id", "bulk_jobs"."action", "bulk_jobs"."state", "bulk_jobs"."words", "bulk_jobs"."created_at", "bulk_jobs"."ended_at", "bulk_jobs"."started_by", min(coalesce("staff"."display_name", "staff"."email", "staff"."uid")), (extract(epoch from clock_timestamp() - "bulk_jobs"."ended_at") * 1000)::int, (
  select (extract(epoch from o.due_at - clock_timestamp()) * 1000)::int
  from operations o
  where o.id = "bulk_jobs"."hold_operation" and o.state = 'pending' and o.attempts = 0), count(*)::int, count(*) filter (where "bulk_rows"."state" in ($1, $2))::int, count(*) filter (where "bulk_rows"."state" in ($3))::int, count(*) filter (where "bulk_rows"."state" in ($4))::int, count(*) filter (where "bulk_rows"."state" in ($5, $6, $7))::int
from (
  select "id", "action", "input", "state", "words", "hold_operation", "started_by", "undone_by", "undo_reason", "created_at", "ended_at"
  from "bulk_jobs"
  where "bulk_jobs"."id" = $8
  order by "bulk_jobs"."created_at" desc, "bulk_jobs"."id"
  limit $9) "bulk_jobs"
inner join "bulk_rows" on "bulk_rows"."job_id" = "bulk_jobs"."id"
left join "staff" on "staff"."uid" = "bulk_jobs"."started_by"
group by "bulk_jobs"."id", "bulk_jobs"."action", "bulk_jobs"."state", "bulk_jobs"."words", "bulk_jobs"."created_at", "bulk_jobs"."ended_at", "bulk_jobs"."started_by", "bulk_jobs"."hold_operation"
order by "bulk_jobs"."created_at" desc, "bulk_jobs"."id";
select "at", "subject_kind", "subject_id", case "subject_kind" when 'user' then (
  select display_name
  from users
  where uid = "subject_id") when 'listing' then (
  select title
  from posts
  where key = "subject_id") when 'promotion' then (
  select post_title
  from promoted_posts
  where id = "subject_id") when 'transaction' then (
  select product_title
  from transactions
  where id = "subject_id") when 'ship_label' then (
  select tracking_number
  from ship_labels
  where id = "subject_id") else (
  select min(m.name)
  from conversation_members m
  join conversation_states s on s.conversation_id = m.conversation_id
  where m.conversation_id = "subject_id" and m.uid <> s.account) end, case "subject_kind" when 'transaction' then "subject_id" when 'ship_label' then (
  select transaction_id
  from ship_labels
  where id = "subject_id") end, case when "state" in ('sent', 'undoing') then 'pending' else "state" end, "words"
from "bulk_rows"
where "bulk_rows"."job_id" = $1
order by "bulk_rows"."at"
limit $2;

-- bulk.mine
select "bulk_jobs"."id", "bulk_jobs"."action", "bulk_jobs"."state", "bulk_jobs"."words", "bulk_jobs"."created_at", "bulk_jobs"."ended_at", "bulk_jobs"."started_by", min(coalesce("staff"."display_name", "staff"."email", "staff"."uid")), (extract(epoch from clock_timestamp() - "bulk_jobs"."ended_at") * 1000)::int, (
  select (extract(epoch from o.due_at - clock_timestamp()) * 1000)::int
  from operations o
  where o.id = "bulk_jobs"."hold_operation" and o.state = 'pending' and o.attempts = 0), count(*)::int, count(*) filter (where "bulk_rows"."state" in ($1, $2))::int, count(*) filter (where "bulk_rows"."state" in ($3))::int, count(*) filter (where "bulk_rows"."state" in ($4))::int, count(*) filter (where "bulk_rows"."state" in ($5, $6, $7))::int
from (
  select "id", "action", "input", "state", "words", "hold_operation", "started_by", "undone_by", "undo_reason", "created_at", "ended_at"
  from "bulk_jobs"
  where "bulk_jobs"."started_by" = $8
  order by "bulk_jobs"."created_at" desc, "bulk_jobs"."id"
  limit $9) "bulk_jobs"
inner join "bulk_rows" on "bulk_rows"."job_id" = "bulk_jobs"."id"
left join "staff" on "staff"."uid" = "bulk_jobs"."started_by"
group by "bulk_jobs"."id", "bulk_jobs"."action", "bulk_jobs"."state", "bulk_jobs"."words", "bulk_jobs"."created_at", "bulk_jobs"."ended_at", "bulk_jobs"."started_by", "bulk_jobs"."hold_operation"
order by "bulk_jobs"."created_at" desc, "bulk_jobs"."id";

-- bulk.matches
select count(*)::int as total
from (
  select "reporting_uid" as id, null::int as version, jsonb_agg(r.id) as seen, row_number() over (order by max(r.created_at) desc, "reporting_uid") as place
  from "user_reports" r
  where r.status = 'open' and exists (
    select
    from users u
    where u.uid = r.reporting_uid and u.deleted_at is null)
  group by "reporting_uid") m;
