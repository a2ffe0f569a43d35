-- listingSearch.search, a word
select "id", "terms", "preferred_term"
from "keywords";
with newest as materialized (
  select key, creation_date_time, search_title, search
  from posts
  where post_type = 0 and review_state = 'approved' and deleted_at is null
  order by creation_date_time desc nulls last, key
  limit $1 )
select count(*)::int as read, extract(epoch from min(creation_date_time))::float8 * 1000 as earliest, extract(epoch from max(creation_date_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $2::regclass) as size, array(
  select key
  from newest
  where strpos(search_title, $3) > 0
  order by creation_date_time desc nulls last, key
  limit $4) as ids
from newest;
with newest as materialized (
  select key, creation_date_time, search_title, search
  from posts
  where post_type = 0 and review_state = 'approved' and deleted_at is null
  order by creation_date_time desc nulls last, key
  limit $1 )
select count(*)::int as read, extract(epoch from min(creation_date_time))::float8 * 1000 as earliest, extract(epoch from max(creation_date_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $2::regclass) as size, array(
  select key
  from newest
  where strpos(search, $3) > 0 and not strpos(search_title, $4) > 0
  order by creation_date_time desc nulls last, key
  limit $5) as ids
from newest;
select "key", "title", "price", "price_as_smallest_currency_unit", "quantity", "condition", "description", "location", "photos_url", "thumbnail_image_url", "creator_uid", "creator_name", "creation_date", "shipping", "shipping_cost", "shipping_origin_zip_code", "sold", "trades", "accepts_offers", "post_type", "post_version", "variation", "post_country_code", "user_subscription_state", "review_state", "review_message", "version"
from "posts"
where ("posts"."key" = any($1) and "posts"."deleted_at" is null);

-- listingSearch.search, a query
select 1
from users
where uid = $1;
select "id", "terms", "preferred_term"
from "keywords";
with newest as materialized (
  select key, creation_date_time, search_title, search
  from posts
  where post_type = 0 and review_state = 'approved' and deleted_at is null and ((coalesce(price_as_smallest_currency_unit, round(price * 100)::bigint) < $1) and ("posts"."creator_uid" = any($2)) and (("posts"."sold") is not true))
  order by creation_date_time desc nulls last, key
  limit $3 )
select count(*)::int as read, extract(epoch from min(creation_date_time))::float8 * 1000 as earliest, extract(epoch from max(creation_date_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $4::regclass) as size, array(
  select key
  from newest
  where strpos(search_title, $5) > 0
  order by creation_date_time desc nulls last, key
  limit $6) as ids
from newest;
with newest as materialized (
  select key, creation_date_time, search_title, search
  from posts
  where post_type = 0 and review_state = 'approved' and deleted_at is null and ((coalesce(price_as_smallest_currency_unit, round(price * 100)::bigint) < $1) and ("posts"."creator_uid" = any($2)) and (("posts"."sold") is not true))
  order by creation_date_time desc nulls last, key
  limit $3 )
select count(*)::int as read, extract(epoch from min(creation_date_time))::float8 * 1000 as earliest, extract(epoch from max(creation_date_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $4::regclass) as size, array(
  select key
  from newest
  where strpos(search, $5) > 0 and not strpos(search_title, $6) > 0
  order by creation_date_time desc nulls last, key
  limit $7) as ids
from newest;
select "key", "title", "price", "price_as_smallest_currency_unit", "quantity", "condition", "description", "location", "photos_url", "thumbnail_image_url", "creator_uid", "creator_name", "creation_date", "shipping", "shipping_cost", "shipping_origin_zip_code", "sold", "trades", "accepts_offers", "post_type", "post_version", "variation", "post_country_code", "user_subscription_state", "review_state", "review_message", "version"
from "posts"
where ("posts"."key" = any($1) and "posts"."deleted_at" is null);
