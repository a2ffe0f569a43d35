-- desk.list
select c.kind, c.id, c.score, c.class, c.band, c.deadline_points, c.money_points, c.reporters_points, c.reports_points, c.priority_points, c.waiting_points, least(5, ceil(5.0 * c.score / greatest(1, w.deadline, w.money, w.reporters, w.reports, w.priority, w.waiting)))::int as level, c.uid, u.display_name as name, o.uid as other_uid, o.display_name as other_name, left(coalesce(r.post_title, p.title, t.product_title), 1000) as title, coalesce(r.post_thumbnail_image_path, p.thumbnail_image_url, t.product_thumbnail_path) as picture, c.post_key as listing, c.transaction_id as transaction, c.cents::float8 as cents, coalesce(t.currency, case c.kind when 'chargeback' then (
    select currency
    from chargebacks
    where id = c.id) when 'difference' then (
    select coalesce((
        select currency
        from transactions
        where id = d.transaction_id), (
        select currency
        from provider_refunds
        where provider = split_part(d.about, ' ', 1) and payment_id = d.reference
        limit 1), (
        select currency
        from chargebacks
        where provider = split_part(d.about, ' ', 1) and payment_id = d.reference
        limit 1))
    from ledger_differences d
    where d.id = c.id) end) as currency, c.opened_at, c.deadline_at, c.reports, c.reporters, c.handled, c.upheld, c.priority, left(coalesce(c.about, f.text, m.last_message), 2000) as about, coalesce(c.barred = $1, c.kind = 'appeal' and exists (
    select
    from appeals a
    join measures m on m.id = a.about
    where a.id = c.id and (m.by_uid = $2 or $3 = any(m.party_uids)))) as barred, case when c.claimed_until is null or c.claimed_until > now() then c.assignee end as assigned, case when (c.claimed_until is null or c.claimed_until > now()) and c.assignee <> all(array(
    select s.uid
    from staff s
    left join staff_away a on a.uid = s.uid
    left join staff d on d.uid = a.deputy
    where case when a.uid is null then (s.disabled or coalesce(s.last_seen_at, s.created_at) < now() - interval '72 hours') else d.uid is null or (d.disabled or coalesce(d.last_seen_at, d.created_at) < now() - interval '72 hours') or d.uid in (
      select uid
      from staff_away) end)) then coalesce((
    select a.deputy
    from staff_away a
    where a.uid = c.assignee), c.assignee) end as holder, coalesce(s.display_name, s.email) as assigned_name, coalesce(h.display_name, h.email) as holder_name, c.claimed_until, case when c.snoozed_until > now() then c.snoozed_until end as snoozed_until, c.version
from (
  select c.*
  from unnest($4::text[]) k(kind)
  cross join lateral (
    select *
    from desk_cases c
    where c.kind = k.kind and ((c.ends_at is null or c.ends_at > now()) and (c.kind, c.id) not in (
        select kind, subject_id
        from second_looks
        where state = 'open' and $5 = any(by_uids)) and (c.kind <> 'proposal' or exists (
          select
          from proposals p
          join staff s on s.uid = $6
          join roles r on r.name = s.role
          where p.id = c.id and p.permission = any(r.permissions))) and true) and (c.snoozed_until is null or c.snoozed_until <= now()) and true
    order by c.place, c.opened_at, c.id
    limit $7) c
  order by c.place, c.opened_at, c.id, c.kind
  limit $8) c
cross join desk_weights w
left join users u on u.uid = c.uid
left join posts p on p.key = c.post_key
left join promoted_posts r on c.kind = 'promotion' and r.id = c.id
left join transactions t on t.id = c.transaction_id
left join users o on o.uid = case when t.purchaser_uid = c.uid then t.seller_uid else t.purchaser_uid end
left join conversations m on c.kind = 'conversation' and m.id = c.id
left join lateral (
  select x.text
  from messages x
  where c.kind = 'conversation' and x.conversation_id = c.id and x.date >= c.opened_at and x.text <> '' and not exists (
    select
    from staff t
    where t.uid = x.sender_id)
  order by x.date, x.id
  limit 1) f on true
left join staff s on s.uid = c.assignee
left join staff h on h.uid = case when (c.claimed_until is null or c.claimed_until > now()) and c.assignee <> all(array(
    select s.uid
    from staff s
    left join staff_away a on a.uid = s.uid
    left join staff d on d.uid = a.deputy
    where case when a.uid is null then (s.disabled or coalesce(s.last_seen_at, s.created_at) < now() - interval '72 hours') else d.uid is null or (d.disabled or coalesce(d.last_seen_at, d.created_at) < now() - interval '72 hours') or d.uid in (
      select uid
      from staff_away) end)) then coalesce((
    select a.deputy
    from staff_away a
    where a.uid = c.assignee), c.assignee) end
order by c.place, c.opened_at, c.id, c.kind;

-- desk.list, mine
select c.kind, c.id, c.score, c.class, c.band, c.deadline_points, c.money_points, c.reporters_points, c.reports_points, c.priority_points, c.waiting_points, least(5, ceil(5.0 * c.score / greatest(1, w.deadline, w.money, w.reporters, w.reports, w.priority, w.waiting)))::int as level, c.uid, u.display_name as name, o.uid as other_uid, o.display_name as other_name, left(coalesce(r.post_title, p.title, t.product_title), 1000) as title, coalesce(r.post_thumbnail_image_path, p.thumbnail_image_url, t.product_thumbnail_path) as picture, c.post_key as listing, c.transaction_id as transaction, c.cents::float8 as cents, coalesce(t.currency, case c.kind when 'chargeback' then (
    select currency
    from chargebacks
    where id = c.id) when 'difference' then (
    select coalesce((
        select currency
        from transactions
        where id = d.transaction_id), (
        select currency
        from provider_refunds
        where provider = split_part(d.about, ' ', 1) and payment_id = d.reference
        limit 1), (
        select currency
        from chargebacks
        where provider = split_part(d.about, ' ', 1) and payment_id = d.reference
        limit 1))
    from ledger_differences d
    where d.id = c.id) end) as currency, c.opened_at, c.deadline_at, c.reports, c.reporters, c.handled, c.upheld, c.priority, left(coalesce(c.about, f.text, m.last_message), 2000) as about, coalesce(c.barred = $1, c.kind = 'appeal' and exists (
    select
    from appeals a
    join measures m on m.id = a.about
    where a.id = c.id and (m.by_uid = $2 or $3 = any(m.party_uids)))) as barred, case when c.claimed_until is null or c.claimed_until > now() then c.assignee end as assigned, case when (c.claimed_until is null or c.claimed_until > now()) and c.assignee <> all(array(
    select s.uid
    from staff s
    left join staff_away a on a.uid = s.uid
    left join staff d on d.uid = a.deputy
    where case when a.uid is null then (s.disabled or coalesce(s.last_seen_at, s.created_at) < now() - interval '72 hours') else d.uid is null or (d.disabled or coalesce(d.last_seen_at, d.created_at) < now() - interval '72 hours') or d.uid in (
      select uid
      from staff_away) end)) then coalesce((
    select a.deputy
    from staff_away a
    where a.uid = c.assignee), c.assignee) end as holder, coalesce(s.display_name, s.email) as assigned_name, coalesce(h.display_name, h.email) as holder_name, c.claimed_until, case when c.snoozed_until > now() then c.snoozed_until end as snoozed_until, c.version
from (
  select *
  from desk_cases c
  where c.kind = any($4) and ((c.ends_at is null or c.ends_at > now()) and (c.kind, c.id) not in (
      select kind, subject_id
      from second_looks
      where state = 'open' and $5 = any(by_uids)) and (c.kind <> 'proposal' or exists (
        select
        from proposals p
        join staff s on s.uid = $6
        join roles r on r.name = s.role
        where p.id = c.id and p.permission = any(r.permissions))) and true) and (c.snoozed_until is null or c.snoozed_until <= now()) and c.assignee = any(array(
      select $7::text
      union all
      select uid
      from staff_away
      where deputy = $8)) and (c.claimed_until is null or c.claimed_until > now()) and true
  order by c.place, c.opened_at, c.id, c.kind
  limit $9) c
cross join desk_weights w
left join users u on u.uid = c.uid
left join posts p on p.key = c.post_key
left join promoted_posts r on c.kind = 'promotion' and r.id = c.id
left join transactions t on t.id = c.transaction_id
left join users o on o.uid = case when t.purchaser_uid = c.uid then t.seller_uid else t.purchaser_uid end
left join conversations m on c.kind = 'conversation' and m.id = c.id
left join lateral (
  select x.text
  from messages x
  where c.kind = 'conversation' and x.conversation_id = c.id and x.date >= c.opened_at and x.text <> '' and not exists (
    select
    from staff t
    where t.uid = x.sender_id)
  order by x.date, x.id
  limit 1) f on true
left join staff s on s.uid = c.assignee
left join staff h on h.uid = case when (c.claimed_until is null or c.claimed_until > now()) and c.assignee <> all(array(
    select s.uid
    from staff s
    left join staff_away a on a.uid = s.uid
    left join staff d on d.uid = a.deputy
    where case when a.uid is null then (s.disabled or coalesce(s.last_seen_at, s.created_at) < now() - interval '72 hours') else d.uid is null or (d.disabled or coalesce(d.last_seen_at, d.created_at) < now() - interval '72 hours') or d.uid in (
      select uid
      from staff_away) end)) then coalesce((
    select a.deputy
    from staff_away a
    where a.uid = c.assignee), c.assignee) end
order by c.place, c.opened_at, c.id, c.kind;

-- desk.counts
select coalesce(json_object_agg(kind, ready), '{}') as kinds, least(coalesce(sum(ready), 0), 1000)::int as "all", least(coalesce(sum(free), 0), 1000)::int as unassigned, (
  select count(*)::int
  from (
    select 1
    from desk_cases c
    where c.kind = any($1::text[]) and ((c.ends_at is null or c.ends_at > now()) and (c.kind, c.id) not in (
        select kind, subject_id
        from second_looks
        where state = 'open' and $2 = any(by_uids)) and (c.kind <> 'proposal' or exists (
          select
          from proposals p
          join staff s on s.uid = $3
          join roles r on r.name = s.role
          where p.id = c.id and p.permission = any(r.permissions))) and true) and (c.snoozed_until is null or c.snoozed_until <= now()) and c.assignee = any(array(
        select $4::text
        union all
        select uid
        from staff_away
        where deputy = $5)) and (c.claimed_until is null or c.claimed_until > now())
    order by c.place, c.opened_at, c.id
    limit 1000) one) as mine, (
  select count(*)::int
  from (
    select 1
    from desk_cases c
    where c.kind = any($6::text[]) and ((c.ends_at is null or c.ends_at > now()) and (c.kind, c.id) not in (
        select kind, subject_id
        from second_looks
        where state = 'open' and $7 = any(by_uids)) and (c.kind <> 'proposal' or exists (
          select
          from proposals p
          join staff s on s.uid = $8
          join roles r on r.name = s.role
          where p.id = c.id and p.permission = any(r.permissions))) and true) and c.snoozed_until > now()
    order by c.place, c.opened_at, c.id
    limit 1000) one) as snoozed
from (
  select k.kind, (
    select count(*)::int
    from (
      select 1
      from desk_cases c
      where c.kind = k.kind and ((c.ends_at is null or c.ends_at > now()) and (c.kind, c.id) not in (
          select kind, subject_id
          from second_looks
          where state = 'open' and $9 = any(by_uids)) and (c.kind <> 'proposal' or exists (
            select
            from proposals p
            join staff s on s.uid = $10
            join roles r on r.name = s.role
            where p.id = c.id and p.permission = any(r.permissions))) and true) and (c.snoozed_until is null or c.snoozed_until <= now())
      order by c.place, c.opened_at, c.id
      limit 1000) one) as ready, (
    select count(*)::int
    from (
      select 1
      from desk_cases c
      where c.kind = k.kind and ((c.ends_at is null or c.ends_at > now()) and (c.kind, c.id) not in (
          select kind, subject_id
          from second_looks
          where state = 'open' and $11 = any(by_uids)) and (c.kind <> 'proposal' or exists (
            select
            from proposals p
            join staff s on s.uid = $12
            join roles r on r.name = s.role
            where p.id = c.id and p.permission = any(r.permissions))) and true) and (c.snoozed_until is null or c.snoozed_until <= now()) and (c.assignee is null or c.claimed_until <= now() or c.assignee = any(array(
            select s.uid
            from staff s
            left join staff_away a on a.uid = s.uid
            left join staff d on d.uid = a.deputy
            where case when a.uid is null then (s.disabled or coalesce(s.last_seen_at, s.created_at) < now() - interval '72 hours') else d.uid is null or (d.disabled or coalesce(d.last_seen_at, d.created_at) < now() - interval '72 hours') or d.uid in (
              select uid
              from staff_away) end)))
      order by c.place, c.opened_at, c.id
      limit 1000) one) as free
  from unnest($13::text[]) k(kind)
  offset 0) counted;

-- desk.preview
select "deadline", "deadline_hours", "money", "money_full", "reporters", "reports", "priority", "waiting", "backlog_days", "chargeback_hours", "dispute_hours", "fraud_warning_hours", "approval_hours", "user_reports_hours", "listing_reports_hours", "listing_hours", "promotion_hours", "label_hours", "payout_hours", "difference_hours", "appeal_hours", "proposal_hours", "rule_hours", "second_look_percent"
from "desk_weights";
select c.kind, c.id, c.score, c.class, c.band, c.deadline_points, c.money_points, c.reporters_points, c.reports_points, c.priority_points, c.waiting_points, least(5, ceil(5.0 * c.score / greatest(1, w.deadline, w.money, w.reporters, w.reports, w.priority, w.waiting)))::int as level, c.uid, u.display_name as name, o.uid as other_uid, o.display_name as other_name, left(coalesce(r.post_title, p.title, t.product_title), 1000) as title, coalesce(r.post_thumbnail_image_path, p.thumbnail_image_url, t.product_thumbnail_path) as picture, c.post_key as listing, c.transaction_id as transaction, c.cents::float8 as cents, coalesce(t.currency, case c.kind when 'chargeback' then (
    select currency
    from chargebacks
    where id = c.id) when 'difference' then (
    select coalesce((
        select currency
        from transactions
        where id = d.transaction_id), (
        select currency
        from provider_refunds
        where provider = split_part(d.about, ' ', 1) and payment_id = d.reference
        limit 1), (
        select currency
        from chargebacks
        where provider = split_part(d.about, ' ', 1) and payment_id = d.reference
        limit 1))
    from ledger_differences d
    where d.id = c.id) end) as currency, c.opened_at, c.deadline_at, c.reports, c.reporters, c.handled, c.upheld, c.priority, left(coalesce(c.about, f.text, m.last_message), 2000) as about, coalesce(c.barred = $1, c.kind = 'appeal' and exists (
    select
    from appeals a
    join measures m on m.id = a.about
    where a.id = c.id and (m.by_uid = $2 or $3 = any(m.party_uids)))) as barred, case when c.claimed_until is null or c.claimed_until > now() then c.assignee end as assigned, case when (c.claimed_until is null or c.claimed_until > now()) and c.assignee <> all(array(
    select s.uid
    from staff s
    left join staff_away a on a.uid = s.uid
    left join staff d on d.uid = a.deputy
    where case when a.uid is null then (s.disabled or coalesce(s.last_seen_at, s.created_at) < now() - interval '72 hours') else d.uid is null or (d.disabled or coalesce(d.last_seen_at, d.created_at) < now() - interval '72 hours') or d.uid in (
      select uid
      from staff_away) end)) then coalesce((
    select a.deputy
    from staff_away a
    where a.uid = c.assignee), c.assignee) end as holder, coalesce(s.display_name, s.email) as assigned_name, coalesce(h.display_name, h.email) as holder_name, c.claimed_until, case when c.snoozed_until > now() then c.snoozed_until end as snoozed_until, c.version
from (
  select c.kind, c.id, c.uid, c.post_key, c.transaction_id, c.cents, c.opened_at, c.deadline_at, c.reports, c.reporters, c.handled, c.upheld, c.priority, c.about, c.barred, c.assignee, c.claimed_until, c.snoozed_until, c.version, c.class, p.*, s.score, 1000 * p.band - s.score as place
  from desk_cases c
  cross join (
    select (true, $4::smallint, $5::smallint, $6::smallint, $7::bigint, $8::smallint, $9::smallint, $10::smallint, $11::smallint, $12::smallint, $13::smallint, $14::smallint, $15::smallint, $16::smallint, $17::smallint, $18::smallint, $19::smallint, $20::smallint, $21::smallint, $22::smallint, $23::smallint, $24::smallint, $25::smallint, $26::smallint, $27::smallint)::desk_weights as w) w
  cross join lateral portreeve_desk_points(w.w, now(), portreeve_desk_target(w.w, c.kind), c.class, c.deadline_at, c.cents, c.reports, c.handled, c.upheld, c.priority, c.opened_at, c.moved_at) p
  cross join lateral (
    select p.deadline_points + p.money_points + p.reporters_points + p.reports_points + p.priority_points + p.waiting_points as score) s
  where ((c.ends_at is null or c.ends_at > now()) and (c.kind, c.id) not in (
      select kind, subject_id
      from second_looks
      where state = 'open' and $28 = any(by_uids)) and (c.kind <> 'proposal' or exists (
        select
        from proposals p
        join staff s on s.uid = $29
        join roles r on r.name = s.role
        where p.id = c.id and p.permission = any(r.permissions))) and true) and (c.snoozed_until is null or c.snoozed_until <= now())
  order by place, c.opened_at, c.id, c.kind
  limit $30) c
cross join desk_weights w
left join users u on u.uid = c.uid
left join posts p on p.key = c.post_key
left join promoted_posts r on c.kind = 'promotion' and r.id = c.id
left join transactions t on t.id = c.transaction_id
left join users o on o.uid = case when t.purchaser_uid = c.uid then t.seller_uid else t.purchaser_uid end
left join conversations m on c.kind = 'conversation' and m.id = c.id
left join lateral (
  select x.text
  from messages x
  where c.kind = 'conversation' and x.conversation_id = c.id and x.date >= c.opened_at and x.text <> '' and not exists (
    select
    from staff t
    where t.uid = x.sender_id)
  order by x.date, x.id
  limit 1) f on true
left join staff s on s.uid = c.assignee
left join staff h on h.uid = case when (c.claimed_until is null or c.claimed_until > now()) and c.assignee <> all(array(
    select s.uid
    from staff s
    left join staff_away a on a.uid = s.uid
    left join staff d on d.uid = a.deputy
    where case when a.uid is null then (s.disabled or coalesce(s.last_seen_at, s.created_at) < now() - interval '72 hours') else d.uid is null or (d.disabled or coalesce(d.last_seen_at, d.created_at) < now() - interval '72 hours') or d.uid in (
      select uid
      from staff_away) end)) then coalesce((
    select a.deputy
    from staff_away a
    where a.uid = c.assignee), c.assignee) end
order by c.place, c.opened_at, c.id, c.kind;
select c.kind, c.id, c.score, c.class, c.band, c.deadline_points, c.money_points, c.reporters_points, c.reports_points, c.priority_points, c.waiting_points, least(5, ceil(5.0 * c.score / greatest(1, w.deadline, w.money, w.reporters, w.reports, w.priority, w.waiting)))::int as level, c.uid, u.display_name as name, o.uid as other_uid, o.display_name as other_name, left(coalesce(r.post_title, p.title, t.product_title), 1000) as title, coalesce(r.post_thumbnail_image_path, p.thumbnail_image_url, t.product_thumbnail_path) as picture, c.post_key as listing, c.transaction_id as transaction, c.cents::float8 as cents, coalesce(t.currency, case c.kind when 'chargeback' then (
    select currency
    from chargebacks
    where id = c.id) when 'difference' then (
    select coalesce((
        select currency
        from transactions
        where id = d.transaction_id), (
        select currency
        from provider_refunds
        where provider = split_part(d.about, ' ', 1) and payment_id = d.reference
        limit 1), (
        select currency
        from chargebacks
        where provider = split_part(d.about, ' ', 1) and payment_id = d.reference
        limit 1))
    from ledger_differences d
    where d.id = c.id) end) as currency, c.opened_at, c.deadline_at, c.reports, c.reporters, c.handled, c.upheld, c.priority, left(coalesce(c.about, f.text, m.last_message), 2000) as about, coalesce(c.barred = $1, c.kind = 'appeal' and exists (
    select
    from appeals a
    join measures m on m.id = a.about
    where a.id = c.id and (m.by_uid = $2 or $3 = any(m.party_uids)))) as barred, case when c.claimed_until is null or c.claimed_until > now() then c.assignee end as assigned, case when (c.claimed_until is null or c.claimed_until > now()) and c.assignee <> all(array(
    select s.uid
    from staff s
    left join staff_away a on a.uid = s.uid
    left join staff d on d.uid = a.deputy
    where case when a.uid is null then (s.disabled or coalesce(s.last_seen_at, s.created_at) < now() - interval '72 hours') else d.uid is null or (d.disabled or coalesce(d.last_seen_at, d.created_at) < now() - interval '72 hours') or d.uid in (
      select uid
      from staff_away) end)) then coalesce((
    select a.deputy
    from staff_away a
    where a.uid = c.assignee), c.assignee) end as holder, coalesce(s.display_name, s.email) as assigned_name, coalesce(h.display_name, h.email) as holder_name, c.claimed_until, case when c.snoozed_until > now() then c.snoozed_until end as snoozed_until, c.version
from (
  select c.kind, c.id, c.uid, c.post_key, c.transaction_id, c.cents, c.opened_at, c.deadline_at, c.reports, c.reporters, c.handled, c.upheld, c.priority, c.about, c.barred, c.assignee, c.claimed_until, c.snoozed_until, c.version, c.class, p.*, s.score, 1000 * p.band - s.score as place
  from desk_cases c
  cross join (
    select (true, $4::smallint, $5::smallint, $6::smallint, $7::bigint, $8::smallint, $9::smallint, $10::smallint, $11::smallint, $12::smallint, $13::smallint, $14::smallint, $15::smallint, $16::smallint, $17::smallint, $18::smallint, $19::smallint, $20::smallint, $21::smallint, $22::smallint, $23::smallint, $24::smallint, $25::smallint, $26::smallint, $27::smallint)::desk_weights as w) w
  cross join lateral portreeve_desk_points(w.w, now(), portreeve_desk_target(w.w, c.kind), c.class, c.deadline_at, c.cents, c.reports, c.handled, c.upheld, c.priority, c.opened_at, c.moved_at) p
  cross join lateral (
    select p.deadline_points + p.money_points + p.reporters_points + p.reports_points + p.priority_points + p.waiting_points as score) s
  where ((c.ends_at is null or c.ends_at > now()) and (c.kind, c.id) not in (
      select kind, subject_id
      from second_looks
      where state = 'open' and $28 = any(by_uids)) and (c.kind <> 'proposal' or exists (
        select
        from proposals p
        join staff s on s.uid = $29
        join roles r on r.name = s.role
        where p.id = c.id and p.permission = any(r.permissions))) and true) and (c.snoozed_until is null or c.snoozed_until <= now())
  order by place, c.opened_at, c.id, c.kind
  limit $30) c
cross join desk_weights w
left join users u on u.uid = c.uid
left join posts p on p.key = c.post_key
left join promoted_posts r on c.kind = 'promotion' and r.id = c.id
left join transactions t on t.id = c.transaction_id
left join users o on o.uid = case when t.purchaser_uid = c.uid then t.seller_uid else t.purchaser_uid end
left join conversations m on c.kind = 'conversation' and m.id = c.id
left join lateral (
  select x.text
  from messages x
  where c.kind = 'conversation' and x.conversation_id = c.id and x.date >= c.opened_at and x.text <> '' and not exists (
    select
    from staff t
    where t.uid = x.sender_id)
  order by x.date, x.id
  limit 1) f on true
left join staff s on s.uid = c.assignee
left join staff h on h.uid = case when (c.claimed_until is null or c.claimed_until > now()) and c.assignee <> all(array(
    select s.uid
    from staff s
    left join staff_away a on a.uid = s.uid
    left join staff d on d.uid = a.deputy
    where case when a.uid is null then (s.disabled or coalesce(s.last_seen_at, s.created_at) < now() - interval '72 hours') else d.uid is null or (d.disabled or coalesce(d.last_seen_at, d.created_at) < now() - interval '72 hours') or d.uid in (
      select uid
      from staff_away) end)) then coalesce((
    select a.deputy
    from staff_away a
    where a.uid = c.assignee), c.assignee) end
order by c.place, c.opened_at, c.id, c.kind;

-- desk.reasons
with used as (
  select portreeve_reason_words(report_reason_id) as reason, count(*)::int as open
  from (
    select report_reason_id
    from user_reports
    where status = 'open'
    union all
    select report_reason_id
    from listing_reports
    where status = 'open') r
  group by 1)
select reason, coalesce(m.class, portreeve_reason_class(reason)) as class, m.class is not null as chosen, coalesce(u.open, 0) as open
from used u full
join report_reasons m using (reason)
where true
order by 4 desc, 1
limit $1;
