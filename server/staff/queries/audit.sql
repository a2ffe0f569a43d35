-- audit.list
select "audit"."id", "audit"."at", "audit"."actor_uid", "audit"."actor_role", "audit"."action", "audit"."subject_kind", "audit"."subject_id", "audit"."reason", "audit"."address", "audit"."request_id", coalesce("staff"."display_name", "staff"."email"), case when coalesce(octet_length("audit"."before"::text), 0) + coalesce(octet_length("audit"."after"::text), 0) > $1 then null else "audit"."before" end, case when coalesce(octet_length("audit"."before"::text), 0) + coalesce(octet_length("audit"."after"::text), 0) > $2 then null else "audit"."after" end, coalesce(octet_length("audit"."before"::text), 0) + coalesce(octet_length("audit"."after"::text), 0) > $3, "audit"."erased" is not null
from "audit"
left join "staff" on "staff"."uid" = "audit"."actor_uid"
order by "audit"."id" desc
limit $4;
