-- The last days in the time zone of the working hours, oldest first. Today has no end yet.
create or replace function portreeve_inbox_calendar(days integer) returns table (day text, begins timestamp with time zone, ends timestamp with time zone) language sql stable as $$
  select to_char(day, 'YYYY-MM-DD'), day at time zone s.time_zone,
    case when day < today then (day + interval '1 day') at time zone s.time_zone else 'infinity' end
  from inbox_settings s cross join lateral (select date_trunc('day', now() at time zone s.time_zone) as today) t
  cross join lateral generate_series(today - (days - 1) * interval '1 day', today, interval '1 day') day
  order by day
$$;

-- Notes the day of a span that is written, changed or deleted, if it has rows in inbox_days. A day lasts less than two days, also
-- where a time zone changes.
create or replace function portreeve_inbox_day_changed() returns trigger language plpgsql as $$
begin
  insert into inbox_changed_days (begins, ends)
    select distinct d.begins, d.ends from unnest(array[old.until, new.until]) at
    join inbox_days d on d.begins between at - interval '2 days' and at and d.ends > at
    where not exists (select from inbox_changed_days c where c.begins = d.begins and c.ends = d.ends);
  return null;
end
$$;

create or replace trigger inbox_spans_day after insert or update or delete on inbox_spans
  for each row execute function portreeve_inbox_day_changed();

-- Writes the rows of the newest past day that has none, and deletes those that no longer hold. Returns whether there was such a
-- day. The lock waits for the spans that others are writing, and lets the others wait for a day's rows: so no span is missed.
create or replace function portreeve_inbox_fold() returns boolean language plpgsql set lock_timeout = '100ms' as $$
begin
  lock table inbox_spans in share mode;
  delete from inbox_days where (begins, ends) in (select begins, ends from inbox_changed_days)
    or (begins, ends) not in (select begins, ends from portreeve_inbox_calendar(90));
  delete from inbox_changed_days;
  insert into inbox_days (begins, ends, kind, by, seconds)
    select d.begins, d.ends, s.kind, s.by, string_agg(int4send(s.working_seconds), '' order by s.working_seconds)
    from (
      select c.begins, c.ends from portreeve_inbox_calendar(90) c
      where c.ends < 'infinity' and exists (select from inbox_spans s where s.until >= c.begins and s.until < c.ends)
        and not exists (select from inbox_days i where i.begins = c.begins and i.ends = c.ends)
      order by c.begins desc limit 1) d
    join inbox_spans s on s.until >= d.begins and s.until < d.ends
    group by d.begins, d.ends, s.kind, s.by
    on conflict do nothing;
  return found;
exception when lock_not_available then
  -- A long transaction writes spans. The next run of the task goes on.
  return false;
end
$$;
