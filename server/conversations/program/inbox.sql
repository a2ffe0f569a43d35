-- The time of the oldest message that no staff account has answered. What the server writes in the team's name answers nobody.
create or replace function portreeve_waiting_since(conversation text) returns timestamp(3) with time zone language sql stable as $$
  select min(m.date) from messages m
  where m.conversation_id = conversation and not exists (select from staff s where s.uid = m.sender_id)
    and m.date > coalesce((select max(a.date) from messages a join staff s on s.uid = a.sender_id
      where a.conversation_id = conversation and a.written_by is distinct from 'portreeve'), '-infinity')
$$;

-- Puts conversations of staff accounts into the team inbox. One without a message for 30 days enters as closed, and counts as
-- resolved. Others are assigned to the account's staff member if they may answer. Their row is locked first: a concurrent change of their role or state waits, and then releases the
-- conversation.
create or replace function portreeve_enter_inbox(ids text[]) returns void language sql as $$
  select from staff s where s.uid in (select m.uid from conversation_members m where m.conversation_id = any(ids))
    order by s.uid for share;
  insert into conversation_states (conversation_id, account, assignee, state, reopen_after, settled_until, waiting_since, date)
  select distinct on (c.id) c.id, s.uid, case when not s.disabled and portreeve_may(s.role, 'inbox.write') then s.uid end,
    case when c.date < now() - interval '30 days' then 'closed' else 'open' end,
    c.date, case when c.date < now() - interval '30 days' then c.date end, portreeve_waiting_since(c.id), c.date
  from conversations c join conversation_members m on m.conversation_id = c.id join staff s on s.uid = m.uid
  where c.id = any(ids)
  order by c.id, s.shared desc, m.position, m.uid
  on conflict do nothing;
  select portreeve_renew_answers(ids)
$$;

-- A conversation enters when a staff account becomes its member.
create or replace function portreeve_members_enter_inbox() returns trigger language plpgsql as $$
begin
  perform portreeve_enter_inbox(ids) from (
    select array_agg(a.conversation_id) as ids from added a join staff s on s.uid = a.uid) new where ids is not null;
  return null;
end
$$;

create or replace trigger conversation_members_inbox after insert on conversation_members
  referencing new table as added for each statement execute function portreeve_members_enter_inbox();

-- A new staff account enters with its newest 500 conversations. An account with more, such as one that a marketplace has used
-- for years, gets an operation for the others: one statement for 200,000 exceeds the statement timeout.
create or replace function portreeve_staff_enters_inbox() returns trigger language plpgsql as $$
declare
  ids text[] := array(select conversation_id from conversation_members where uid = new.uid
    order by date desc, conversation_id desc limit 500);
begin
  if cardinality(ids) > 0 then
    perform portreeve_enter_inbox(ids);
  end if;
  if cardinality(ids) = 500 then
    insert into operations (id, kind, subject_kind, subject_id)
      values ('op_' || gen_random_uuid(), 'inbox.enter', 'staff', new.uid);
  end if;
  return null;
end
$$;

create or replace trigger staff_inbox after insert on staff
  for each row execute function portreeve_staff_enters_inbox();
