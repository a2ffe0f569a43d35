-- history.of
with steps as (
  select *, lag(until) over line = since as follows, lag(shown) over line as shown_before, lag(gone) over line as gone_before, lead(since) over line as next
  from (
    select "uid" as id, history_since as since, null::timestamptz as until, history_by as by, null as gone_by, jsonb_build_object('uid', "uid", 'displayName', "display_name", 'email', "email", 'country_code', "country_code", 'phone_number', "phone_number", 'post_ability', "post_ability", 'appVersion', "app_version", 'last_ip', "last_ip", 'lastActive', "last_active", 'subscriptionState', "subscription_state", 'isBanned', "is_banned", 'oneSignalId', "one_signal_id", 'created_at', "created_at", 'stripe_customer_id', "stripe_customer_id", 'stripe_connect_id', "stripe_connect_id", 'payout_timing_preference', "payout_timing_preference", 'available_balance', "available_balance", 'pending_balance', "pending_balance", 'listing_quantity_permission', "listing_quantity_permission", 'store_behavior', "store_behavior", 'early_access', "early_access") as shown, "deleted_at" is not null as gone
    from "users"
    where "uid" = any($1::text[])
    union all
    select "uid" as id, history_since as since, history_until as until, history_by as by, history_gone_by as gone_by, jsonb_build_object('uid', "uid", 'displayName', "display_name", 'email', "email", 'country_code', "country_code", 'phone_number', "phone_number", 'post_ability', "post_ability", 'appVersion', "app_version", 'last_ip', "last_ip", 'lastActive', "last_active", 'subscriptionState', "subscription_state", 'isBanned', "is_banned", 'oneSignalId', "one_signal_id", 'created_at', "created_at", 'stripe_customer_id', "stripe_customer_id", 'stripe_connect_id', "stripe_connect_id", 'payout_timing_preference', "payout_timing_preference", 'available_balance', "available_balance", 'pending_balance', "pending_balance", 'listing_quantity_permission', "listing_quantity_permission", 'store_behavior', "store_behavior", 'early_access', "early_access") as shown, "deleted_at" is not null as gone
    from history."users"
    where "uid" = any($2::text[])) version window line as (order by since)), changes as (
  select since as at, by, 'since' as id, case when follows then shown_before end as before, shown as after, case when gone <> (follows is true and gone_before) then gone end as gone
  from steps
  union all
  select until, gone_by, 'until', shown, shown, true
  from steps
  where until is not null and until is distinct
  from next)
select at::text, id, by, before, after, gone
from changes
where (before is distinct from after or gone is not null) and (before is not null or at > (
    select at
    from history.began)) and at >= coalesce($3::timestamptz, '-infinity') and at < coalesce($4::timestamptz, 'infinity') and true
order by at desc, id desc
limit $5;
select 'staff ' || uid as by, coalesce(display_name, email) as name
from staff
where uid = any($1::text[])
union all
select 'key ' || id, name
from machine_keys
where id = any($2::text[])
union all
select 'key ' || id, 'rule ' || name
from rules
where id = any($3::text[])
union all
select 'operation ' || id, kind
from operations
where id = any($4::text[]);
