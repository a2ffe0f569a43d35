-- users.banReasons
select "uid", "display_name", "email", "country_code", "phone_number", "post_ability", "app_version", "last_ip", "last_active", "subscription_state", "is_banned", "one_signal_id", "created_at", "stripe_customer_id", "stripe_connect_id", "payout_timing_preference", "available_balance", "pending_balance", "listing_quantity_permission", "store_behavior", "early_access", "version"
from "users"
where ("users"."uid" = $1 and "users"."deleted_at" is null);
select "id", "reason", "created_at", "actor"
from "ban_reasons"
where "ban_reasons"."uid" = $1
order by "ban_reasons"."created_at" desc, "ban_reasons"."id";

-- users.search, a word
select uid, bool_or(exact) as exact, bool_or(ends) as ends, bool_or(reveals) as reveals
from ((
    select uid, created_at_time, search_uid = $1 as exact, search_uid = $2 and $3::boolean as ends, $4::boolean as reveals
    from users
    where search_uid like $5
    order by search_uid using ~<~
    limit $6) union all (
    select uid, created_at_time, search_email = $7 as exact, search_email = $8 and $9::boolean as ends, $10::boolean as reveals
    from users
    where search_email like $11
    order by search_email using ~<~
    limit $12) union all (
    select uid, created_at_time, search_push = $13 as exact, search_push = $14 and $15::boolean as ends, $16::boolean as reveals
    from users
    where search_push like $17
    order by search_push using ~<~
    limit $18) union all (
    select uid, created_at_time, search_ip = $19 as exact, search_ip = $20 and $21::boolean as ends, $22::boolean as reveals
    from users
    where search_ip like $23
    order by search_ip using ~<~
    limit $24) union all (
    select uid, created_at_time, search_phone = $25 as exact, search_phone = $26 and $27::boolean as ends, $28::boolean as reveals
    from users
    where search_phone like $29
    order by search_phone using ~<~
    limit $30) union all (
    select uid, created_at_time, search_name = $31 as exact, search_name = $32 and $33::boolean as ends, $34::boolean as reveals
    from users
    where search_name like $35
    order by search_name using ~<~
    limit $36)) as branches
group by uid, created_at_time
order by exact desc, created_at_time desc nulls last, uid
limit $37;
with newest as materialized (
  select uid, created_at_time, search
  from users
  where true
  order by created_at_time desc nulls last, uid
  limit $1 )
select count(*)::int as read, extract(epoch from min(created_at_time))::float8 * 1000 as earliest, extract(epoch from max(created_at_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $2::regclass) as size, array(
  select uid
  from newest
  where strpos(search, $3) > 0
  order by created_at_time desc nulls last, uid
  limit $4) as ids
from newest;
select "uid", "display_name", "email", "country_code", "phone_number", "post_ability", "app_version", "last_ip", "last_active", "subscription_state", "is_banned", "one_signal_id", "created_at", "stripe_customer_id", "stripe_connect_id", "payout_timing_preference", "available_balance", "pending_balance", "listing_quantity_permission", "store_behavior", "early_access", "version"
from "users"
where "users"."uid" = any($1);

-- users.search, a telephone number
select uid, bool_or(exact) as exact, bool_or(ends) as ends, bool_or(reveals) as reveals
from ((
    select uid, created_at_time, search_uid = $1 as exact, search_uid = $2 and $3::boolean as ends, $4::boolean as reveals
    from users
    where search_uid like $5
    order by search_uid using ~<~
    limit $6) union all (
    select uid, created_at_time, search_email = $7 as exact, search_email = $8 and $9::boolean as ends, $10::boolean as reveals
    from users
    where search_email like $11
    order by search_email using ~<~
    limit $12) union all (
    select uid, created_at_time, search_push = $13 as exact, search_push = $14 and $15::boolean as ends, $16::boolean as reveals
    from users
    where search_push like $17
    order by search_push using ~<~
    limit $18) union all (
    select uid, created_at_time, search_ip = $19 as exact, search_ip = $20 and $21::boolean as ends, $22::boolean as reveals
    from users
    where search_ip like $23
    order by search_ip using ~<~
    limit $24) union all (
    select uid, created_at_time, search_phone = $25 as exact, search_phone = $26 and $27::boolean as ends, $28::boolean as reveals
    from users
    where search_phone like $29
    order by search_phone using ~<~
    limit $30) union all (
    select uid, created_at_time, search_name = $31 as exact, search_name = $32 and $33::boolean as ends, $34::boolean as reveals
    from users
    where search_name like $35
    order by search_name using ~<~
    limit $36)) as branches
group by uid, created_at_time
order by exact desc, created_at_time desc nulls last, uid
limit $37;
with newest as materialized (
  select uid, created_at_time, search_phone
  from users
  where true
  order by created_at_time desc nulls last, uid
  limit $1 )
select count(*)::int as read, extract(epoch from min(created_at_time))::float8 * 1000 as earliest, extract(epoch from max(created_at_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $2::regclass) as size, array(
  select uid
  from newest
  where strpos(search_phone, $3) > 0
  order by created_at_time desc nulls last, uid
  limit $4) as ids
from newest;
with newest as materialized (
  select uid, created_at_time, search
  from users
  where true
  order by created_at_time desc nulls last, uid
  limit $1 )
select count(*)::int as read, extract(epoch from min(created_at_time))::float8 * 1000 as earliest, extract(epoch from max(created_at_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $2::regclass) as size, array(
  select uid
  from newest
  where strpos(search, $3) > 0
  order by created_at_time desc nulls last, uid
  limit $4) as ids
from newest;

-- users.search, a query
select uid, bool_or(exact) as exact, bool_or(ends) as ends, bool_or(reveals) as reveals
from ((
    select uid, created_at_time, search_uid = $1 as exact, search_uid = $2 and $3::boolean as ends, $4::boolean as reveals
    from users
    where (search_uid like $5 and ("users"."deleted_at" is null and (("users"."is_banned") and ("users"."country_code" = $6) is not true and ("users"."uid" in (
              select "user_reports"."reporting_uid"
              from "user_reports"
              where "user_reports"."status" = $7
              group by "user_reports"."reporting_uid"
              having count(*) > $8)))))
    order by search_uid using ~<~
    limit $9) union all (
    select uid, created_at_time, search_email = $10 as exact, search_email = $11 and $12::boolean as ends, $13::boolean as reveals
    from users
    where (search_email like $14 and ("users"."deleted_at" is null and (("users"."is_banned") and ("users"."country_code" = $15) is not true and ("users"."uid" in (
              select "user_reports"."reporting_uid"
              from "user_reports"
              where "user_reports"."status" = $16
              group by "user_reports"."reporting_uid"
              having count(*) > $17)))))
    order by search_email using ~<~
    limit $18) union all (
    select uid, created_at_time, search_push = $19 as exact, search_push = $20 and $21::boolean as ends, $22::boolean as reveals
    from users
    where (search_push like $23 and ("users"."deleted_at" is null and (("users"."is_banned") and ("users"."country_code" = $24) is not true and ("users"."uid" in (
              select "user_reports"."reporting_uid"
              from "user_reports"
              where "user_reports"."status" = $25
              group by "user_reports"."reporting_uid"
              having count(*) > $26)))))
    order by search_push using ~<~
    limit $27) union all (
    select uid, created_at_time, search_ip = $28 as exact, search_ip = $29 and $30::boolean as ends, $31::boolean as reveals
    from users
    where (search_ip like $32 and ("users"."deleted_at" is null and (("users"."is_banned") and ("users"."country_code" = $33) is not true and ("users"."uid" in (
              select "user_reports"."reporting_uid"
              from "user_reports"
              where "user_reports"."status" = $34
              group by "user_reports"."reporting_uid"
              having count(*) > $35)))))
    order by search_ip using ~<~
    limit $36) union all (
    select uid, created_at_time, search_phone = $37 as exact, search_phone = $38 and $39::boolean as ends, $40::boolean as reveals
    from users
    where (search_phone like $41 and ("users"."deleted_at" is null and (("users"."is_banned") and ("users"."country_code" = $42) is not true and ("users"."uid" in (
              select "user_reports"."reporting_uid"
              from "user_reports"
              where "user_reports"."status" = $43
              group by "user_reports"."reporting_uid"
              having count(*) > $44)))))
    order by search_phone using ~<~
    limit $45) union all (
    select uid, created_at_time, search_name = $46 as exact, search_name = $47 and $48::boolean as ends, $49::boolean as reveals
    from users
    where (search_name like $50 and ("users"."deleted_at" is null and (("users"."is_banned") and ("users"."country_code" = $51) is not true and ("users"."uid" in (
              select "user_reports"."reporting_uid"
              from "user_reports"
              where "user_reports"."status" = $52
              group by "user_reports"."reporting_uid"
              having count(*) > $53)))))
    order by search_name using ~<~
    limit $54)) as branches
group by uid, created_at_time
order by exact desc, created_at_time desc nulls last, uid
limit $55;
with newest as materialized (
  select uid, created_at_time, search
  from users
  where ("users"."deleted_at" is null and (("users"."is_banned") and ("users"."country_code" = $1) is not true and ("users"."uid" in (
          select "user_reports"."reporting_uid"
          from "user_reports"
          where "user_reports"."status" = $2
          group by "user_reports"."reporting_uid"
          having count(*) > $3))))
  order by created_at_time desc nulls last, uid
  limit $4 )
select count(*)::int as read, extract(epoch from min(created_at_time))::float8 * 1000 as earliest, extract(epoch from max(created_at_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $5::regclass) as size, array(
  select uid
  from newest
  where strpos(search, $6) > 0
  order by created_at_time desc nulls last, uid
  limit $7) as ids
from newest;
