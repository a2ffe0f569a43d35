-- desk_cases has one row for each open case. Triggers on the source tables write it in the transaction of the change (decision
-- 22). This function brings the rows of some ids of a kind up to date with their view, and publishes that they changed.
create or replace function portreeve_desk_refresh(which text, given text[]) returns void language plpgsql as $$
declare ids text[] := array(select distinct i from unnest(given) i where i is not null order by i); locked int; changed int; one text;
begin
  if cardinality(ids) = 0 then return; end if;
  -- Lock the rows, then read the sources in a new statement (new snapshot), so that the second of two concurrent changes sees the
  -- first. Version 0 marks a row without content. Most changes are of cases that have their row.
  perform from desk_cases where kind = which and id = any(ids) order by id for update;
  get diagnostics locked = row_count;
  if locked < cardinality(ids) then
    execute format(
      'insert into desk_cases (kind, id, version) select %L, id, 0 from %I where id = any($1) order by id on conflict do nothing',
      which, 'desk_of_' || which) using ids;
    perform from desk_cases where kind = which and id = any(ids) order by id for update;
    if not found then return; end if;
  end if;
  execute format($q$
    with source as materialized (select * from %1$I where id = any($1)),
    gone as (
      delete from desk_cases c where c.kind = %2$L and c.id = any($1) and not exists (select from source s where s.id = c.id)
      returning c.id),
    written as (
      update desk_cases c set
        uid = s.uid, post_key = s.post_key, transaction_id = s.transaction_id, cents = s.cents, opened_at = s.opened_at, deadline_at = s.deadline_at,
        ends_at = s.ends_at, reports = s.reports, reporters = s.reporters, handled = s.handled, upheld = s.upheld, priority = s.priority, about = s.about,
        barred = s.barred, class = s.class, moved_at = s.moved_at, band = s.band,
        assignee = case when %3$L then s.assignee else c.assignee end,
        snoozed_until = case when %4$L then s.snoozed_until else c.snoozed_until end,
        version = c.version + case when c.version = 0 or (%3$L and s.assignee is distinct from c.assignee)
          or (%4$L and s.snoozed_until is distinct from c.snoozed_until) then 1 else 0 end,
        deadline_points = s.deadline_points, money_points = s.money_points, reporters_points = s.reporters_points,
        reports_points = s.reports_points, priority_points = s.priority_points, waiting_points = s.waiting_points,
        points_until = s.points_until
      from (select source.*, p.* from source cross join desk_weights w
        cross join lateral portreeve_desk_points(w, now(), portreeve_desk_target(w, %2$L), source.class, source.deadline_at, source.cents,
          source.reports, source.handled, source.upheld, source.priority, source.opened_at, source.moved_at) p) s
      where c.kind = %2$L and c.id = s.id and (c.version = 0
        or (%3$L and s.assignee is distinct from c.assignee) or (%4$L and s.snoozed_until is distinct from c.snoozed_until)
        or (s.uid, s.post_key, s.transaction_id, s.cents, s.opened_at, s.deadline_at, s.ends_at, s.reports, s.reporters,
          s.handled, s.upheld, s.priority, s.about, s.barred, s.class, s.moved_at)
          is distinct from (c.uid, c.post_key, c.transaction_id, c.cents, c.opened_at, c.deadline_at, c.ends_at,
          c.reports, c.reporters, c.handled, c.upheld, c.priority, c.about, c.barred, c.class, c.moved_at))
      returning c.id)
    select count(*)::int, min(id) from (select id as id from gone union all select id from written) every
  $q$, 'desk_of_' || which, which, which in ('conversation', 'dispute'), which = 'conversation') into changed, one using ids;
  if changed = 0 then return; end if;
  insert into live_events (topic, payload, until) values
    ('desk', jsonb_build_object('kind', which, 'id', case when changed = 1 then one end), now() + interval '60 seconds');
  perform pg_notify('portreeve_live', '');
end
$$;

-- The conversations on the desk of some people who are not staff.
create or replace function portreeve_desk_talks(uids text[]) returns table (conversation_id text) language sql stable as $$
  select c.id from conversation_members m join desk_cases c on c.kind = 'conversation' and c.id = m.conversation_id
  where m.uid = any(uids) and not exists (select from staff s where s.uid = m.uid)
$$;

-- Of a trigger: its first argument is the kind, or 'reporters'; its second one selects ids from `rows`, all old and new rows, or
-- from `was` and `became`.
create or replace function portreeve_desk_changed() returns trigger language plpgsql as $$
declare ids text[];
begin
  execute case tg_op when 'INSERT' then 'with rows as (select * from became) '
      when 'DELETE' then 'with rows as (select * from was) '
      else 'with rows as (select * from was union all select * from became) ' end
    || 'select array(' || tg_argv[1] || ')' into ids;
  if tg_argv[0] = 'reporters' then perform portreeve_desk_of_reporters(ids);
  else perform portreeve_desk_refresh(tg_argv[0], ids);
  end if;
  return null;
end
$$;

-- The triggers: table, events, kind, and the ids of the cases that the changed rows concern. They are statement-level, with
-- transition tables: a batch of an import is one statement per kind.
do $do$
declare t record; op text;
begin
  for t in select row_number() over () as n, v.* from (values
    -- A change of the record ends its second look, too.
    ('posts', 'insert update delete', 'listing', $q$select key from rows where review_state = 'pending' and deleted_at is null
      union all select l.subject_id from second_looks l join rows on key = l.subject_id where l.kind = 'listing' and l.state = 'open'$q$),
    ('posts', 'update', 'listing_reports', $q$select r.post_key from became b join was a on a.key = b.key join listing_reports r on r.post_key = b.key and r.status = 'open'
      where (a.price_as_smallest_currency_unit, a.creator_uid, a.deleted_at) is distinct from (b.price_as_smallest_currency_unit, b.creator_uid, b.deleted_at)$q$),
    ('posts', 'update', 'promotion', $q$select p.id from became b join was a on a.key = b.key join promoted_posts p on p.post_id = b.key and p.approval_status = 1
      where a.deleted_at is distinct from b.deleted_at$q$),
    ('posts', 'update', 'reporters', $q$select r.reporter_uid from became b join was a on a.key = b.key join listing_reports r on r.post_key = b.key and r.reporter_uid is not null
      where (a.review_state = 'denied', a.deleted_at) is distinct from (b.review_state = 'denied', b.deleted_at)$q$),
    ('promoted_posts', 'insert update delete', 'promotion', $q$select r.id from rows r left join second_looks l
      on l.kind = 'promotion' and l.state = 'open' and l.subject_id = r.id where r.approval_status = 1 or l.id is not null$q$),
    ('user_reports', 'insert update delete', 'user_reports', $q$select reporting_uid from rows where status = 'open'$q$),
    ('user_reports', 'update delete', 'reporters', $q$select reporter_uid from rows where reporter_uid is not null$q$),
    -- A new report adds to the record of its reporter only if it comes with its outcome.
    ('user_reports', 'insert', 'reporters', $q$select r.reporter_uid from rows r where r.reporter_uid is not null
      and (r.status <> 'open' or exists (select from ban_reasons b where b.uid = r.reporting_uid and b.created_at >= r.created_at))$q$),
    ('listing_reports', 'insert update delete', 'listing_reports', $q$select post_key from rows where status = 'open'$q$),
    ('listing_reports', 'update delete', 'reporters', $q$select reporter_uid from rows where reporter_uid is not null$q$),
    ('listing_reports', 'insert', 'reporters', $q$select r.reporter_uid from rows r where r.reporter_uid is not null
      and (r.status <> 'open' or exists (select from posts p where p.key = r.post_key and (p.review_state = 'denied' or p.deleted_at >= r.created_at)))$q$),
    ('ban_reasons', 'insert update delete', 'reporters', $q$select r.reporter_uid from user_reports r where r.reporting_uid in (select uid from rows) and r.reporter_uid is not null$q$),
    ('users', 'update', 'user_reports', $q$select b.uid from became b join was a on a.uid = b.uid where a.deleted_at is distinct from b.deleted_at$q$),
    ('disputes', 'insert update delete', 'dispute', $q$select id from rows where status = 2$q$),
    ('chargebacks', 'insert update delete', 'chargeback', $q$select id from rows$q$),
    ('chargebacks', 'insert update delete', 'fraud_warning', $q$select f.id from rows r join fraud_warnings f on f.transaction_id = r.transaction_id$q$),
    ('fraud_warnings', 'insert update delete', 'fraud_warning', $q$select id from rows$q$),
    ('ledger_lines', 'insert', 'fraud_warning', $q$select f.id from rows r join ledger_entries e on e.id = r.entry_id join fraud_warnings f on f.transaction_id = e.transaction_id
      where r.account in ('refunded', 'charged_back')$q$),
    ('transactions', 'update', 'fraud_warning', $q$select f.id from rows r join fraud_warnings f on f.transaction_id = r.id$q$),
    ('approvals', 'insert update delete', 'approval', $q$select id from rows where state = 'asked'$q$),
    ('conversation_states', 'insert update delete', 'conversation', $q$select conversation_id from rows where waiting_since is not null and state <> 'closed'$q$),
    ('conversation_members', 'insert delete', 'conversation', $q$select r.conversation_id from rows r join desk_cases c on c.kind = 'conversation' and c.id = r.conversation_id$q$),
    -- A conversation has the class of the reports about and by its person.
    ('user_reports', 'insert update delete', 'conversation', $q$select m.conversation_id from rows r cross join lateral portreeve_desk_talks(array[r.reporting_uid, r.reporter_uid]) m
      where r.status = 'open'$q$),
    ('listing_reports', 'insert update delete', 'conversation', $q$select m.conversation_id from rows r cross join lateral portreeve_desk_talks(array[r.reporter_uid]) m
      where r.status = 'open'$q$),
    ('users', 'update', 'conversation', $q$select m.conversation_id from became b join was a on a.uid = b.uid
      join user_reports r on r.reporting_uid = b.uid and r.status = 'open' cross join lateral portreeve_desk_talks(array[r.reporting_uid, r.reporter_uid]) m
      where a.deleted_at is distinct from b.deleted_at$q$),
    ('posts', 'update', 'conversation', $q$select m.conversation_id from became b join was a on a.key = b.key
      join listing_reports r on r.post_key = b.key and r.status = 'open' cross join lateral portreeve_desk_talks(array[r.reporter_uid]) m
      where a.deleted_at is distinct from b.deleted_at$q$),
    ('operations', 'insert update delete', 'label', $q$select details ->> 'label' from rows where kind = 'label'$q$),
    ('operations', 'insert update delete', 'payout', $q$select subject_id from rows where kind = 'payout'$q$),
    ('ship_labels', 'update delete', 'label', $q$select c.id from rows r join desk_cases c on c.kind = 'label' and c.id = r.id$q$),
    ('ledger_differences', 'insert update delete', 'difference', $q$select id from rows where state = 'open'$q$),
    ('appeals', 'insert update delete', 'appeal', $q$select id from rows where state = 'open'$q$),
    ('users', 'update', 'appeal', $q$select p.id from became b join was a on a.uid = b.uid join appeals p on p.uid = b.uid and p.state = 'open'
      where a.deleted_at is distinct from b.deleted_at$q$),
    ('proposals', 'insert update delete', 'proposal', $q$select id from rows where state = 'waiting'$q$),
    ('rule_matches', 'insert update delete', 'rule', $q$select id from rows where case_state = 'open'$q$),
    ('second_looks', 'insert update delete', 'listing', $q$select subject_id from rows where kind = 'listing' and state = 'open'$q$),
    ('second_looks', 'insert update delete', 'promotion', $q$select subject_id from rows where kind = 'promotion' and state = 'open'$q$),
    ('posts', 'update', 'promotion', $q$select l.subject_id from second_looks l join promoted_posts p on p.id = l.subject_id
      join rows r on r.key = p.post_id where l.kind = 'promotion' and l.state = 'open'$q$)
    ) v(source, events, kind, query)
    -- A transaction's price, buyer or seller is part of its open cases.
    union all select 100 + row_number() over (), 'transactions', 'update', k, format(
      $q$select c.id from became b join was a on a.id = b.id join desk_cases c on c.transaction_id = b.id and c.kind = %L
        where (a.price, a.shipping_cost, a.seller_uid, a.purchaser_uid) is distinct from (b.price, b.shipping_cost, b.seller_uid, b.purchaser_uid)$q$, k)
      from unnest(array['dispute', 'chargeback', 'approval', 'label', 'payout', 'difference', 'rule']) k
  loop
    foreach op in array string_to_array(t.events, ' ') loop
      execute format('create or replace trigger %I after %s on %I referencing %s for each statement execute function portreeve_desk_changed(%L, %L)',
        'desk_' || t.n || '_' || op, op, t.source,
        case op when 'insert' then 'new table as became' when 'delete' then 'old table as was' else 'old table as was new table as became' end,
        t.kind, t.query);
    end loop;
  end loop;
end
$do$;
