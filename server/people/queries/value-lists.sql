-- valueLists.list
select "name", "kind", "about", "created_at", "created_by", ((
    select count(*)
    from "value_list_items"
    where ("value_list_items"."list" = "value_lists"."name" and ("value_list_items"."until" is null or "value_list_items"."until" > now()))))::int
from "value_lists"
order by "value_lists"."name" asc;
