-- The working time between two instants, in seconds. contract/conversations/working-time.ts has the same rule for the console.
create or replace function portreeve_working_seconds(since timestamp with time zone, until timestamp with time zone) returns integer language sql stable as $$
  select case when cardinality(s.weekdays) = 7 and s.opens_at = '00:00' and s.closes_at = '24:00'
    then greatest(0, extract(epoch from until - since))::integer
    else (
      select coalesce(sum(extract(epoch from least(until, h.closes) - greatest(since, h.opens))), 0)::integer
      from generate_series(date_trunc('day', since at time zone s.time_zone), until at time zone s.time_zone, interval '1 day') day
      cross join lateral (select (day + s.opens_at::interval) at time zone s.time_zone as opens,
        (day + s.closes_at::interval) at time zone s.time_zone as closes) h
      where extract(isodow from day) = any(s.weekdays) and least(until, h.closes) > greatest(since, h.opens))
    end
  from inbox_settings s
$$;

-- Derives the answers of conversations from their messages. A turn is the messages of people since the last message of staff;
-- the first message of staff after them answers it.
create or replace function portreeve_renew_answers(ids text[]) returns void language sql as $$
  delete from inbox_spans where conversation_id = any(ids) and kind = 'first_answer';
  insert into inbox_spans (conversation_id, kind, account, by, since, until, working_seconds)
  select t.conversation_id, 'first_answer', st.account, t.by, t.since, t.until, portreeve_working_seconds(t.since, t.until)
  from (
    select conversation_id, min(date) filter (where not ours) as since, min(date) filter (where ours) as until,
      min(by) filter (where ours) as by
    from (
      select m.conversation_id, m.date, coalesce(m.written_by, m.sender_id) as by, s.uid is not null as ours,
        count(s.uid) over (partition by m.conversation_id order by m.date, m.id) - (s.uid is not null)::integer as turn
      from messages m left join staff s on s.uid = m.sender_id
      where m.conversation_id = any(ids) and m.written_by is distinct from 'portreeve') said
    group by conversation_id, turn) t
  join conversation_states st on st.conversation_id = t.conversation_id
  where t.since is not null and t.until is not null
  on conflict do nothing
$$;
