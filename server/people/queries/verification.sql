-- verification.list
select "id", "code", "created_at"
from "verification_codes"
where "verification_codes"."uid" = $1
order by "verification_codes"."created_at_time" desc nulls last, "verification_codes"."id" desc;
