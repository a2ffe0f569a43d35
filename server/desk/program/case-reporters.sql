-- The earlier reports of some reporters, as the page of a reported person counts them: handled, and upheld.
create or replace function portreeve_reporters_record(reporters text[]) returns table (handled int, upheld int) language sql stable as $$
  select count(*) filter (where e.handled or e.upheld)::int, count(*) filter (where e.upheld)::int
  from unnest(reporters) as b(uid) cross join lateral (
    select r.status <> 'open' as handled, exists (
      select from ban_reasons b where b.uid = r.reporting_uid and b.created_at >= r.created_at) as upheld
    from user_reports r where r.reporter_uid = b.uid
    union all
    select r.status <> 'open', coalesce((
      select p.review_state = 'denied' or p.deleted_at >= r.created_at from posts p where p.key = r.post_key), false)
    from listing_reports r where r.reporter_uid = b.uid) e
$$;

-- Refreshes the cases about which some reporters have open reports: the reporters' record has changed.
create or replace function portreeve_desk_of_reporters(reporters text[]) returns void language plpgsql as $$
begin
  if cardinality(reporters) = 0 then return; end if;
  perform portreeve_desk_refresh('user_reports',
    array(select reporting_uid from user_reports where status = 'open' and reporter_uid = any(reporters)));
  perform portreeve_desk_refresh('listing_reports',
    array(select post_key from listing_reports where status = 'open' and reporter_uid = any(reporters)));
end
$$;
