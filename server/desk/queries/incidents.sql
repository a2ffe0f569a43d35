-- incidents.list
select "id", "name", "tag", "opened_at", (
  select json_build_object('uid', "incidents"."opened_by", 'name', (
      select coalesce(display_name, email)
      from staff
      where staff.uid = "incidents"."opened_by"))
  where "incidents"."opened_by" is not null), "over_at", (
  select json_build_object('uid', "incidents"."over_by", 'name', (
      select coalesce(display_name, email)
      from staff
      where staff.uid = "incidents"."over_by"))
  where "incidents"."over_by" is not null), "job_id", (
  select count(*)::int
  from conversation_states s
  where s.tags @> array["incidents"."tag"]), (
  select (count(*) filter (where s.state = 'open' and s.waiting_since is not null))::int
  from conversation_states s
  where s.tags @> array["incidents"."tag"]), (
  select min(s.waiting_since) filter (where s.state = 'open' and s.waiting_since is not null)
  from conversation_states s
  where s.tags @> array["incidents"."tag"])
from "incidents"
order by "incidents"."over_at" is null desc, "incidents"."opened_at" desc, "incidents"."id"
limit $1;
