-- notifications.list
select count(*)::int
from "notifications"
where (("notifications"."staff_uid" = $1 and "notifications"."subject_kind" in ($2, $3, $4, $5, $6, $7, $8, $9, $10) and "notifications"."what" in ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)) and "notifications"."read_at" is null);
select "id", "what", "subject_kind", "subject_id", case "subject_kind" when 'user' then (
  select u.display_name
  from users u
  where u.uid = "subject_id") when 'colleague' then (
  select coalesce(s.display_name, s.email)
  from staff s
  where s.uid = "subject_id") when 'listing' then (
  select p.title
  from posts p
  where p.key = "subject_id") when 'transaction' then (
  select t.product_title
  from transactions t
  where t.id = "subject_id") when 'webhook_endpoint' then (
  select w.url
  from webhook_endpoints w
  where w.id = "subject_id") when 'chargeback' then (
  select t.product_title
  from chargebacks c
  join transactions t on t.id = c.transaction_id
  where c.id = "subject_id") else (
  select m.name
  from conversation_members m
  where m.conversation_id = "subject_id" and not exists (
    select
    from staff s
    where s.uid = m.uid)
  limit 1) end, (
  select json_build_object('uid', s.uid, 'name', coalesce(s.display_name, s.email))
  from staff s
  where s.uid = "by"), "at", "read_at" is not null
from "notifications"
where ("notifications"."staff_uid" = $1 and "notifications"."subject_kind" in ($2, $3, $4, $5, $6, $7, $8, $9, $10) and "notifications"."what" in ($11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25))
order by "notifications"."at" desc, "notifications"."id" desc
limit $26;
