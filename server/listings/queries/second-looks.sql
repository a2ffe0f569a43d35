-- secondLooks.list
with looks as (
  select policy, count(*)::int as looks, count(*) filter (where outcomes[2] = outcomes[1])::int as agreed, count(*) filter (where outcomes[3] = outcomes[1])::int as confirmed
  from second_looks
  left join lateral unnest(policies) policy on true
  where state = 'closed' and given_at > now() - make_interval(days => $1) and ($2::text is null or by_uids[1] = $3)
  group by policy), against as (
  select g ->> 'policy' as policy, count(*)::int as appeals, count(*) filter (where a.state in ('changed', 'reversed'))::int as overturned
  from appeals a
  join measures m on m.id = a.about
  left join lateral jsonb_array_elements(m.grounds) g on true
  where a.state in ('upheld', 'changed', 'reversed') and a.decided_at > now() - make_interval(days => $4) and m.kind in ('listing_denied', 'promotion_denied') and ($5::text is null or m.by_uid = $6)
  group by 1)
select l.policy, p.name, l.looks, l.agreed, l.confirmed, coalesce(a.appeals, 0) as appeals, coalesce(a.overturned, 0) as overturned
from looks l
left join against a on a.policy is not distinct
from l.policy
left join policies p on p.id = l.policy
order by l.looks desc, l.policy;

-- secondLooks.own
with looks as (
  select policy, count(*)::int as looks, count(*) filter (where outcomes[2] = outcomes[1])::int as agreed, count(*) filter (where outcomes[3] = outcomes[1])::int as confirmed
  from second_looks
  left join lateral unnest(policies) policy on true
  where state = 'closed' and given_at > now() - make_interval(days => $1) and ($2::text is null or by_uids[1] = $3)
  group by policy), against as (
  select g ->> 'policy' as policy, count(*)::int as appeals, count(*) filter (where a.state in ('changed', 'reversed'))::int as overturned
  from appeals a
  join measures m on m.id = a.about
  left join lateral jsonb_array_elements(m.grounds) g on true
  where a.state in ('upheld', 'changed', 'reversed') and a.decided_at > now() - make_interval(days => $4) and m.kind in ('listing_denied', 'promotion_denied') and ($5::text is null or m.by_uid = $6)
  group by 1)
select l.policy, p.name, l.looks, l.agreed, l.confirmed, coalesce(a.appeals, 0) as appeals, coalesce(a.overturned, 0) as overturned
from looks l
left join against a on a.policy is not distinct
from l.policy
left join policies p on p.id = l.policy
order by l.looks desc, l.policy;
