-- listings.search
select 1
from users
where uid = $1;
select "id", "terms", "preferred_term"
from "keywords";
with newest as materialized (
  select key, creation_date_time, search
  from posts
  where post_type = 0 and review_state = 'approved' and deleted_at is null and (creator_uid = any($1))
  order by creation_date_time desc nulls last, key
  limit $2 )
select count(*)::int as read, extract(epoch from min(creation_date_time))::float8 * 1000 as earliest, extract(epoch from max(creation_date_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $3::regclass) as size, array(
  select key
  from newest
  where strpos(search, $4) > 0
  order by creation_date_time desc nulls last, key
  limit $5) as ids
from newest;
with newest as materialized (
  select key, creation_date_time, search
  from posts
  where post_type = 1 and review_state = 'approved' and deleted_at is null and (creator_uid = any($1))
  order by creation_date_time desc nulls last, key
  limit $2 )
select count(*)::int as read, extract(epoch from min(creation_date_time))::float8 * 1000 as earliest, extract(epoch from max(creation_date_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $3::regclass) as size, array(
  select key
  from newest
  where strpos(search, $4) > 0
  order by creation_date_time desc nulls last, key
  limit $5) as ids
from newest;
with newest as materialized (
  select key, creation_date_time, search
  from posts
  where review_state <> 'approved' and deleted_at is null and review_state = any($1) and (creator_uid = any($2))
  order by creation_date_time desc nulls last, key
  limit $3 )
select count(*)::int as read, extract(epoch from min(creation_date_time))::float8 * 1000 as earliest, extract(epoch from max(creation_date_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $4::regclass) as size, array(
  select key
  from newest
  where strpos(search, $5) > 0
  order by creation_date_time desc nulls last, key
  limit $6) as ids
from newest;
select "key", "title", "price", "price_as_smallest_currency_unit", "quantity", "condition", "description", "location", "photos_url", "thumbnail_image_url", "creator_uid", "creator_name", "creation_date", "shipping", "shipping_cost", "shipping_origin_zip_code", "sold", "trades", "accepts_offers", "post_type", "post_version", "variation", "post_country_code", "user_subscription_state", "review_state", "review_message", "version", "deleted_at"
from "posts"
where "posts"."key" = any($1)
order by creation_date_time desc nulls last, key
limit $2;
select distinct on ("review_decisions"."subject_id") "id", "kind", "subject_id", "owner_uid", "decision", "message", "by_uid", "by_name", "at", "version", "snapshot", "was", "operation_id", "announced_at", "taken_back_at"
from "review_decisions"
where ("review_decisions"."kind" = $1 and "review_decisions"."subject_id" = any($2) and "review_decisions"."taken_back_at" is null)
order by "review_decisions"."subject_id", "review_decisions"."at" desc;
select r.post_key as key, count(*)::int as n
from listing_reports r
where r.post_key = any($1) and r.created_at > coalesce((
    select max(d.at)
    from review_decisions d
    where d.kind = 'listing' and d.subject_id = r.post_key and d.decision = 'approved' and d.taken_back_at is null), '-infinity')
group by r.post_key;

-- listings.search, no words
select 1
from users
where uid = $1;
select key
from posts
where post_type = 0 and review_state = 'approved' and deleted_at is null and (creator_uid = any($1))
order by creation_date_time desc nulls last, key
limit $2;
select key
from posts
where post_type = 1 and review_state = 'approved' and deleted_at is null and (creator_uid = any($1))
order by creation_date_time desc nulls last, key
limit $2;
select key
from posts
where review_state <> 'approved' and deleted_at is null and review_state = any($1) and (creator_uid = any($2))
order by creation_date_time desc nulls last, key
limit $3;
select "key", "title", "price", "price_as_smallest_currency_unit", "quantity", "condition", "description", "location", "photos_url", "thumbnail_image_url", "creator_uid", "creator_name", "creation_date", "shipping", "shipping_cost", "shipping_origin_zip_code", "sold", "trades", "accepts_offers", "post_type", "post_version", "variation", "post_country_code", "user_subscription_state", "review_state", "review_message", "version", "deleted_at"
from "posts"
where "posts"."key" = any($1)
order by creation_date_time desc nulls last, key
limit $2;
select distinct on ("review_decisions"."subject_id") "id", "kind", "subject_id", "owner_uid", "decision", "message", "by_uid", "by_name", "at", "version", "snapshot", "was", "operation_id", "announced_at", "taken_back_at"
from "review_decisions"
where ("review_decisions"."kind" = $1 and "review_decisions"."subject_id" = any($2) and "review_decisions"."taken_back_at" is null)
order by "review_decisions"."subject_id", "review_decisions"."at" desc;
select r.post_key as key, count(*)::int as n
from listing_reports r
where r.post_key = any($1) and r.created_at > coalesce((
    select max(d.at)
    from review_decisions d
    where d.kind = 'listing' and d.subject_id = r.post_key and d.decision = 'approved' and d.taken_back_at is null), '-infinity')
group by r.post_key;
