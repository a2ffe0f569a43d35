-- measures.of
select "measures"."id", "measures"."kind", "measures"."subject_kind", "measures"."subject_id", "measures"."uid", "measures"."grounds", "measures"."reason", "measures"."source", "measures"."by_uid", "measures"."party_uids", "measures"."at", "measures"."opened_at", "measures"."until", "measures"."operation_id", "measures"."told_at", "measures"."ended_at", "measures"."ended_how", "measures"."ended_by", case measures.subject_kind when 'listing' then (
  select title
  from posts
  where key = measures.subject_id) when 'promotion' then (
  select post_title
  from promoted_posts
  where id = measures.subject_id) when 'transaction' then (
  select product_title
  from transactions
  where id = measures.subject_id) when 'question' then (
  select title
  from questions
  where id = measures.subject_id) else (
  select display_name
  from users
  where uid = measures.subject_id) end, case when "measures"."by_uid" is not null then json_build_object('uid', "measures"."by_uid", 'name', coalesce("taker"."display_name", "taker"."email")) end, case when "measures"."ended_by" is not null then json_build_object('uid', "measures"."ended_by", 'name', coalesce("ender"."display_name", "ender"."email")) end, (
  select json_build_object('id', a.id, 'state', a.state)
  from appeals a
  where a.about = "measures"."id"
  order by a.opened_at desc, a.id
  limit 1)
from "measures"
left join "staff" "taker" on "taker"."uid" = "measures"."by_uid"
left join "staff" "ender" on "ender"."uid" = "measures"."ended_by"
where "measures"."uid" = $1
order by "measures"."at" desc, "measures"."id" desc
limit $2;
