-- undoPlans.rows
select p.id, p.whose as of, p.from_at::text as
from, p.to_at::text as to, p.reason, p.made_at::text, p.job_id, json_build_object('uid', p.made_by, 'name', (
    select coalesce(display_name, email)
    from staff
    where uid = p.made_by)) as by, case p.whose ->> 'kind' when 'staff' then (
  select coalesce(display_name, email)
  from staff
  where uid = p.whose ->> 'id') end as name, case when p.approved_by is not null and (p.job_id is not null or exists (
    select
    from staff
    where uid = p.approved_by and not disabled and portreeve_may(role, 'staff.manage'))) then jsonb_build_object('at', to_char(p.approved_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || json_build_object('uid', p.approved_by, 'name', (
    select coalesce(display_name, email)
    from staff
    where uid = p.approved_by))::jsonb end as approved, (
  select json_object_agg(standing, n)
  from (
    select standing, count(*)::int as n
    from undo_plan_rows
    where plan_id = p.id
    group by standing) c) as counts, case when p.job_id is null then (
  select count(*)::int
  from undo_plans o
  join bulk_jobs j on j.id = o.job_id
  join undo_plan_rows r on r.plan_id = o.id
  where o.approved_by is null and j.created_at > now() - interval '1 day' and o.made_by = p.made_by and r.standing = 'can') else 0 end as alone
from (
  select *
  from undo_plans
  where id = $1
  order by made_at desc, id
  limit $2) p
order by p.made_at desc, p.id;
select r.at, a.id::text as audit, a.at::text as done_at, json_build_object('uid', a.actor_uid, 'name', (
    select coalesce(display_name, email)
    from staff
    where uid = a.actor_uid)) as by, a.action, r.standing, r.words, r.instead, case when a.subject_kind is not null then json_build_object('kind', a.subject_kind, 'id', a.subject_id, 'name', case a.subject_kind when 'user' then (
    select display_name
    from users
    where uid = a.subject_id) when 'listing' then (
    select title
    from posts
    where key = a.subject_id) when 'promotion' then (
    select post_title
    from promoted_posts
    where id = a.subject_id) when 'transaction' then (
    select product_title
    from transactions
    where id = a.subject_id) when 'question' then (
    select title
    from questions
    where id = a.subject_id) when 'collection' then (
    select title
    from collections
    where id = a.subject_id) when 'macro' then coalesce((
      select title
      from macros
      where id = a.subject_id), a.before ->> 'title', a.after ->> 'title') when 'keyword' then coalesce((
      select preferred_term
      from keywords
      where id = a.subject_id), a.before ->> 'preferred_term', a.after ->> 'preferred_term') when 'staff' then (
    select coalesce(s.display_name, s.email)
    from staff s
    where s.uid = a.subject_id) end) end as subject, case when n.id is not null then json_build_object('by', json_build_object('uid', n.actor_uid, 'name', (
      select coalesce(display_name, email)
      from staff
      where uid = n.actor_uid)), 'action', n.action, 'at', to_char(n.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as newer, coalesce((
    select json_agg(json_build_object('kind', c.kind, 'id', c.id, 'name', case c.kind when 'user' then (
          select display_name
          from users
          where uid = c.id) else (
          select coalesce(display_name, email)
          from staff
          where uid = c.id) end) order by c.kind desc, c.id)
    from (
      select 'user' as kind, a.subject_id as id
      where a.subject_kind = 'user'
      union
      select 'user', creator_uid
      from posts
      where a.subject_kind = 'listing' and key = a.subject_id
      union
      select 'user', owner_uid
      from promoted_posts
      where a.subject_kind = 'promotion' and id = a.subject_id
      union
      select 'user', creator_uid
      from questions
      where a.subject_kind = 'question' and id = a.subject_id
      union
      select 'user', buyer_uid
      from orders
      where a.subject_kind = 'order' and id = a.subject_id
      union
      select 'user', unnest(array[purchaser_uid, seller_uid])
      from transactions
      where a.subject_kind = 'transaction' and id = a.subject_id
      union
      select case when m.uid = s.account then 'staff' else 'user' end, case when m.uid = s.account then s.assignee else m.uid end
      from conversation_members m
      join conversation_states s using (conversation_id)
      where a.subject_kind = 'conversation' and m.conversation_id = a.subject_id
      union
      select 'staff', a.subject_id
      where a.subject_kind = 'staff'
      union
      select 'staff', n.actor_uid
      where n.id is not null) c
    where c.id is not null and r.standing in ('can', 'newer', 'final')), '[]') as tell, case when b.at is not null then json_build_object('state', case b.state when 'sent' then 'pending' else b.state end, 'words', b.words) end as result
from undo_plan_rows r
join undo_plans p on p.id = r.plan_id
join audit a on a.id = r.audit_id
left join audit n on n.id = r.newer_id
left join bulk_rows b on b.job_id = p.job_id and b.at = r.at
where r.plan_id = $1 and r.at > $2 and ($3::text is null or r.standing = $4)
order by r.at
limit $5;

-- undoPlans.list
select p.id, p.whose as of, p.from_at::text as
from, p.to_at::text as to, p.reason, p.made_at::text, p.job_id, json_build_object('uid', p.made_by, 'name', (
    select coalesce(display_name, email)
    from staff
    where uid = p.made_by)) as by, case p.whose ->> 'kind' when 'staff' then (
  select coalesce(display_name, email)
  from staff
  where uid = p.whose ->> 'id') end as name, case when p.approved_by is not null and (p.job_id is not null or exists (
    select
    from staff
    where uid = p.approved_by and not disabled and portreeve_may(role, 'staff.manage'))) then jsonb_build_object('at', to_char(p.approved_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || json_build_object('uid', p.approved_by, 'name', (
    select coalesce(display_name, email)
    from staff
    where uid = p.approved_by))::jsonb end as approved, (
  select json_object_agg(standing, n)
  from (
    select standing, count(*)::int as n
    from undo_plan_rows
    where plan_id = p.id
    group by standing) c) as counts, case when p.job_id is null then (
  select count(*)::int
  from undo_plans o
  join bulk_jobs j on j.id = o.job_id
  join undo_plan_rows r on r.plan_id = o.id
  where o.approved_by is null and j.created_at > now() - interval '1 day' and o.made_by = p.made_by and r.standing = 'can') else 0 end as alone
from (
  select *
  from undo_plans
  where true
  order by made_at desc, id
  limit $1) p
order by p.made_at desc, p.id;
