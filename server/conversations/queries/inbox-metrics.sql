-- inboxMetrics.get
select "first_answer_minutes", "resolution_minutes", "weekdays", "opens_at", "closes_at", "time_zone"
from "inbox_settings";
select day, begins::text, ends::text
from portreeve_inbox_calendar($1);
with days as (
  select d.*, exists (
    select
    from inbox_days i
    where i.begins = d.begins and i.ends = d.ends) and not exists (
    select
    from inbox_changed_days c
    where c.begins = d.begins and c.ends = d.ends) as is_folded
  from unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) d (day, begins, ends))
select *
from (
  select day, kind, "by", seconds
  from days
  join inbox_days using (begins, ends)
  where is_folded
  union all
  select day, kind, "by", string_agg(int4send(working_seconds), '' order by working_seconds)
  from days
  join inbox_spans on until >= begins and until < ends
  where not is_folded
  group by day, kind, "by") spans
order by kind collate "C", "by" collate "C", day;
select "assignee", count(*)::integer, min("waiting_since")
from "conversation_states"
where "conversation_states"."state" = $1
group by "conversation_states"."assignee";
select "uid", coalesce("display_name", "email")
from "staff"
where false;
