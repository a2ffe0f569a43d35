-- timeline.of
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
where ("audit"."subject_kind" = $4 and "audit"."subject_id" = $5 and "audit"."action" not in ($6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53, $54, $55, $56, $57, $58, $59, $60, $61, $62, $63, $64, $65, $66, $67, $68, $69, $70, $71, $72, $73, $74, $75, $76, $77, $78, $79, $80, $81, $82, $83, $84, $85, $86, $87, $88, $89, $90, $91, $92, $93, $94, $95, $96, $97, $98, $99, $100, $101, $102, $103, $104, $105, $106, $107, $108, $109, $110, $111, $112, $113, $114, $115, $116, $117, $118, $119, $120, $121, $122, $123, $124, $125, $126, $127, $128, $129, $130, $131, $132, $133, $134, $135, $136, $137, $138, $139, $140, $141, $142, $143, $144, $145, $146, $147, $148, $149, $150, $151, $152, $153, $154, $155, $156, $157, $158, $159, $160, $161, $162))
order by "audit"."id" desc
limit $163;
