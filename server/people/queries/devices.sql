-- devices.list
select "id", "device_id", "code", "created_at", "verification_status"
from "devices"
where "devices"."uid" = $1
order by "devices"."created_at_time" desc nulls last, "devices"."id" desc;
