-- moneyPlans.list
select *
from (
  select u.uid, u.display_name as name, b.at as blocked_at, s.*, -- A block without a time is late already. coalesce(mp.due_at, b.at + make_interval(days => $1), date_trunc('day', now())) as due_at, case when mp.uid is not null then json_build_object('delivered', mp.delivered, 'undelivered', mp.undelivered, 'by', json_build_object('uid', mp.by_uid, 'name', coalesce(st.display_name, st.email)), 'begun_at', mp.begun_at, 'version', mp.version, 'job', (
      select json_build_object('id', j.id, 'state', j.state, 'words', j.words, 'refused', (
          select count(*)
          from bulk_rows r
          where r.job_id = j.id and r.state = 'refused'))
      from bulk_jobs j
      where j.id = mp.job_id)) end as plan
  from users u
  left join money_plans mp on mp.uid = u.uid
  left join staff st on st.uid = mp.by_uid
  left join lateral (
    select max(created_at) as at
    from ban_reasons
    where uid = u.uid) b on true
  cross join lateral (
    select count(*) filter (where has_arrived)::int as delivered, (
      select coalesce(json_object_agg(currency, cents), '{}')
      from (
        select currency, sum(price)::float8 as cents
        from (
          select id, price, currency, shipping_status is not distinct
          from 1 as has_arrived
          from transactions
          where seller_uid = u.uid and payout_status = 2 and status in (1, 2)) t
        where has_arrived
        group by currency) as by_currency) as delivered_sums, count(*) filter (where not has_arrived)::int as undelivered, (
      select coalesce(json_object_agg(currency, cents), '{}')
      from (
        select currency, sum(price)::float8 as cents
        from (
          select id, price, currency, shipping_status is not distinct
          from 1 as has_arrived
          from transactions
          where seller_uid = u.uid and payout_status = 2 and status in (1, 2)) t
        where not has_arrived
        group by currency) as by_currency) as undelivered_sums
    from (
      select id, price, currency, shipping_status is not distinct
      from 1 as has_arrived
      from transactions
      where seller_uid = u.uid and payout_status = 2 and status in (1, 2)) t) s
  where u.is_banned and u.deleted_at is null and u.uid in (
    select seller_uid
    from transactions
    where payout_status = 2 and status in (1, 2))) p
where true
order by p.due_at, p.uid
limit $2;
