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

-- listings.similar
select subject_id, version, review_message
from second_looks_open
where kind = $1 and $2 <> all(by_uids);
select key, creator_uid, coalesce(price_as_smallest_currency_unit, round(price * 100)::bigint)::float8 as cents, coalesce(search_title, '') as search_title, left(coalesce(search, ''), $1) as search, array(
  select portreeve_class_rank(coalesce(m.class, portreeve_reason_class(portreeve_reason_words(r.report_reason_id))))::int
  from listing_reports r
  left join report_reasons m on m.reason = portreeve_reason_words(r.report_reason_id)
  where r.post_key = posts.key
  union
  select portreeve_class_rank(p.harm)::int
  from measures m
  cross join jsonb_to_recordset(m.grounds) as g (policy text)
  join policies p on p.id = g.policy
  where m.subject_kind = 'listing' and m.subject_id = posts.key and p.harm is not null) as classes, array(
  select print
  from photo_prints
  where post_key = posts.key and print is not null) as prints, title, description
from posts
where key = $2;
select key, creator_uid, coalesce(price_as_smallest_currency_unit, round(price * 100)::bigint)::float8 as cents, coalesce(search_title, '') as search_title, left(coalesce(search, ''), $1) as search, array(
  select portreeve_class_rank(coalesce(m.class, portreeve_reason_class(portreeve_reason_words(r.report_reason_id))))::int
  from listing_reports r
  left join report_reasons m on m.reason = portreeve_reason_words(r.report_reason_id)
  where r.post_key = posts.key
  union
  select portreeve_class_rank(p.harm)::int
  from measures m
  cross join jsonb_to_recordset(m.grounds) as g (policy text)
  join policies p on p.id = g.policy
  where m.subject_kind = 'listing' and m.subject_id = posts.key and p.harm is not null) as classes, array(
  select print
  from photo_prints
  where post_key = posts.key and print is not null) as prints
from posts
where key in (
  select key
  from ((
      select key
      from posts
      where substr(search_sketch, 1, 7) = $2 and (review_state <> 'pending' or deleted_at is not null)
      order by creation_date_time desc nulls last
      limit 50) union all (
      select key
      from posts
      where substr(search_sketch, 8, 7) = $3 and (review_state <> 'pending' or deleted_at is not null)
      order by creation_date_time desc nulls last
      limit 50) union all (
      select key
      from posts
      where substr(search_sketch, 15, 7) = $4 and (review_state <> 'pending' or deleted_at is not null)
      order by creation_date_time desc nulls last
      limit 50) union all (
      select key
      from posts
      where substr(search_sketch, 22, 7) = $5 and (review_state <> 'pending' or deleted_at is not null)
      order by creation_date_time desc nulls last
      limit 50) union all (
      select key
      from posts
      where substr(search_sketch, 29, 7) = $6 and (review_state <> 'pending' or deleted_at is not null)
      order by creation_date_time desc nulls last
      limit 50) union all (
      select key
      from posts
      where substr(search_sketch, 36, 7) = $7 and (review_state <> 'pending' or deleted_at is not null)
      order by creation_date_time desc nulls last
      limit 50) union all (
      select key
      from posts
      where substr(search_sketch, 43, 7) = $8 and (review_state <> 'pending' or deleted_at is not null)
      order by creation_date_time desc nulls last
      limit 50) union all (
      select key
      from posts
      where substr(search_sketch, 50, 7) = $9 and (review_state <> 'pending' or deleted_at is not null)
      order by creation_date_time desc nulls last
      limit 50) union all (
      select key
      from posts
      where creator_uid = $10 and (review_state <> 'pending' or deleted_at is not null)
      order by coalesce(creation_date_time, '-infinity'::timestamptz) desc, key desc
      limit 50)) as found
  where key <> $11
  group by key
  order by count(*) desc, key
  limit $12);
select "key", "title", "price", "price_as_smallest_currency_unit", coalesce("thumbnail_image_url", "photos_url" ->> 0), "creator_uid", "creator_name", "review_state", "review_message", "deleted_at" is not null
from "posts"
where "posts"."key" = any($1);
select "subject_id", "decision", "by_name", "at", "taken_back_at"
from "review_decisions"
where ("review_decisions"."kind" = $1 and "review_decisions"."subject_id" = any($2))
order by "review_decisions"."version" desc, "review_decisions"."at" desc;
select "measures"."id", "measures"."kind", "measures"."subject_kind", "measures"."subject_id", "measures"."uid", "measures"."grounds", "measures"."reason", "measures"."source", "measures"."by_uid", "measures"."party_uids", "measures"."at", "measures"."opened_at", "measures"."until", "measures"."operation_id", "measures"."told_at", "measures"."ended_at", "measures"."ended_how", "measures"."ended_by", coalesce("staff"."display_name", "staff"."email", "measures"."by_uid"), (
  select json_build_object('id', a.id, 'state', a.state)
  from appeals a
  where a.about = "measures"."id"
  order by a.opened_at desc, a.id
  limit 1)
from "measures"
left join "staff" on "staff"."uid" = "measures"."by_uid"
where (("measures"."subject_kind" = $1 and "measures"."subject_id" = any($2)) or ("measures"."uid" in (
      select creator_uid
      from posts
      where "posts"."key" = any($3)) and "measures"."kind" in ($4, $5, $6, $7, $8, $9)))
order by "measures"."at" desc, "measures"."id" desc;
