-- linkedAccounts.get
with linked as materialized (
  select distinct uid
  from ((
      select other.uid, other.is_banned, $1::text as kind
      from users as own
      join users as other on other.search_push = own.search_push
      where own.uid = $2 and own.deleted_at is null and other.deleted_at is null and other.uid <> own.uid and own.search_push not in ('', 'temp')
      limit $3) union all (
      select other.uid, other.is_banned, $4::text as kind
      from users as own
      join users as other on other.search_phone = own.search_phone
      where own.uid = $5 and own.deleted_at is null and other.deleted_at is null and other.uid <> own.uid and own.search_phone not in ('', 'temp')
      limit $6) union all (
      select other.uid, other.is_banned, $7::text as kind
      from users as own
      join users as other on other.search_ip = own.search_ip
      where own.uid = $8 and own.deleted_at is null and other.deleted_at is null and other.uid <> own.uid and own.search_ip not in ('', 'temp')
      limit $9) union all (
      select other.uid, other.is_banned, $10::text as kind
      from users as own
      join users as other on other.stripe_customer_id = own.stripe_customer_id
      where own.uid = $11 and own.deleted_at is null and other.deleted_at is null and other.uid <> own.uid and own.stripe_customer_id not in ('', 'temp')
      limit $12)) as linked
  order by uid
  limit $13)
select users.uid, display_name, is_banned, created_at, one_signal_id, phone_number, last_ip, stripe_customer_id, search_push, search_phone, search_ip, (
  select count(*)::int
  from linked) as found
from (
  select $14::text as uid
  union all
  select uid
  from linked) as hit
join users on users.uid = hit.uid and deleted_at is null
order by users.uid = $15 desc, is_banned desc, display_name, users.uid;
select $1::text as kind, wanted.key, (
  select count(*)::int
  from (
    select 1
    from users
    where search_push = wanted.key and deleted_at is null
    limit $2) as sharing) as n
from unnest($3::text[]) as wanted(key)
union all
select $4::text as kind, wanted.key, (
  select count(*)::int
  from (
    select 1
    from users
    where search_phone = wanted.key and deleted_at is null
    limit $5) as sharing) as n
from unnest($6::text[]) as wanted(key)
union all
select $7::text as kind, wanted.key, (
  select count(*)::int
  from (
    select 1
    from users
    where search_ip = wanted.key and deleted_at is null
    limit $8) as sharing) as n
from unnest($9::text[]) as wanted(key)
union all
select $10::text as kind, wanted.key, (
  select count(*)::int
  from (
    select 1
    from users
    where stripe_customer_id = wanted.key and deleted_at is null
    limit $11) as sharing) as n
from unnest($12::text[]) as wanted(key);
