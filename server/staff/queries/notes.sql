-- notes.ofMany
select record.id as of, newest.id::float8 as id, newest.reason as text, newest.actor_uid as uid, coalesce(s.display_name, s.email) as name, newest.at::text as at, newest.count
from unnest($1::text[]) as record(id)
cross join lateral (
  select a.id, a.reason, a.actor_uid, a.at, count(*) over ()::int as count
  from "audit" a
  where a.subject_kind = $2 and a.subject_id = record.id and a.action = any($3) and a.reason is not null
  order by a.id desc
  limit 1) as newest
left join "staff" s on s.uid = newest.actor_uid;

-- notes.list
select "audit"."id", "audit"."reason", "audit"."actor_uid", coalesce("staff"."display_name", "staff"."email"), "audit"."at", "audit"."action", (
  select coalesce(json_agg(json_build_object('uid', uid, 'name', coalesce(display_name, email))), '[]')
  from staff
  where uid in (
    select jsonb_array_elements_text("audit"."after"->'mentions'))), (
  select coalesce(json_agg(json_build_object('uid', uid, 'name', coalesce(display_name, email))), '[]')
  from staff
  where uid in ("audit"."after"->>'assignee')), "audit"."after"->'files'
from "audit"
left join "staff" on "staff"."uid" = "audit"."actor_uid"
where ("audit"."subject_kind" = $1 and "audit"."subject_id" = $2 and "audit"."action" in ($3, $4) and "audit"."reason" is not null)
order by "audit"."id" desc
limit $5;
