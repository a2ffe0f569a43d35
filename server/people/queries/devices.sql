-- devices.list
select "uid", "display_name", "email", "country_code", "phone_number", "post_ability", "app_version", "last_ip", "last_active", "subscription_state", "is_banned", "one_signal_id", "created_at", "stripe_customer_id", "stripe_connect_id", "payout_timing_preference", "available_balance", "pending_balance", "listing_quantity_permission", "store_behavior", "early_access", "version"
from "users"
where ("users"."uid" = $1 and "users"."deleted_at" is null);
select "id", "device_id", "code", "created_at", "verification_status"
from "devices"
where "devices"."uid" = $1
order by "devices"."created_at_time" desc nulls last, "devices"."id" desc;
