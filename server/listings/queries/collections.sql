-- collections.list
select count(*)::int
from "collections";
select "id", "public_id", "title", "description", "image_url", "visible", "created_at", "version"
from "collections"
order by "collections"."created_at" desc, "collections"."id" desc
limit $1;

-- collections.items
select "id", "public_id", "title", "description", "image_url", "visible", "created_at", "version"
from "collections"
where "collections"."id" = $1;
select count(*)::int
from "collection_items"
inner join "posts" on "posts"."key" = "collection_items"."post_key"
where ("collection_items"."collection_id" = $1 and "posts"."deleted_at" is null);
select "posts"."key", "posts"."title", "posts"."price", "posts"."price_as_smallest_currency_unit", "posts"."quantity", "posts"."condition", "posts"."description", "posts"."location", "posts"."photos_url", "posts"."thumbnail_image_url", "posts"."creator_uid", "posts"."creator_name", "posts"."creation_date", "posts"."shipping", "posts"."shipping_cost", "posts"."shipping_origin_zip_code", "posts"."sold", "posts"."trades", "posts"."accepts_offers", "posts"."post_type", "posts"."post_version", "posts"."variation", "posts"."post_country_code", "posts"."user_subscription_state", "posts"."review_state", "posts"."review_message", "posts"."version", "collection_items"."added_at"
from "collection_items"
inner join "posts" on "posts"."key" = "collection_items"."post_key"
where ("collection_items"."collection_id" = $1 and "posts"."deleted_at" is null)
order by "collection_items"."added_at" desc, "collection_items"."post_key" desc
limit $2;
