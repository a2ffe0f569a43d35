-- Four buckets for each doubling of the time: a quantile is exact to about a tenth.
create or replace function portreeve_desk_bucket(opened timestamp with time zone, ended timestamp with time zone) returns smallint language sql immutable as $$
  select floor(4 * log(2, greatest(1, extract(epoch from ended - opened))::numeric))::smallint
$$;

-- Notes each case that left the desk, and the staff member who ended it.
create or replace function portreeve_desk_left() returns trigger language plpgsql as $$
begin
  insert into desk_moves (kind, opened_at, class, by)
    select kind, opened_at, class, coalesce(current_setting('portreeve.staff', true), '') from gone where version > 0;
  return null;
end
$$;

create or replace trigger desk_cases_left after delete on desk_cases referencing old table as gone
  for each statement execute function portreeve_desk_left();

-- Adds cases that left to the days, and returns how many. Two processes never take the same ones.
create or replace function portreeve_desk_fold(most int) returns int language sql as $$
  with taken as (
    delete from desk_moves where id in (select id from desk_moves order by id limit most for update skip locked)
    returning kind, opened_at, left_at, class, by),
  figures as (
    select (left_at at time zone 'UTC')::date as day, kind, class, by, portreeve_desk_bucket(opened_at, left_at) as bucket, count(*)::int as n
    from taken group by 1, 2, 3, 4, 5
    union all
    select (opened_at at time zone 'UTC')::date, kind, class, '', -1::smallint, count(*)::int from taken group by 1, 2, 3),
  added as (
    insert into desk_days (day, kind, class, by, bucket, n) select * from figures order by 1, 2, 3, 4, 5
    on conflict (day, kind, class, by, bucket) do update set n = desk_days.n + excluded.n)
  select count(*)::int from taken
$$;
