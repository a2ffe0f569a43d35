-- audit.list
select "audit"."id", "audit"."at", "audit"."actor_uid", "audit"."actor_role", "audit"."action", "audit"."subject_kind", "audit"."subject_id", "audit"."reason", "audit"."address", "audit"."request_id", case audit.subject_kind when 'user' then (
  select display_name
  from users
  where uid = audit.subject_id) when 'listing' then (
  select title
  from posts
  where key = audit.subject_id) when 'promotion' then (
  select post_title
  from promoted_posts
  where id = audit.subject_id) when 'transaction' then (
  select product_title
  from transactions
  where id = audit.subject_id) when 'question' then (
  select title
  from questions
  where id = audit.subject_id) when 'collection' then (
  select title
  from collections
  where id = audit.subject_id) when 'macro' then coalesce((
    select title
    from macros
    where id = audit.subject_id), audit.before ->> 'title', audit.after ->> 'title') when 'keyword' then coalesce((
    select preferred_term
    from keywords
    where id = audit.subject_id), audit.before ->> 'preferred_term', audit.after ->> 'preferred_term') when 'staff' then (
  select coalesce(s.display_name, s.email)
  from staff s
  where s.uid = audit.subject_id) end, case audit.subject_kind when 'transaction' then (
  select currency
  from transactions
  where id = audit.subject_id) when 'order' then coalesce((
    select currency
    from orders
    where id = audit.subject_id), (
    select currency
    from transactions
    where order_id = audit.subject_id
    limit 1)) end, coalesce("staff"."display_name", "staff"."email"), case when coalesce(octet_length("audit"."before"::text), 0) + coalesce(octet_length("audit"."after"::text), 0) > $1 then null else "audit"."before" end, case when coalesce(octet_length("audit"."before"::text), 0) + coalesce(octet_length("audit"."after"::text), 0) > $2 then null else "audit"."after" end, coalesce(octet_length("audit"."before"::text), 0) + coalesce(octet_length("audit"."after"::text), 0) > $3, "audit"."erased" is not null
from "audit"
left join "staff" on "staff"."uid" = "audit"."actor_uid"
order by "audit"."id" desc
limit $4;
