-- policies.list
select "id", "name", "words", "ground", "reference", "harm", "canned", "mails", "tells_reporters", "strikes", "retired", "version"
from "policies"
order by "policies"."retired", lower("policies"."name") asc, "policies"."id";
