-- events.list
select min(id)::float8 as oldest, max(id)::float8 as newest
from events;
select id::float8 as id, type, at::text as at, data, actor
from events
where id > $1
order by events.id
limit $2;
