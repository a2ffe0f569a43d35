-- extensions.list
select "type", "name", "declared", "secret", "version", "changed_at", "changed_by"
from "extensions"
order by "extensions"."type" asc, "extensions"."name" asc;
