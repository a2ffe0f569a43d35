-- webhookEndpoints.list
select "webhook_endpoints"."id", "webhook_endpoints"."url", "webhook_endpoints"."types", "webhook_endpoints"."state", "webhook_endpoints"."paused_why", case when "webhook_endpoints"."old_secret_until" > now() then "webhook_endpoints"."old_secret_until" end, "webhook_endpoints"."created_at", coalesce(coalesce("staff"."display_name", "staff"."email", "webhook_endpoints"."created_by"), "webhook_endpoints"."created_by"), (
  select count(*)::int
  from "webhook_deliveries"
  where "webhook_deliveries"."endpoint_id" = "webhook_endpoints"."id" and "webhook_deliveries"."state" = 'pending'), (
  select count(*)::int
  from "webhook_deliveries"
  where "webhook_deliveries"."endpoint_id" = "webhook_endpoints"."id" and "webhook_deliveries"."state" = 'dead'), (
  select count(*)::int
  from "webhook_deliveries"
  where "webhook_deliveries"."endpoint_id" = "webhook_endpoints"."id" and "webhook_deliveries"."last_at" > now() - interval '1 day'), (
  select count(*)::int
  from "webhook_deliveries"
  where "webhook_deliveries"."endpoint_id" = "webhook_endpoints"."id" and "webhook_deliveries"."last_at" > now() - interval '1 day' and "webhook_deliveries"."failed"), "webhook_endpoints"."failing_since", "webhook_endpoints"."last_delivered_at"
from "webhook_endpoints"
left join "staff" on "staff"."uid" = "webhook_endpoints"."created_by"
order by "webhook_endpoints"."created_at" asc, "webhook_endpoints"."id" asc
limit $1;
