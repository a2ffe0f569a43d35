-- held.mine
select "held_actions"."id", "held_actions"."action", "held_actions"."subject_kind", "held_actions"."subject_id", "held_actions"."title", "held_actions"."reason", "held_actions"."at", least(60000, extract(epoch from "operations"."due_at" - now() - make_interval(secs => $1)) * 1000)::int
from "held_actions"
inner join "operations" on "operations"."id" = "held_actions"."operation_id"
where ("held_actions"."by_uid" = $2 and "held_actions"."at" > now() - interval '1 minute' and ("operations"."state" = $3 and "operations"."attempts" = $4 and least(60000, extract(epoch from "operations"."due_at" - now() - make_interval(secs => $5)) * 1000)::int > 0 and not "operations"."details" ? 'bulk'));
select "review_decisions"."id", "review_decisions"."decision", "review_decisions"."kind", "review_decisions"."subject_id", case "review_decisions"."kind" when 'listing' then (
  select title
  from posts
  where key = "review_decisions"."subject_id") else (
  select post_title
  from promoted_posts
  where id = "review_decisions"."subject_id") end, "review_decisions"."message", "review_decisions"."at", least(60000, extract(epoch from "operations"."due_at" - now() - make_interval(secs => $1)) * 1000)::int
from "review_decisions"
inner join "operations" on "operations"."id" = "review_decisions"."operation_id"
where ("review_decisions"."by_uid" = $2 and "review_decisions"."at" > now() - interval '1 minute' and ("operations"."state" = $3 and "operations"."attempts" = $4 and least(60000, extract(epoch from "operations"."due_at" - now() - make_interval(secs => $5)) * 1000)::int > 0 and not "operations"."details" ? 'bulk'));
select "id", outcomes[cardinality(outcomes)], "kind", "subject_id", case "kind" when 'listing' then (
  select title
  from posts
  where key = "subject_id") else (
  select post_title
  from promoted_posts
  where id = "subject_id") end, "message", "given_at", floor(extract(epoch from given_at + make_interval(secs => $1) - now()) * 1000)::int
from "second_looks"
where ("second_looks"."state" = $2 and by_uids[cardinality(by_uids)] = $3 and floor(extract(epoch from given_at + make_interval(secs => $4) - now()) * 1000)::int > 0);

-- held.of
select "id", "action", "by_uid", "by_name", "at", "undone_at"
from "held_actions"
where (("held_actions"."undone_at" is null and ("held_actions"."subject_kind" = $1 and "held_actions"."subject_id" = $2 or "held_actions"."id" in (
        select held_id
        from deleted_records
        where kind = $3 and key = $4))) and "held_actions"."at" > now() - make_interval(days => $5))
order by "held_actions"."at" desc
limit $6;
