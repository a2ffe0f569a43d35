-- conversations.ofUser
select "conversations"."id", "conversations"."conversations_messages_id", "conversations"."product_id", "conversations"."last_message", "conversations"."date", (
  select json_agg(json_build_array(uid, name, read) order by position, uid)
  from "conversation_members" as person
  where person.conversation_id = conversations.id)
from (
  select "conversation_id", "read", "date"
  from "conversation_members"
  where "conversation_members"."uid" = $1
  order by "conversation_members"."date" desc, "conversation_members"."conversation_id" desc
  limit $2) "conversation_members"
inner join "conversations" on "conversations"."id" = "conversation_members"."conversation_id"
order by "conversation_members"."date" desc, "conversation_members"."conversation_id" desc;

-- conversations.ofUser, unread first
select "conversations"."id", "conversations"."conversations_messages_id", "conversations"."product_id", "conversations"."last_message", "conversations"."date", (
  select json_agg(json_build_array(uid, name, read) order by position, uid)
  from "conversation_members" as person
  where person.conversation_id = conversations.id)
from (
  select "conversation_id", "read", "date"
  from "conversation_members"
  where "conversation_members"."uid" = $1
  order by "conversation_members"."read", "conversation_members"."date" desc, "conversation_members"."conversation_id" desc
  limit $2) "conversation_members"
inner join "conversations" on "conversations"."id" = "conversation_members"."conversation_id"
order by "conversation_members"."read", "conversation_members"."date" desc, "conversation_members"."conversation_id" desc;

-- conversations.messages
select "id", "conversation_id", "sender_id", coalesce(messages.sender_display_name, (
    select name
    from conversation_members as sender
    where sender.conversation_id = messages.conversation_id and sender.uid = messages.sender_id)), "type", "text", "media_url", "post_thumbnail_image_path", "post_title", "date", case when messages.written_by is not null then (
  select json_build_object('uid', uid, 'name', coalesce(display_name, email))
  from staff
  where staff.uid = messages.written_by) end, (
  select json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'size', size, 'width', width, 'height', height) order by name, id)
  from stored_files as file
  where file.attached_to = 'message:' || messages.id and file.state = 'ready')
from "messages"
where "messages"."conversation_id" = $1 and exists (
  select
  from "conversations"
  where ("conversations"."id" = $2 and "conversations"."conversations_messages_id" = $3))
order by "messages"."date" desc, "messages"."id" desc
limit $4;

-- conversations.search
with newest as materialized (
  select id, date, search
  from messages
  where exists (
    select
    from "conversation_members" as member
    where member.conversation_id = messages.conversation_id and member.uid = $1) and true
  order by date desc, id desc
  limit $2 )
select count(*)::int as read, extract(epoch from min(date))::float8 * 1000 as earliest, extract(epoch from max(date))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $3::regclass) as size, array(
  select id
  from newest
  where strpos(search, $4) > 0
  order by date desc, id desc
  limit $5) as ids
from newest;
select "id", "conversation_id", "sender_id", "sender_display_name", "type", "text", "media_url", "post_thumbnail_image_path", "post_title", "date"
from "messages"
where "messages"."id" = any($1)
order by "messages"."date" desc, "messages"."id" desc;
select "id", "conversations_messages_id", "product_id", "last_message", "date", (
  select json_agg(json_build_array(uid, name, read) order by position, uid)
  from "conversation_members" as person
  where person.conversation_id = conversations.id)
from "conversations"
where "conversations"."id" = any($1);

-- conversations.between
select "id", "conversations_messages_id", "product_id", "last_message", "date", (
  select json_agg(json_build_array(uid, name, read) order by position, uid)
  from "conversation_members" as person
  where person.conversation_id = conversations.id)
from "conversations"
order by "conversations"."date" desc, "conversations"."id" desc
limit $1;
