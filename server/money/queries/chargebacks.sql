-- chargebacks.list
select "chargebacks"."id", "chargebacks"."provider", "chargebacks"."transaction_id", array(
  select t.id
  from orders o
  join transactions t on t.order_id = o.id
  where o.provider = "chargebacks"."provider" and o.payment_id = "chargebacks"."payment_id"
  order by t.id), "chargebacks"."state", "chargebacks"."reason", "chargebacks"."cents", "chargebacks"."currency", "chargebacks"."fee", "chargebacks"."withdrawn", "chargebacks"."evidence_due_at", "chargebacks"."submitted_at", "chargebacks"."created_at", "chargebacks"."closed_at", "transactions"."product_title", "transactions"."public_id", "transactions"."purchaser_uid", "buyer"."display_name", "transactions"."seller_uid", "seller"."display_name"
from "chargebacks"
left join "transactions" on "transactions"."id" = "chargebacks"."transaction_id"
left join "users" "buyer" on "buyer"."uid" = "transactions"."purchaser_uid"
left join "users" "seller" on "seller"."uid" = "transactions"."seller_uid"
where "chargebacks"."closed_at" is null
order by coalesce("chargebacks"."evidence_due_at", 'infinity'::timestamptz), "chargebacks"."id"
limit $1;

-- chargebacks.warnings
select "fraud_warnings"."id", "fraud_warnings"."transaction_id", "fraud_warnings"."fraud_type", "fraud_warnings"."actionable" and not exists (
  select
  from chargebacks c
  where c.provider = "fraud_warnings"."provider" and c.payment_id = "fraud_warnings"."payment_id") and coalesce("transactions"."status", 0) not in (3, 5), coalesce((
    select sum(t.price + coalesce(t.shipping_cost, 0))
    from orders o
    join transactions t on t.order_id = o.id
    where o.provider = "fraud_warnings"."provider" and o.payment_id = "fraud_warnings"."payment_id"), 0)::float8, coalesce((
    select sum(l.cents)
    from ledger_entries e
    join ledger_lines l on l.entry_id = e.id
    where e.transaction_id = "fraud_warnings"."transaction_id" and l.account in ('refunded', 'charged_back')), 0)::float8, coalesce("transactions"."price" + coalesce("transactions"."shipping_cost", 0), 0)::float8, "fraud_warnings"."created_at", coalesce("transactions"."currency", 'USD'), "transactions"."product_title"
from "fraud_warnings"
left join "transactions" on "transactions"."id" = "fraud_warnings"."transaction_id"
order by "fraud_warnings"."created_at" desc, "fraud_warnings"."id" desc
limit $1;
