-- machineKeys.list
select "id", "name", "begins", "scopes", "networks", "created_at", (
  select coalesce(display_name, email)
  from staff
  where uid = "created_by"), "expires_at", "last_used_at", "revoked_at", (
  select coalesce(sum(u."calls"), 0)::float8
  from machine_key_usage u
  where u.key_id = "id" and u.hour > now() - interval '30 days'), (
  select coalesce(sum(u."rows"), 0)::float8
  from machine_key_usage u
  where u.key_id = "id" and u.hour > now() - interval '30 days')
from "machine_keys"
order by ("machine_keys"."revoked_at" is null and ("machine_keys"."expires_at" is null or "machine_keys"."expires_at" > now())) desc, "machine_keys"."created_at" desc, "machine_keys"."id"
limit $1;
