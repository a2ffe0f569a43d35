-- The open cases of each kind, read from their source: one view per kind, all with the same columns. Only `conversation` and
-- `dispute` have an assignee in their source, only `conversation` a snooze. `barred` is the staff member who may not decide the
-- case. A listing or a promotion for a second look has the case that it had before its decision.

create or replace view desk_of_listing(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select key as id, creator_uid as uid, key as post_key, null::text as transaction_id, price_as_smallest_currency_unit as cents,
    -- A listing that its seller changed after a decision waits since then. Without a time it is the oldest.
    coalesce(greatest(creation_date_time, changed_at), to_timestamp(0)) as opened_at, null::timestamptz as deadline_at,
    null::timestamptz as ends_at, 0 as reports, 0 as reporters, 0 as handled, 0 as upheld, 0 as priority,
    case when changed_at is not null then 'changed' end as about, null::text as barred, null::text as assignee, null::timestamptz as snoozed_until,
    portreeve_class_rank('other'), coalesce(greatest(creation_date_time, changed_at), to_timestamp(0))
  from (select key, creator_uid, price_as_smallest_currency_unit, creation_date_time, changed_at from posts
      where review_state = 'pending' and deleted_at is null
    union all
    select p.key, p.creator_uid, p.price_as_smallest_currency_unit, p.creation_date_time, p.changed_at
      from second_looks_open l join posts p on p.key = l.subject_id where l.kind = 'listing') waiting;

create or replace view desk_of_promotion(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select r.id, r.owner_uid, r.post_id, null::text, r.price, r.created_at, null::timestamptz, null::timestamptz, 0, 0, 0, 0, 0, null::text, null::text, null::text, null::timestamptz,
    portreeve_class_rank('other'), r.created_at
  from promoted_posts r left join posts p on p.key = r.post_id
  where r.approval_status = 1 and (r.post_id is null or p.deleted_at is null)
    or r.id in (select subject_id from second_looks_open where kind = 'promotion');

create or replace view desk_of_user_reports(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select g.id, g.id as uid, null::text as post_key, null::text as transaction_id, null::bigint as cents, g.opened_at,
    null::timestamptz as deadline_at, null::timestamptz as ends_at, g.reports, g.reporters, rec.handled, rec.upheld, 0 as priority,
    g.about, null::text as barred, null::text as assignee, null::timestamptz as snoozed_until,
    g.class, g.moved_at
  from (select about as id, min(created_at) as opened_at, max(created_at) as moved_at, min(class) as class, count(*)::int as reports,
      count(distinct reporter_uid)::int as reporters, array_agg(distinct reporter_uid) filter (where reporter_uid is not null) as by,
      left(string_agg(distinct reason, ', ' order by reason), 500) as about
    from desk_open_reports where kind = 'user_reports' group by about) g
  cross join lateral portreeve_reporters_record(g.by) rec;

create or replace view desk_of_listing_reports(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select g.id, p.creator_uid as uid, g.id as post_key, null::text as transaction_id, p.price_as_smallest_currency_unit as cents, g.opened_at,
    null::timestamptz as deadline_at, null::timestamptz as ends_at, g.reports, g.reporters, rec.handled, rec.upheld, 0 as priority,
    g.about, null::text as barred, null::text as assignee, null::timestamptz as snoozed_until,
    g.class, g.moved_at
  from (select about as id, min(created_at) as opened_at, max(created_at) as moved_at, min(class) as class, count(*)::int as reports,
      count(distinct reporter_uid)::int as reporters, array_agg(distinct reporter_uid) filter (where reporter_uid is not null) as by,
      left(string_agg(distinct reason, ', ' order by reason), 500) as about
    from desk_open_reports where kind = 'listing_reports' group by about) g
  join posts p on p.key = g.id
  cross join lateral portreeve_reporters_record(g.by) rec;

create or replace view desk_of_dispute(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select d.id, d.creator_uid, null::text, d.transaction_id, t.price + coalesce(t.shipping_cost, 0), d.created_at, d.deadline_at, null::timestamptz,
    0, 0, 0, 0, 0, case d.dispute_type when 1 then 'not as described' when 2 then 'not received' end, null::text, d.assignee, null::timestamptz,
    portreeve_class_rank('other'), d.created_at
  from disputes d join transactions t on t.id = d.transaction_id where d.status = 2;

-- Evidence that was sent, or is late, leaves nothing to decide.
create or replace view desk_of_chargeback(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select c.id, t.purchaser_uid, null::text, c.transaction_id, c.cents, c.created_at, c.evidence_due_at, c.evidence_due_at,
    0, 0, 0, 0, 0, c.reason, null::text, null::text, null::timestamptz,
    portreeve_class_rank('other'), c.created_at
  from chargebacks c left join transactions t on t.id = c.transaction_id
  where c.closed_at is null and c.submitted_at is null and c.state in ('inquiry', 'needs_response');

-- A warning that no refund answered leaves after two weeks: no call dismisses it.
create or replace view desk_of_fraud_warning(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select f.id, t.purchaser_uid, null::text, f.transaction_id, t.price + coalesce(t.shipping_cost, 0), f.created_at, null::timestamptz,
    f.created_at + interval '14 days', 0, 0, 0, 0, 0, f.fraud_type, null::text, null::text, null::timestamptz,
    portreeve_class_rank('other'), f.created_at
  from fraud_warnings f join transactions t on t.id = f.transaction_id
  where f.actionable and coalesce(t.status, 0) not in (3, 5)
    and not exists (select from chargebacks c where c.transaction_id = f.transaction_id)
    and t.price + coalesce(t.shipping_cost, 0) > coalesce((select sum(l.cents) from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.transaction_id = f.transaction_id and l.account in ('refunded', 'charged_back')), 0);

create or replace view desk_of_approval(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select a.id, t.purchaser_uid, null::text, a.transaction_id,
    case when a.group_id is null then a.cents else (select sum(g.cents) from approvals g where g.group_id = a.group_id)::bigint end, a.asked_at, a.expires_at, a.expires_at,
    0, 0, 0, 0, 0, case when a.requested then 'requested ' else '' end || a.kind, a.asked_by, null::text, null::timestamptz,
    portreeve_class_rank('other'), a.asked_at
  from approvals a join transactions t on t.id = a.transaction_id
  -- A refund of several items is one case: one decision is for all of them.
  where a.state = 'asked' and (a.group_id is null or a.group_id = a.id);

create or replace view desk_of_conversation(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select s.conversation_id, (select m.uid from conversation_members m where m.conversation_id = s.conversation_id
      and not exists (select from staff f where f.uid = m.uid) order by m.position, m.uid limit 1),
    null::text, null::text, null::bigint, s.waiting_since, null::timestamptz, null::timestamptz, 0, 0, 0, 0,
    case s.priority when 'urgent' then 2 when 'high' then 1 else 0 end, null::text, null::text, s.assignee, s.snoozed_until,
    -- A class after 'other' is no reason to let a person wait longer. In days, so that not each message changes the case.
    least(portreeve_class_rank('other'), (select min(r.class) from conversation_members m cross join lateral (
        select class from desk_open_reports where reporting_uid = m.uid
        union all select class from desk_open_reports where reporter_uid = m.uid) r
      where m.conversation_id = s.conversation_id and not exists (select from staff f where f.uid = m.uid))),
    date_trunc('day', s.date, 'UTC')
  from conversation_states s where s.waiting_since is not null and s.state <> 'closed';

-- Failed cancellations of labels, for two weeks: no call dismisses one.
create or replace view desk_of_label(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select l.id, t.seller_uid, null::text, l.transaction_id, o.cents, coalesce(o.settled_at, o.created_at), null::timestamptz,
    coalesce(o.settled_at, o.created_at) + interval '14 days', 0, 0, 0, 0, 0, left(o.failure, 1000), null::text, null::text, null::timestamptz,
    portreeve_class_rank('other'), coalesce(o.settled_at, o.created_at)
  from operations o join ship_labels l on l.id = o.details ->> 'label' and l.transaction_id = o.subject_id
  join transactions t on t.id = l.transaction_id
  where o.kind = 'label' and o.subject_kind = 'transaction' and o.state = 'failed' and l.status = 1
    and not exists (select from operations n where n.subject_kind = 'transaction' and n.subject_id = o.subject_id and n.kind = 'label'
      and n.details ->> 'label' = l.id and (n.created_at, n.id) > (o.created_at, o.id));

create or replace view desk_of_payout(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select o.subject_id, t.seller_uid, null::text, o.subject_id, o.cents, coalesce(o.settled_at, o.created_at), null::timestamptz, null::timestamptz,
    0, 0, 0, 0, 0, left(o.failure, 1000), null::text, null::text, null::timestamptz,
    portreeve_class_rank('other'), coalesce(o.settled_at, o.created_at)
  from operations o join transactions t on t.id = o.subject_id
  where o.kind = 'payout' and o.subject_kind = 'transaction' and o.state = 'failed'
    and not exists (select from operations n where n.subject_kind = 'transaction' and n.subject_id = o.subject_id and n.kind = 'payout'
      and (n.created_at, n.id) > (o.created_at, o.id));

create or replace view desk_of_difference(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select d.id, t.seller_uid, null::text, d.transaction_id, abs(coalesce(d.ledger_cents, 0) - coalesce(d.provider_cents, 0)), d.at,
    null::timestamptz, null::timestamptz, 0, 0, 0, 0, 0, d.kind, null::text, null::text, null::timestamptz,
    portreeve_class_rank('other'), d.at
  from ledger_differences d left join transactions t on t.id = d.transaction_id where d.state = 'open';

-- Open appeals of people who have an account. Who took part in the decision is read where a case is given to somebody (desk-cases.ts).
create or replace view desk_of_appeal(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select a.id, a.uid, case m.subject_kind when 'listing' then m.subject_id end, null::text, null::bigint, a.opened_at, a.due_at,
    null::timestamptz, 0, 0, 0, 0, 0, m.kind, null::text, null::text, null::timestamptz,
    portreeve_class_rank('other'), a.created_at
  from appeals a join measures m on m.id = a.about join users u on u.uid = a.uid and u.deleted_at is null
  where a.state = 'open';

-- What a program proposes. Only those who may make the proposed call are shown it (desk-cases.ts).
create or replace view desk_of_proposal(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select id, case subject_kind when 'user' then subject_id end, case subject_kind when 'listing' then subject_id end,
    case subject_kind when 'transaction' then subject_id end, cents, created_at, null::timestamptz, null::timestamptz,
    0, 0, 0, 0, 0, call || ' ' || program, null::text, null::text, null::timestamptz,
    portreeve_class_rank('other'), created_at
  from proposals where state = 'waiting';

-- What a rule has met. Its words are those of the rule at that time.
create or replace view desk_of_rule(
  id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, about,
  barred, assignee, snoozed_until, class, moved_at) as
  select m.id, case m.subject_kind when 'user' then m.subject_id when 'message' then (select sender_id from messages where id = m.subject_id)
      when 'listing' then (select creator_uid from posts where key = m.subject_id) else (select seller_uid from transactions where id = m.subject_id) end,
    case m.subject_kind when 'listing' then m.subject_id end, case m.subject_kind when 'transaction' then m.subject_id end,
    case m.subject_kind when 'listing' then (select price_as_smallest_currency_unit from posts where key = m.subject_id)
      when 'transaction' then (select price from transactions where id = m.subject_id) end,
    m.met_at, null::timestamptz, null::timestamptz, 0, 0, 0, 0, 0, m.case_words, null::text, null::text, null::timestamptz,
    portreeve_class_rank(m.case_class), m.met_at
  from rule_matches m where m.case_state = 'open';
