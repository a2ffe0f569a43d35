-- transactions.list
select "id", "public_id", "product_id", "product_title", "product_thumbnail_path", "seller_uid", "purchaser_uid", "seller_display_name", "purchaser_display_name", "order_id", "price", "shipping_cost", "currency", "status", "shipping_status", "payout_status", "purchase_date", "delivered_at", "tracking_number", "carrier", "tracking_url", "dispute_id", "dispute_status", "dispute_buyer_comms_url", "dispute_seller_comms_url", "version", (
  select json_agg(label order by label.created_at)
  from (
    select id, key, created_at, label_image_url, tracking_number, ep_shipment_id, purchase_date, payment_id, status, refund_state
    from "ship_labels" as own
    where own.transaction_id = transactions.id) as label) as "ship_labels"
from "transactions"
order by "transactions"."purchase_date" desc, "transactions"."id" desc
limit $1;

-- transactions.ofUser
(
  select "id", "public_id", "product_id", "product_title", "product_thumbnail_path", "seller_uid", "purchaser_uid", "seller_display_name", "purchaser_display_name", "order_id", "price", "shipping_cost", "currency", "status", "shipping_status", "payout_status", "purchase_date", "delivered_at", "tracking_number", "carrier", "tracking_url", "dispute_id", "dispute_status", "dispute_buyer_comms_url", "dispute_seller_comms_url", "version", (
    select json_agg(label order by label.created_at)
    from (
      select id, key, created_at, label_image_url, tracking_number, ep_shipment_id, purchase_date, payment_id, status, refund_state
      from "ship_labels" as own
      where own.transaction_id = transactions.id) as label) as "ship_labels"
  from "transactions"
  where "transactions"."seller_uid" = $1
  order by "transactions"."purchase_date" desc, "transactions"."id" desc
  limit $2)
union all (
  select "id", "public_id", "product_id", "product_title", "product_thumbnail_path", "seller_uid", "purchaser_uid", "seller_display_name", "purchaser_display_name", "order_id", "price", "shipping_cost", "currency", "status", "shipping_status", "payout_status", "purchase_date", "delivered_at", "tracking_number", "carrier", "tracking_url", "dispute_id", "dispute_status", "dispute_buyer_comms_url", "dispute_seller_comms_url", "version", (
    select json_agg(label order by label.created_at)
    from (
      select id, key, created_at, label_image_url, tracking_number, ep_shipment_id, purchase_date, payment_id, status, refund_state
      from "ship_labels" as own
      where own.transaction_id = transactions.id) as label) as "ship_labels"
  from "transactions"
  where ("transactions"."purchaser_uid" = $3 and "transactions"."seller_uid" <> $4)
  order by "transactions"."purchase_date" desc, "transactions"."id" desc
  limit $5)
order by purchase_date desc, id desc
limit $6;

-- transactions.between
select "id", "public_id", "product_id", "product_title", "product_thumbnail_path", "seller_uid", "purchaser_uid", "seller_display_name", "purchaser_display_name", "order_id", "price", "shipping_cost", "currency", "status", "shipping_status", "payout_status", "purchase_date", "delivered_at", "tracking_number", "carrier", "tracking_url", "dispute_id", "dispute_status", "dispute_buyer_comms_url", "dispute_seller_comms_url", "version", (
  select json_agg(label order by label.created_at)
  from (
    select id, key, created_at, label_image_url, tracking_number, ep_shipment_id, purchase_date, payment_id, status, refund_state
    from "ship_labels" as own
    where own.transaction_id = transactions.id) as label) as "ship_labels"
from "transactions"
where (("transactions"."seller_uid" = $1 and "transactions"."purchaser_uid" = $2) or ("transactions"."seller_uid" = $3 and "transactions"."purchaser_uid" = $4))
order by "transactions"."purchase_date" desc, "transactions"."id" desc
limit $5;
