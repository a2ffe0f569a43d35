-- inboxMetrics.get
select "first_answer_minutes", "resolution_minutes", "weekdays", "opens_at", "closes_at", "time_zone"
from "inbox_settings";
select to_char(day, 'YYYY-MM-DD') as day, (day at time zone $1)::text as begins
from generate_series(date_trunc('day', now() at time zone $2) - $3 * interval '1 day', now() at time zone $4, interval '1 day') day
order by day;
with spans as (
  select kind collate "C" as kind, "by" collate "C" as "by", width_bucket(until, $1::timestamptz[]) as day, working_seconds as seconds, working_seconds <= case kind when 'first_answer' then $2::integer else $3::integer end * 60 as in_time
  from inbox_spans
  where until >= $4::timestamptz)
select kind, "by", day, count, quantiles[1] as median, quantiles[2] as p90, within
from (
  select kind, "by", day, count(*)::integer as count, percentile_cont(array[0.5, 0.9]) within
  group (order by seconds) as quantiles, case when bool_or(in_time is not null) then (count(*) filter (where in_time))::integer end as within
  from spans
  group by grouping sets ((kind), (kind, "by"), (kind, day))) grouped;
select "assignee", count(*)::integer, min("waiting_since")
from "conversation_states"
where "conversation_states"."state" = $1
group by "conversation_states"."assignee";
select "uid", coalesce("display_name", "email")
from "staff"
where false;
