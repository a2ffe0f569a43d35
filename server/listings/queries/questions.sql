-- questions.list
select count(*)::int
from "questions";
select "id", "title", "created_at", "creator_uid", "body", "order_id", "purchaser_uid", "seller_uid", "product_id", "tracking_number", "version"
from "questions"
order by "questions"."created_at" desc, "questions"."id" desc
limit $1;
