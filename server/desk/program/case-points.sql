-- The points of a case at a time, and when they change next by themselves.
create or replace function portreeve_desk_points(
  w desk_weights, "at" timestamptz, deadline_at timestamptz, cents bigint,
  reports int, handled int, upheld int, priority int, opened_at timestamptz
) returns table (
  deadline_points int, money_points int, reporters_points int, reports_points int, priority_points int, waiting_points int,
  points_until timestamptz
) language sql stable as $$
  select p.*, least(
      case when p.deadline < w.deadline then
        deadline_at - make_interval(secs => 3600.0 * w.deadline_hours * (1 - (p.deadline + 1)::float8 / w.deadline)) end,
      case when p.waiting < w.waiting then
        opened_at + make_interval(secs => 86400.0 * w.waiting_days * (p.waiting + 1)::float8 / w.waiting) end)
  from (select
    floor(w.deadline * greatest(0, least(1, 1 - coalesce(extract(epoch from deadline_at - "at")::float8 / 3600 / w.deadline_hours, 1))))::int,
    floor(w.money * greatest(0, least(1, coalesce(cents, 0)::float8 / w.money_full)))::int,
    -- Fewer than three handled reports are no record yet.
    floor(w.reporters * upheld::float8 / greatest(handled, 3))::int,
    floor(w.reports * least(1, reports / 10.0::float8))::int,
    w.priority * priority / 2,
    floor(w.waiting * greatest(0, least(1, extract(epoch from "at" - opened_at)::float8 / 86400 / w.waiting_days)))::int
  ) p(deadline, money, reporters, of_reports, of_priority, waiting)
$$;

-- Computes points again: those of all cases, or those that have changed by time; at most `most` cases.
create or replace function portreeve_desk_score(every_case boolean, most int) returns int language sql as $$
  with due as materialized (
    select kind, id from desk_cases where every_case or points_until <= now() limit most for update skip locked),
  written as (
    update desk_cases c set
      deadline_points = p.deadline_points, money_points = p.money_points, reporters_points = p.reporters_points,
      reports_points = p.reports_points, priority_points = p.priority_points, waiting_points = p.waiting_points,
      points_until = p.points_until
    from due join desk_cases s on s.kind = due.kind and s.id = due.id
    cross join desk_weights w
    cross join lateral portreeve_desk_points(
      w, now(), s.deadline_at, s.cents, s.reports, s.handled, s.upheld, s.priority, s.opened_at) p
    where c.kind = due.kind and c.id = due.id returning 1)
  select count(*)::int from written
$$;
