-- keywords.list
select count(*)::int
from "keywords";
select "id", "terms", "preferred_term", "created_at", "version"
from "keywords"
order by "keywords"."created_at" desc, "keywords"."id" desc
limit $1;

-- keywords.reach
select "id", "terms", "preferred_term"
from "keywords";
select count(*)::int as n
from (
  select 1
  from posts
  where post_type = 0 and review_state = 'approved' and deleted_at is null and (search like $1 or search like $2 or search like $3) and not strpos(search, $4) > 0
  limit 1001 ) as newly;
select count(*)::int as n
from (
  select 1
  from posts
  where post_type = 0 and review_state = 'approved' and deleted_at is null and (search like $1 or search like $2 or search like $3) and not strpos(search, $4) > 0
  limit 1001 ) as newly;
select count(*)::int as n
from (
  select 1
  from posts
  where post_type = 0 and review_state = 'approved' and deleted_at is null and (search like $1 or search like $2 or search like $3) and not strpos(search, $4) > 0
  limit 1001 ) as newly;
