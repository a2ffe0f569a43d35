-- extensionFields.list
select "kind", "name", "type", "words", "choices", "personal", "shown", "filterable", "created_at", "created_by", "removed_at"
from "extension_fields"
where "extension_fields"."removed_at" is null
order by "extension_fields"."kind" asc, "extension_fields"."name" asc;
