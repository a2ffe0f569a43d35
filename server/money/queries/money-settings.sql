-- moneySettings.reasons
select "id", "words", "retired"
from "refund_reasons"
order by "refund_reasons"."retired" asc, "refund_reasons"."place" asc;
