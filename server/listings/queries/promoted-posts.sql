-- promotedPosts.ofUser
select "id", "key", "owner_uid", "post_id", "post_title", "post_thumbnail_image_path", "promo_start_date", "promo_end_date", "price", "created_at", "payment_id", "approval_status", "version"
from "promoted_posts"
where "promoted_posts"."owner_uid" = $1
order by "promoted_posts"."created_at" desc, "promoted_posts"."id"
limit $2;

-- promotedPosts.list
select "promoted_posts"."id", "promoted_posts"."key", "promoted_posts"."owner_uid", "promoted_posts"."post_id", "promoted_posts"."post_title", "promoted_posts"."post_thumbnail_image_path", "promoted_posts"."promo_start_date", "promoted_posts"."promo_end_date", "promoted_posts"."price", "promoted_posts"."created_at", "promoted_posts"."payment_id", "promoted_posts"."approval_status", "promoted_posts"."version", "posts"."description", "posts"."price_as_smallest_currency_unit", "posts"."price", "posts"."photos_url", "posts"."creator_uid", "posts"."creator_name", "posts"."shipping_cost", "posts"."post_type", "posts"."post_version", "posts"."variation", "posts"."post_country_code"
from "promoted_posts"
left join "posts" on "posts"."key" = "promoted_posts"."post_id"
where ("promoted_posts"."post_id" is null or "posts"."deleted_at" is null)
order by "promoted_posts"."created_at", "promoted_posts"."id"
limit $1;
select count(*)::int as n
from "promoted_posts"
left join "posts" on "posts"."key" = "promoted_posts"."post_id"
where ("promoted_posts"."post_id" is null or "posts"."deleted_at" is null);
