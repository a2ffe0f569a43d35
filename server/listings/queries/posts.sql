-- posts.ofUser
select count(*)::int
from "posts"
where ("posts"."creator_uid" = $1 and "posts"."deleted_at" is null and "posts"."review_state" <> 'denied');
select "key", "title", "price", "price_as_smallest_currency_unit", "quantity", "condition", "description", "location", "photos_url", "thumbnail_image_url", "creator_uid", "creator_name", "creation_date", "shipping", "shipping_cost", "shipping_origin_zip_code", "sold", "trades", "accepts_offers", "post_type", "post_version", "variation", "post_country_code", "user_subscription_state", "review_state", "review_message", "version", "creation_date_time"
from "posts"
where ("posts"."creator_uid" = $1 and "posts"."deleted_at" is null and "posts"."review_state" <> 'denied')
order by coalesce("posts"."creation_date_time", '-infinity'::timestamptz) desc, "posts"."key" desc
limit $2;

-- posts.deniedOfUser
select count(*)::int
from "posts"
where ("posts"."creator_uid" = $1 and "posts"."deleted_at" is null and "posts"."review_state" = $2);
select "key", "title", "price", "price_as_smallest_currency_unit", "quantity", "condition", "description", "location", "photos_url", "thumbnail_image_url", "creator_uid", "creator_name", "creation_date", "shipping", "shipping_cost", "shipping_origin_zip_code", "sold", "trades", "accepts_offers", "post_type", "post_version", "variation", "post_country_code", "user_subscription_state", "review_state", "review_message", "version", "creation_date_time"
from "posts"
where ("posts"."creator_uid" = $1 and "posts"."deleted_at" is null and "posts"."review_state" = $2)
order by coalesce("posts"."creation_date_time", '-infinity'::timestamptz) desc, "posts"."key" desc
limit $3;

-- posts.pending
select subject_id, version, review_message
from second_looks_open
where kind = $1 and $2 <> all(by_uids);
select count(*)::int
from "posts"
where ("posts"."review_state" = $1 and "posts"."deleted_at" is null);
select "key", "title", "price", "price_as_smallest_currency_unit", "quantity", "condition", "description", "location", "photos_url", "thumbnail_image_url", "creator_uid", "creator_name", "creation_date", "shipping", "shipping_cost", "shipping_origin_zip_code", "sold", "trades", "accepts_offers", "post_type", "post_version", "variation", "post_country_code", "user_subscription_state", "review_state", "review_message", "version"
from "posts"
where ("posts"."review_state" = $1 and "posts"."deleted_at" is null)
order by "posts"."creation_date_time" asc nulls last, "posts"."key"
limit $2;
