-- transparency.get
with decided as materialized (
  select id, kind, source, ended_how, grounds, (told_at is not null and kind <> 'warned' and grounds <> '[]') as exported, extract(epoch from greatest(at, opened_at) - opened_at) as seconds, (
    select state
    from appeals a
    where a.about = measures.id and state <> 'moot'
    order by opened_at desc
    limit 1) as appeal
  from measures
  where at >= $1 and at < $2), counted as (
  select case when grouping(kind) = 0 then 'kind' when grouping(source) = 0 then 'source' else 'all' end as part, coalesce(kind, source) as key, count(*)::int as decisions, count(*) filter (where source = 'program')::int as automated, percentile_cont(0.5) within
  group (order by seconds) as median, percentile_cont(0.9) within
  group (order by seconds) as p90, count(*) filter (where exported)::int as exported, json_build_object('time', count(*) filter (where ended_how = 'time'), 'lifted', count(*) filter (where ended_how = 'lifted'), 'undone', count(*) filter (where ended_how = 'undone'), 'replaced', count(*) filter (where ended_how = 'replaced')) as ended, json_build_object('open', count(*) filter (where appeal = 'open'), 'upheld', count(*) filter (where appeal = 'upheld'), 'changed', count(*) filter (where appeal = 'changed'), 'reversed', count(*) filter (where appeal = 'reversed')) as appeals
  from decided
  group by grouping sets ((), (kind), (source))
  union all
  select 'policy', policy, count(*)::int as decisions, count(*) filter (where source = 'program')::int as automated, percentile_cont(0.5) within
  group (order by seconds) as median, percentile_cont(0.9) within
  group (order by seconds) as p90, count(*) filter (where exported)::int as exported, json_build_object('time', count(*) filter (where ended_how = 'time'), 'lifted', count(*) filter (where ended_how = 'lifted'), 'undone', count(*) filter (where ended_how = 'undone'), 'replaced', count(*) filter (where ended_how = 'replaced')) as ended, json_build_object('open', count(*) filter (where appeal = 'open'), 'upheld', count(*) filter (where appeal = 'upheld'), 'changed', count(*) filter (where appeal = 'changed'), 'reversed', count(*) filter (where appeal = 'reversed')) as appeals
  from (
    select d.*, g ->> 'policy' as policy
    from decided d
    left join lateral jsonb_array_elements(d.grounds) g on true) under
  group by policy)
select counted.*, (
  select name
  from policies
  where id = key) as name
from counted
order by part, decisions desc, key;

-- transparency.statements
select m.id, m.kind, m.subject_kind, m.grounds, m.reason, m.source, m.at, m.until, m.uid, u.display_name as name, case when m.subject_kind = 'listing' then p.creation_date_time when m.subject_kind = 'user' and m.kind not in ('listings_deleted', 'questions_deleted', 'conversations_deleted') then u.created_at_time end as made_at, (
  select harm
  from policies
  where id = m.grounds -> 0 ->> 'policy') as harm
from measures m
left join users u on u.uid = m.uid
left join posts p on m.subject_kind = 'listing' and p.key = m.subject_id
where (told_at is not null and kind <> 'warned' and grounds <> '[]') and m.at >= $1 and m.at < $2 and (true)
order by m.at, m.id
limit $3;
select uid
from users
where uid = any($1::text[]);
