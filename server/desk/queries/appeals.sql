-- appeals.get
select "appeals"."id", "appeals"."uid", "appeals"."about", "appeals"."text", "appeals"."attachments", "appeals"."created_at", "appeals"."opened_at", "appeals"."due_at", "appeals"."conversation_id", "appeals"."state", "appeals"."decided_by", "appeals"."decided_at", "appeals"."answer", "appeals"."files", (
  select json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'size', size, 'width', width, 'height', height) order by name, id)
  from stored_files as file
  where file.id in (
    select jsonb_array_elements_text("appeals"."files")) and file.state = 'ready'), "users"."display_name", coalesce("staff"."display_name", "staff"."email"), (
  select (m.by_uid = $1 or $2 = any(m.party_uids))
  from measures m
  where m.id = "appeals"."about")
from "appeals"
left join "users" on "users"."uid" = "appeals"."uid"
left join "staff" on "staff"."uid" = "appeals"."decided_by"
where "appeals"."id" = $3;
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
where "measures"."id" = $1
order by "measures"."at" desc, "measures"."id" desc
limit $2;
select "appeal_rounds"."id", "appeal_rounds"."appeal_id", "appeal_rounds"."by_uid", "appeal_rounds"."text", "appeal_rounds"."attachments", "appeal_rounds"."at", coalesce("staff"."display_name", "staff"."email")
from "appeal_rounds"
left join "staff" on "staff"."uid" = "appeal_rounds"."by_uid"
where "appeal_rounds"."appeal_id" = $1
order by "appeal_rounds"."id" asc;
