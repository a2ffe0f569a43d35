-- ruleReplays.list
select "id", "event", "queries", "from", "to", "state", "total", "done", "failure", "made_by", "made_at", "leased_until"
from "rule_replays"
order by "rule_replays"."made_at" desc, "rule_replays"."id"
limit $1;
select replay_id, query, outcome, coalesce(currency, $1) as currency, count(*)::int as n, coalesce(sum(cents), 0)::float8 as cents
from (
  select replay_id, unnest(met)::int as query, coalesce(outcome, 'gone') as outcome, cents, currency
  from rule_replay_events
  where replay_id = any($2::text[])
  union all
  select replay_id, -1, outcome, cents, currency
  from rule_replay_events
  where replay_id = any($3::text[]) and outcome <> 'good') e
group by 1, 2, 3, 4;
