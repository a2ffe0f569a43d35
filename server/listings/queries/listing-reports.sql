-- listingReports.list
select "posts"."key", "posts"."title", "posts"."description", "posts"."thumbnail_image_url", 'open', count(*)::int, array_agg("listing_reports"."id" order by "listing_reports"."created_at", "listing_reports"."id"), coalesce(array_agg(distinct "listing_reports"."report_reason_id") filter (where "listing_reports"."report_reason_id" is not null), '{}'), count(distinct "listing_reports"."reporter_uid")::int, min("listing_reports"."created_at"), max("listing_reports"."created_at"), coalesce(bool_or("users"."is_banned"), false)
from "listing_reports"
inner join "posts" on "posts"."key" = "listing_reports"."post_key"
left join "users" on "users"."uid" = "posts"."creator_uid"
where ("listing_reports"."status" = $1 and "posts"."deleted_at" is null)
group by "posts"."key", "posts"."title", "posts"."description", "posts"."thumbnail_image_url"
order by max("listing_reports"."created_at") desc, "posts"."key"
limit $2;
