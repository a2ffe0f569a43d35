-- savedViews.list
select "saved_views"."id", "saved_views"."list", "saved_views"."name", "saved_views"."search", "saved_views"."shared", json_build_object('uid', "staff"."uid", 'name', coalesce("staff"."display_name", "staff"."email"))
from "saved_views"
inner join "staff" on "staff"."uid" = "saved_views"."owner"
where (("saved_views"."owner" = $1 or "saved_views"."shared") and "saved_views"."list" in ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11))
order by lower("saved_views"."name"), "saved_views"."id";
