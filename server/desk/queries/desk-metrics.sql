-- deskMetrics.get
select kind, class, to_char(day, 'YYYY-MM-DD') as day, by, is_today as "isToday", is_decided as "isDecided", bucket, sum(n)::int as n
from (
  select *, by <> '' as is_decided, day = (now() at time zone 'UTC')::date as is_today
  from (
    select day, kind, class, by, bucket, n
    from desk_days
    where day >= $1::date
    union all
    select (left_at at time zone 'UTC')::date, kind, class, by, portreeve_desk_bucket(opened_at, left_at), 1
    from desk_moves
    union all
    select (opened_at at time zone 'UTC')::date, kind, class, '', -1, 1
    from desk_moves
    union all
    select (opened_at at time zone 'UTC')::date, kind, class, '', -1, count(*)::int
    from desk_cases
    where opened_at >= $2::date
    group by 1, 2, 3) c
  where kind = any($3::text[]) and true and day >= $4::date and day <= (now() at time zone 'UTC')::date) wanted
group by is_decided, bucket, grouping sets ((kind), (class), (day), (by), (by, is_today));
select kind, width_bucket(extract(epoch from now() - opened_at)::float8 / 86400, $1::float8[])::int as age, count(*)::int as open, min(opened_at) as oldest
from desk_cases c
where kind = any($2::text[]) and true and (ends_at is null or ends_at > now())
group by 1, 2;
select reason, sum(count)::int as count, json_object_agg(currency, cents) as sums
from (
  select coalesce(r.words, $1) as reason, coalesce(t.currency, $2) as currency, count(*) as count, coalesce(sum(o.cents), 0)::float8 as cents
  from operations o
  left join refund_reasons r on r.id = o.details ->> 'reason_id'
  left join transactions t on o.subject_kind = 'transaction' and t.id = o.subject_id
  where o.kind in ('refund', 'cancel', 'dispute_refund') and o.state = 'done' and o.created_at >= $3::date
  group by 1, 2) by_currency
group by 1;
select count(*) filter (where state = 'won')::int as won, count(*) filter (where state = 'lost')::int as lost, (
  select coalesce(json_object_agg(currency, cents), '{}')
  from (
    select currency, sum(cents)::float8 as cents
    from chargebacks
    where closed_at >= $1::date and state = $2
    group by currency) as by_currency) as won_sums, (
  select coalesce(json_object_agg(currency, cents), '{}')
  from (
    select currency, sum(cents)::float8 as cents
    from chargebacks
    where closed_at >= $3::date and state = $4
    group by currency) as by_currency) as lost_sums
from chargebacks
where closed_at >= $5::date;
select count(*) filter (where outcome = 'buyer')::int as buyer, count(*) filter (where outcome = 'seller')::int as seller, (
  select coalesce(json_object_agg(currency, cents), '{}')
  from (
    select currency, sum(d.refunded_cents)::float8 as cents
    from disputes d
    join transactions t on t.id = d.transaction_id
    where d.resolved_at >= $1::date and d.refunded_cents is not null
    group by currency) as by_currency) as sums
from disputes
where resolved_at >= $2::date;
select uid, coalesce(display_name, email) as name
from staff
where uid = any($1::text[]);
