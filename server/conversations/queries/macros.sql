-- macros.list
select "id", "title", "text", "created_at", "actions", "uses", "version"
from "macros"
order by lower("macros"."title"), "macros"."created_at" asc, "macros"."id" asc;
