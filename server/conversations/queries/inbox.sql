-- inbox.list
select "conversations"."id", "conversations"."conversations_messages_id", "conversations"."product_id", "conversations"."last_message", "conversations"."date", (
  select json_agg(json_build_array(uid, name, read) order by position, uid)
  from "conversation_members" as person
  where person.conversation_id = conversations.id), "conversation_states"."state", "conversation_states"."snoozed_until", "conversation_states"."priority", "conversation_states"."tags", "conversation_states"."waiting_since", "conversation_states"."version", (
  select json_build_object('uid', uid, 'name', coalesce(display_name, email), 'shared', shared)
  from staff
  where staff.uid = "conversation_states"."account"), (
  select json_build_object('uid', uid, 'name', coalesce(display_name, email), 'shared', shared)
  from staff
  where staff.uid = "conversation_states"."assignee"), "conversations"."id" in (
  select "notifications"."subject_id"
  from "notifications"
  where "notifications"."staff_uid" = $1 and "notifications"."what" = 'mentioned' and "notifications"."subject_kind" = 'conversation' and "notifications"."read_at" is null)
from (
  select "conversation_id", "account", "assignee", "state", "snoozed_until", "wake_operation", "reopen_after", "settled_until", "priority", "tags", "waiting_since", "version", "date"
  from "conversation_states"
  where "conversation_states"."account" = $2
  order by "conversation_states"."date" desc, "conversation_states"."conversation_id" desc
  limit $3) "conversation_states"
inner join "conversations" on "conversations"."id" = "conversation_states"."conversation_id"
order by "conversation_states"."date" desc, "conversation_states"."conversation_id" desc;

-- inbox.drafts
select "inbox_drafts"."staff_uid", coalesce("staff"."display_name", "staff"."email", "staff"."uid"), "inbox_drafts"."text", "inbox_drafts"."actions"
from "inbox_drafts"
inner join "staff" on "staff"."uid" = "inbox_drafts"."staff_uid"
where ("inbox_drafts"."conversation_id" = $1 and "inbox_drafts"."staff_uid" <> $2 and "inbox_drafts"."until" > now())
order by coalesce("staff"."display_name", "staff"."email", "staff"."uid") asc, "inbox_drafts"."staff_uid" asc;

-- inbox.list, words
select "conversation_id"
from "conversation_members"
where "conversation_members"."uid" = $1
order by "conversation_members"."date" desc
limit $2;
with hits as materialized (
  select conversation_id as id, uid as who
  from conversation_members
  where search_name like $1), few as (
  select *
  from hits
  limit $2)
select id, who is distinct
from (
  select account
  from conversation_states
  where conversation_id = id) as theirs
from few
where (
  select count(*)
  from few) <= $3
union all
select null, false
from few
having count(*) > $4;
with hits as materialized (
  select conversation_id as id, null as who
  from messages
  where search like $1), few as (
  select *
  from hits
  limit $2)
select id, who is distinct
from (
  select account
  from conversation_states
  where conversation_id = id) as theirs
from few
where (
  select count(*)
  from few) <= $3
union all
select null, false
from few
having count(*) > $4;
select "conversations"."id", "conversations"."conversations_messages_id", "conversations"."product_id", "conversations"."last_message", "conversations"."date", (
  select json_agg(json_build_array(uid, name, read) order by position, uid)
  from "conversation_members" as person
  where person.conversation_id = conversations.id), "conversation_states"."state", "conversation_states"."snoozed_until", "conversation_states"."priority", "conversation_states"."tags", "conversation_states"."waiting_since", "conversation_states"."version", (
  select json_build_object('uid', uid, 'name', coalesce(display_name, email), 'shared', shared)
  from staff
  where staff.uid = "conversation_states"."account"), (
  select json_build_object('uid', uid, 'name', coalesce(display_name, email), 'shared', shared)
  from staff
  where staff.uid = "conversation_states"."assignee"), "conversations"."id" in (
  select "notifications"."subject_id"
  from "notifications"
  where "notifications"."staff_uid" = $1 and "notifications"."what" = 'mentioned' and "notifications"."subject_kind" = 'conversation' and "notifications"."read_at" is null)
from (
  select "conversation_id", "account", "assignee", "state", "snoozed_until", "wake_operation", "reopen_after", "settled_until", "priority", "tags", "waiting_since", "version", "date"
  from "conversation_states"
  where "conversation_states"."conversation_id" = any($2)
  order by "conversation_states"."date" desc, "conversation_states"."conversation_id" desc
  limit $3) "conversation_states"
inner join "conversations" on "conversations"."id" = "conversation_states"."conversation_id"
order by "conversation_states"."date" desc, "conversation_states"."conversation_id" desc;

-- inbox.list, all
select "conversations"."id", "conversations"."conversations_messages_id", "conversations"."product_id", "conversations"."last_message", "conversations"."date", (
  select json_agg(json_build_array(uid, name, read) order by position, uid)
  from "conversation_members" as person
  where person.conversation_id = conversations.id), "conversation_states"."state", "conversation_states"."snoozed_until", "conversation_states"."priority", "conversation_states"."tags", "conversation_states"."waiting_since", "conversation_states"."version", (
  select json_build_object('uid', uid, 'name', coalesce(display_name, email), 'shared', shared)
  from staff
  where staff.uid = "conversation_states"."account"), (
  select json_build_object('uid', uid, 'name', coalesce(display_name, email), 'shared', shared)
  from staff
  where staff.uid = "conversation_states"."assignee"), "conversations"."id" in (
  select "notifications"."subject_id"
  from "notifications"
  where "notifications"."staff_uid" = $1 and "notifications"."what" = 'mentioned' and "notifications"."subject_kind" = 'conversation' and "notifications"."read_at" is null)
from (
  select "conversation_id", "account", "assignee", "state", "snoozed_until", "wake_operation", "reopen_after", "settled_until", "priority", "tags", "waiting_since", "version", "date"
  from "conversation_states"
  order by "conversation_states"."date" desc, "conversation_states"."conversation_id" desc
  limit $2) "conversation_states"
inner join "conversations" on "conversations"."id" = "conversation_states"."conversation_id"
order by "conversation_states"."date" desc, "conversation_states"."conversation_id" desc;

-- inbox.counts
select (
  select count(*)::int
  from (
    select 1
    from "conversation_states"
    where ("conversation_states"."state" = $1 and "conversation_states"."assignee" = any(array(
          select $2::text
          union all
          select uid
          from staff_away
          where deputy = $3)))
    limit 1000) one) as "mine", (
  select count(*)::int
  from (
    select 1
    from "conversation_states"
    where ("conversation_states"."state" = $4 and "conversation_states"."assignee" is null)
    limit 1000) one) as "unassigned", (
  select count(*)::int
  from (
    select 1
    from "conversation_states"
    where "conversation_states"."conversation_id" in (
      select "notifications"."subject_id"
      from "notifications"
      where "notifications"."staff_uid" = $5 and "notifications"."what" = 'mentioned' and "notifications"."subject_kind" = 'conversation' and "notifications"."read_at" is null)
    limit 1000) one) as "mentioned", (
  select count(*)::int
  from (
    select 1
    from "conversation_states"
    where "conversation_states"."state" = $6
    limit 1000) one) as "snoozed", (
  select count(*)::int
  from (
    select 1
    from "conversation_states"
    where "conversation_states"."state" = $7
    limit 1000) one) as "closed", (
  select count(*)::int
  from (
    select 1
    from "conversation_states"
    where true
    limit 1000) one) as "all";

-- inbox.tags
select distinct tag
from (
  select tags
  from conversation_states
  where tags <> '{}'
  order by date desc
  limit 1000) newest, unnest(tags) tag
order by tag;

-- inbox.accounts
select "uid", coalesce("staff"."display_name", "staff"."email", "staff"."uid")
from "staff"
where ("staff"."disabled" = $1 and exists (
    select
    from roles
    where name = staff.role and true and $2 = any(permissions)))
order by coalesce("staff"."display_name", "staff"."email", "staff"."uid") asc, "staff"."uid" asc
limit $3;
select uid, coalesce(display_name, email) as name
from staff
where exists (
  select
  from conversation_states s
  where s.account = staff.uid);

-- inbox.list, a query
select "conversation_id"
from "conversation_members"
where "conversation_members"."uid" = $1
order by "conversation_members"."date" desc
limit $2;
with hits as materialized (
  select conversation_id as id, uid as who
  from conversation_members
  where search_name like $1), few as (
  select *
  from hits
  limit $2)
select id, who is distinct
from (
  select account
  from conversation_states
  where conversation_id = id) as theirs
from few
where (
  select count(*)
  from few) <= $3
union all
select null, false
from few
having count(*) > $4;
with hits as materialized (
  select conversation_id as id, null as who
  from messages
  where search like $1), few as (
  select *
  from hits
  limit $2)
select id, who is distinct
from (
  select account
  from conversation_states
  where conversation_id = id) as theirs
from few
where (
  select count(*)
  from few) <= $3
union all
select null, false
from few
having count(*) > $4;
select "conversations"."id", "conversations"."conversations_messages_id", "conversations"."product_id", "conversations"."last_message", "conversations"."date", (
  select json_agg(json_build_array(uid, name, read) order by position, uid)
  from "conversation_members" as person
  where person.conversation_id = conversations.id), "conversation_states"."state", "conversation_states"."snoozed_until", "conversation_states"."priority", "conversation_states"."tags", "conversation_states"."waiting_since", "conversation_states"."version", (
  select json_build_object('uid', uid, 'name', coalesce(display_name, email), 'shared', shared)
  from staff
  where staff.uid = "conversation_states"."account"), (
  select json_build_object('uid', uid, 'name', coalesce(display_name, email), 'shared', shared)
  from staff
  where staff.uid = "conversation_states"."assignee"), "conversations"."id" in (
  select "notifications"."subject_id"
  from "notifications"
  where "notifications"."staff_uid" = $1 and "notifications"."what" = 'mentioned' and "notifications"."subject_kind" = 'conversation' and "notifications"."read_at" is null)
from (
  select "conversation_id", "account", "assignee", "state", "snoozed_until", "wake_operation", "reopen_after", "settled_until", "priority", "tags", "waiting_since", "version", "date"
  from "conversation_states"
  where ((("conversation_states"."state" = $2) and ("conversation_states"."tags" @> array[$3]::text[]) is not true and ("conversation_states"."state" = 'open' and "conversation_states"."waiting_since" < now() - make_interval(hours => $4))) and "conversation_states"."conversation_id" = any($5))
  order by "conversation_states"."date" desc, "conversation_states"."conversation_id" desc
  limit $6) "conversation_states"
inner join "conversations" on "conversations"."id" = "conversation_states"."conversation_id"
order by "conversation_states"."date" desc, "conversation_states"."conversation_id" desc;
