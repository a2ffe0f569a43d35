-- Refreshes the cases of a kind that differ from their view. It compares first: locking every case would stop the desk for as long.
create or replace function portreeve_desk_compare(which text) returns void language plpgsql as $$
declare facts text; ids text[];
begin
  facts := 'id, uid, post_key, transaction_id, cents, opened_at, deadline_at, ends_at, reports, reporters, handled, upheld, priority, '
    || 'about, barred, class, moved_at'
    || case which when 'conversation' then ', assignee, snoozed_until' when 'dispute' then ', assignee' else '' end;
  execute format($q$
    with source as materialized (select %3$s from %1$I), written as materialized (select %3$s from desk_cases where kind = %2$L)
    select array(select id from (
      (select * from source except select * from written) union all (select * from written except select * from source)) differing)
  $q$, 'desk_of_' || which, which, facts) into ids;
  perform portreeve_desk_refresh(which, ids);
end
$$;

create or replace function portreeve_desk_rebuild() returns void language sql as $$
  select portreeve_desk_compare(which) from unnest(array['chargeback', 'dispute', 'fraud_warning', 'approval', 'user_reports', 'listing_reports',
    'conversation', 'listing', 'promotion', 'label', 'payout', 'difference', 'appeal', 'proposal', 'rule']) which
$$;

-- Open cases follow a changed view at once, not only with the next change of their source.
select portreeve_desk_rebuild();
