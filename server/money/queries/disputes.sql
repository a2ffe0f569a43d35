-- disputes.list
select "disputes"."id", "disputes"."transaction_id", "disputes"."creator_uid", "disputes"."dispute_type", "disputes"."status", "disputes"."created_at", "disputes"."resolved_at", "disputes"."deadline_at", "disputes"."buyer_statement", "disputes"."seller_statement", "disputes"."buyer_files", "disputes"."seller_files", "disputes"."opened_by", "disputes"."released_alone", "disputes"."outcome", "disputes"."refunded_cents", "disputes"."decision_reason", (
  select json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'size', size, 'width', width, 'height', height) order by name, id)
  from stored_files as file
  where file.attached_to = 'dispute:' || "disputes"."id" || ':buyer' and file.state = 'ready'), (
  select json_agg(json_build_object('id', id, 'name', name, 'kind', kind, 'size', size, 'width', width, 'height', height) order by name, id)
  from stored_files as file
  where file.attached_to = 'dispute:' || "disputes"."id" || ':seller' and file.state = 'ready'), "creator"."display_name", "disputes"."assignee", coalesce("assigned"."display_name", "assigned"."email", "disputes"."assignee"), "disputes"."decided_by", coalesce("decided"."display_name", "decided"."email", "disputes"."decided_by"), "transactions"."product_title", "transactions"."public_id", "transactions"."currency", ("transactions"."price" + coalesce("transactions"."shipping_cost", 0))::float8, "transactions"."purchaser_uid", "buyer"."display_name", "transactions"."seller_uid", "seller"."display_name"
from "disputes"
inner join "transactions" on "transactions"."id" = "disputes"."transaction_id"
left join "users" "creator" on "creator"."uid" = "disputes"."creator_uid"
left join "users" "buyer" on "buyer"."uid" = "transactions"."purchaser_uid"
left join "users" "seller" on "seller"."uid" = "transactions"."seller_uid"
left join "staff" "assigned" on "assigned"."uid" = "disputes"."assignee"
left join "staff" "decided" on "decided"."uid" = "disputes"."decided_by"
where "disputes"."status" = $1
order by "disputes"."deadline_at", "disputes"."id"
limit $2;
