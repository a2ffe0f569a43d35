-- ingest.differences
select count(*)::int
from "decided_fields"
where ("decided_fields"."differs_since" is not null and "decided_fields"."settled" = $1);
select "entity", "key", case "entity" when 'users' then (
  select display_name
  from users
  where uid = "key") when 'listings' then (
  select title
  from posts
  where key = "key") end, "field", "ours", "theirs", "decided_at", (
  select coalesce(display_name, email)
  from staff
  where uid = "decided_by"), "differs_since", concat_ws(' ', "decided_fields"."entity", "decided_fields"."key", "decided_fields"."field")
from "decided_fields"
where ("decided_fields"."differs_since" is not null and "decided_fields"."settled" = $1)
order by "decided_fields"."differs_since" desc, concat_ws(' ', "decided_fields"."entity", "decided_fields"."key", "decided_fields"."field") desc
limit $2;
