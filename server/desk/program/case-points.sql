-- The hours within which a case of a kind should be decided: a conversation within the team inbox's own target.
create or replace function portreeve_desk_target(w desk_weights, kind text) returns float8 language sql stable as $$
  select case kind
    when 'conversation' then coalesce((select first_answer_minutes from inbox_settings) / 60.0, 24)
    when 'chargeback' then w.chargeback_hours
    when 'dispute' then w.dispute_hours
    when 'fraud_warning' then w.fraud_warning_hours
    when 'approval' then w.approval_hours
    when 'user_reports' then w.user_reports_hours
    when 'listing_reports' then w.listing_reports_hours
    when 'listing' then w.listing_hours
    when 'promotion' then w.promotion_hours
    when 'label' then w.label_hours
    when 'payout' then w.payout_hours
    when 'difference' then w.difference_hours
    when 'appeal' then w.appeal_hours
    when 'proposal' then w.proposal_hours
    when 'rule' then w.rule_hours
  end::float8
$$;

-- The band and the points of a case at a time, and when they change next by themselves.
create or replace function portreeve_desk_points(
  w desk_weights, "at" timestamptz, target float8, class smallint, deadline_at timestamptz, cents bigint,
  reports int, handled int, upheld int, priority int, opened_at timestamptz, moved_at timestamptz
) returns table (
  band smallint, deadline_points int, money_points int, reporters_points int, reports_points int, priority_points int, waiting_points int,
  points_until timestamptz
) language sql stable as $$
  select (case when p.backlog_at <= "at" then portreeve_class_rank(null) else class end)::smallint,
    p.deadline, p.money, p.reporters, p.of_reports, p.of_priority, p.waiting, least(
      case when p.deadline < w.deadline then
        deadline_at - make_interval(secs => 3600.0 * w.deadline_hours * (1 - (p.deadline + 1)::float8 / w.deadline)) end,
      case when p.waiting < w.waiting then
        opened_at + make_interval(secs => 3600.0 * target * (p.waiting + 1)::float8 / w.waiting) end,
      case when p.backlog_at > "at" then p.backlog_at end)
  from (select
    floor(w.deadline * greatest(0, least(1, 1 - coalesce(extract(epoch from deadline_at - "at")::float8 / 3600 / w.deadline_hours, 1))))::int,
    floor(w.money * greatest(0, least(1, coalesce(cents, 0)::float8 / w.money_full)))::int,
    -- Fewer than three handled reports are no record yet.
    floor(w.reporters * upheld::float8 / greatest(handled, 3))::int,
    floor(w.reports * least(1, reports / 10.0::float8))::int,
    w.priority * priority / 2,
    floor(w.waiting * greatest(0, least(1, extract(epoch from "at" - opened_at)::float8 / 3600 / target)))::int,
    -- A case without a time is not old: no one knows its age.
    case when moved_at > to_timestamp(0) then greatest(moved_at, deadline_at) + make_interval(days => w.backlog_days) end
  ) p(deadline, money, reporters, of_reports, of_priority, waiting, backlog_at)
$$;

-- Computes points again: those of all cases, or those that have changed by time; at most `most` cases.
create or replace function portreeve_desk_score(every_case boolean, most int) returns int language sql as $$
  with due as materialized (
    select kind, id from desk_cases where every_case or points_until <= now() limit most for update skip locked),
  written as (
    update desk_cases c set
      band = p.band, deadline_points = p.deadline_points, money_points = p.money_points, reporters_points = p.reporters_points,
      reports_points = p.reports_points, priority_points = p.priority_points, waiting_points = p.waiting_points,
      points_until = p.points_until
    from due join desk_cases s on s.kind = due.kind and s.id = due.id
    cross join desk_weights w
    cross join lateral portreeve_desk_points(w, now(), portreeve_desk_target(w, s.kind), s.class, s.deadline_at, s.cents,
      s.reports, s.handled, s.upheld, s.priority, s.opened_at, s.moved_at) p
    where c.kind = due.kind and c.id = due.id returning 1)
  select count(*)::int from written
$$;

-- The points of conversations follow the target of the team inbox within a minute.
create or replace function portreeve_desk_inbox_target() returns trigger language plpgsql as $$
begin
  update desk_cases set points_until = now() where kind = 'conversation';
  return null;
end
$$;

create or replace trigger inbox_settings_desk after update on inbox_settings for each row
  when (old.first_answer_minutes is distinct from new.first_answer_minutes) execute function portreeve_desk_inbox_target();
