-- machineKeys.list
select "machine_keys"."id", "machine_keys"."name", "machine_keys"."begins", "machine_keys"."scopes", "machine_keys"."networks", "machine_keys"."created_at", (
  select coalesce(display_name, email)
  from staff
  where uid = "machine_keys"."created_by"), "machine_keys"."expires_at", "machine_keys"."last_used_at", "machine_keys"."revoked_at", (
  select coalesce(sum(u."calls"), 0)::float8
  from machine_key_usage u
  where u.key_id = "machine_keys"."id" and u.hour > now() - interval '30 days'), (
  select coalesce(sum(u."rows"), 0)::float8
  from machine_key_usage u
  where u.key_id = "machine_keys"."id" and u.hour > now() - interval '30 days'), "staff"."uid", coalesce("staff"."display_name", "staff"."email"), (
  select permissions
  from roles
  where name = "staff"."role"), "staff"."disabled", "machine_keys"."per_hour", "machine_keys"."cents_per_day", coalesce((
    select json_agg(r order by r.call)
    from (
      select p.call, count(*) filter (where p.state = 'accepted')::int as accepted, count(*) filter (where p.state = 'declined')::int as declined, count(*) filter (where p.state = 'stale')::int as stale, count(*) filter (where p.state = 'waiting')::int as waiting
      from proposals p
      where p.program = "machine_keys"."name"
      group by p.call) r), '[]')
from "machine_keys"
left join "staff" on "staff"."uid" = "machine_keys"."owner_uid"
order by ("machine_keys"."revoked_at" is null and ("machine_keys"."expires_at" is null or "machine_keys"."expires_at" > now())) desc, "machine_keys"."created_at" desc, "machine_keys"."id"
limit $1;
