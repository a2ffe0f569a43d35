-- Writes all cases again. Those that stay open keep their assignee, claim and snooze.
create or replace function portreeve_desk_rebuild() returns void language plpgsql as $$
declare which text; ids text[];
begin
  foreach which in array array['chargeback', 'dispute', 'fraud_warning', 'approval', 'user_reports', 'listing_reports',
    'conversation', 'listing', 'promotion', 'label', 'payout', 'difference'] loop
    execute format('select array(select id from %I union select id from desk_cases where kind = %L)',
      'desk_of_' || which, which) into ids;
    perform portreeve_desk_refresh(which, ids);
  end loop;
end
$$;

-- Open cases follow a changed view or rule at once, not only with the next change of their source.
select portreeve_desk_rebuild();
