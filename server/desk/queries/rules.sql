-- rules.list
select "rules"."id", "rules"."name", "rules"."event", "rules"."query", "rules"."actions", "rules"."per_hour", "rules"."state", "rules"."stopped", "rules"."owner_uid", "rules"."changed_at", "rules"."since", "rules"."on_by", "rules"."version", "rules"."written", coalesce("staff"."display_name", "staff"."email", ''), coalesce("on_by_staff"."display_name", "on_by_staff"."email", ''), (
  select count(*)::int
  from rule_matches m
  where m.rule_id = "rules"."id" and m.case_state = 'open')
from "rules"
inner join "staff" on "staff"."uid" = "rules"."owner_uid"
left join "staff" "on_by_staff" on "on_by_staff"."uid" = "rules"."on_by"
where true
order by lower("rules"."name"), "rules"."id";
