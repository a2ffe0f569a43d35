-- orderSearch.search, a person
select "days_to_ship", "days_in_transit", "days_to_decide"
from "money_settings";
select 1
from users
where uid = $1;
select "transactions"."id", "transactions"."public_id", "transactions"."order_id", "transactions"."product_id", "transactions"."product_title", "transactions"."product_thumbnail_path", "transactions"."price", "transactions"."currency", "transactions"."shipping_cost", "transactions"."status", "transactions"."shipping_status", "transactions"."payout_status", "transactions"."purchase_date", "transactions"."delivered_at", coalesce("transactions"."tracking_number", (
    select l.tracking_number
    from ship_labels l
    where l.transaction_id = "transactions"."id" and l.tracking_number is not null
    order by l.created_at desc
    limit 1)), "transactions"."carrier", "transactions"."purchaser_uid", "buyer"."display_name", "buyer"."is_banned", "transactions"."seller_uid", "seller"."display_name", "seller"."is_banned", coalesce((
    select case when count(e.id) = 0 then null else coalesce(sum(l.cents) filter (where l.account = 'refunded'), 0) end
    from ledger_entries e
    left join ledger_lines l on l.entry_id = e.id
    where e.transaction_id = "transactions"."id"), case when "transactions"."status" in (3, 5) then "transactions"."price" + coalesce("transactions"."shipping_cost", 0) else 0 end)::float8, coalesce("transactions"."dispute_status" = 2, false), exists (
  select 1
  from orders o
  join chargebacks c on c.provider = o.provider and c.payment_id = o.payment_id
  where o.id = "transactions"."order_id" and c.closed_at is null), exists (
  select 1
  from "approvals"
  where "approvals"."transaction_id" = "transactions"."id" and "approvals"."state" = 'asked' and "approvals"."expires_at" > now()), case when "transactions"."status" = 2 and "transactions"."shipping_status" in (2, 3) and "transactions"."purchase_date" < now() - make_interval(days => $1) and ("transactions"."shipping_status" = 3 or "transactions"."purchase_date" < now() - make_interval(days => $2)) then json_build_object('kind', case when "transactions"."shipping_status" = 3 then 'not_shipped' else 'in_transit' end, 'days', floor(extract(epoch from now() - "transactions"."purchase_date") / 86400)::int) end
from "transactions"
left join "users" "buyer" on "buyer"."uid" = "transactions"."purchaser_uid"
left join "users" "seller" on "seller"."uid" = "transactions"."seller_uid"
where "transactions"."id" = any(array((
      select "id"
      from "transactions"
      where "transactions"."id" in (
        select id
        from transactions
        where seller_uid = any($3)
        union all
        select id
        from transactions
        where purchaser_uid = any($4))
      order by "transactions"."purchase_date" desc, "transactions"."id" desc
      limit $5)))
order by "transactions"."purchase_date" desc, "transactions"."id" desc;

-- orderSearch.search, an order
select "days_to_ship", "days_in_transit", "days_to_decide"
from "money_settings";
select kind, id
from (
  select 'transaction' as kind, id
  from transactions
  where id = any($1)
  union all
  select 'public_id', id
  from transactions
  where public_id = any($2)
  union all
  select 'order', id
  from transactions
  where order_id = any($3)
  union all
  select 'tracking', id
  from transactions
  where upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')) = any($4)
  union all
  select 'tracking', transaction_id
  from ship_labels
  where upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')) = any($5)
  union all
  select 'payment', t.id
  from orders o
  join transactions t on t.order_id = o.id
  where o.payment_id = any($6)
  union all
  select 'provider_reference', transaction_id
  from ledger_entries
  where split_part(reference, ':', 1) = any($7) and transaction_id is not null and kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund')
  union all
  select 'dispute', transaction_id
  from disputes
  where id = any($8)
  union all
  select 'dispute', t.id
  from chargebacks c
  join orders o on o.provider = c.provider and o.payment_id = c.payment_id
  join transactions t on t.order_id = o.id
  where c.id = any($9)
  union all
  select 'person', null
  from users
  where uid = any($10)) as hits
limit $11;
select "transactions"."id", "transactions"."public_id", "transactions"."order_id", "transactions"."product_id", "transactions"."product_title", "transactions"."product_thumbnail_path", "transactions"."price", "transactions"."currency", "transactions"."shipping_cost", "transactions"."status", "transactions"."shipping_status", "transactions"."payout_status", "transactions"."purchase_date", "transactions"."delivered_at", coalesce("transactions"."tracking_number", (
    select l.tracking_number
    from ship_labels l
    where l.transaction_id = "transactions"."id" and l.tracking_number is not null
    order by l.created_at desc
    limit 1)), "transactions"."carrier", "transactions"."purchaser_uid", "buyer"."display_name", "buyer"."is_banned", "transactions"."seller_uid", "seller"."display_name", "seller"."is_banned", coalesce((
    select case when count(e.id) = 0 then null else coalesce(sum(l.cents) filter (where l.account = 'refunded'), 0) end
    from ledger_entries e
    left join ledger_lines l on l.entry_id = e.id
    where e.transaction_id = "transactions"."id"), case when "transactions"."status" in (3, 5) then "transactions"."price" + coalesce("transactions"."shipping_cost", 0) else 0 end)::float8, coalesce("transactions"."dispute_status" = 2, false), exists (
  select 1
  from orders o
  join chargebacks c on c.provider = o.provider and c.payment_id = o.payment_id
  where o.id = "transactions"."order_id" and c.closed_at is null), exists (
  select 1
  from "approvals"
  where "approvals"."transaction_id" = "transactions"."id" and "approvals"."state" = 'asked' and "approvals"."expires_at" > now()), case when "transactions"."status" = 2 and "transactions"."shipping_status" in (2, 3) and "transactions"."purchase_date" < now() - make_interval(days => $1) and ("transactions"."shipping_status" = 3 or "transactions"."purchase_date" < now() - make_interval(days => $2)) then json_build_object('kind', case when "transactions"."shipping_status" = 3 then 'not_shipped' else 'in_transit' end, 'days', floor(extract(epoch from now() - "transactions"."purchase_date") / 86400)::int) end
from "transactions"
left join "users" "buyer" on "buyer"."uid" = "transactions"."purchaser_uid"
left join "users" "seller" on "seller"."uid" = "transactions"."seller_uid"
where "transactions"."id" = any(array((
      select "id"
      from "transactions"
      where "transactions"."id" = any($3)
      order by "transactions"."purchase_date" desc, "transactions"."id" desc
      limit $4)))
order by "transactions"."purchase_date" desc, "transactions"."id" desc;

-- orderSearch.search
select "days_to_ship", "days_in_transit", "days_to_decide"
from "money_settings";
select "transactions"."id", "transactions"."public_id", "transactions"."order_id", "transactions"."product_id", "transactions"."product_title", "transactions"."product_thumbnail_path", "transactions"."price", "transactions"."currency", "transactions"."shipping_cost", "transactions"."status", "transactions"."shipping_status", "transactions"."payout_status", "transactions"."purchase_date", "transactions"."delivered_at", coalesce("transactions"."tracking_number", (
    select l.tracking_number
    from ship_labels l
    where l.transaction_id = "transactions"."id" and l.tracking_number is not null
    order by l.created_at desc
    limit 1)), "transactions"."carrier", "transactions"."purchaser_uid", "buyer"."display_name", "buyer"."is_banned", "transactions"."seller_uid", "seller"."display_name", "seller"."is_banned", coalesce((
    select case when count(e.id) = 0 then null else coalesce(sum(l.cents) filter (where l.account = 'refunded'), 0) end
    from ledger_entries e
    left join ledger_lines l on l.entry_id = e.id
    where e.transaction_id = "transactions"."id"), case when "transactions"."status" in (3, 5) then "transactions"."price" + coalesce("transactions"."shipping_cost", 0) else 0 end)::float8, coalesce("transactions"."dispute_status" = 2, false), exists (
  select 1
  from orders o
  join chargebacks c on c.provider = o.provider and c.payment_id = o.payment_id
  where o.id = "transactions"."order_id" and c.closed_at is null), exists (
  select 1
  from "approvals"
  where "approvals"."transaction_id" = "transactions"."id" and "approvals"."state" = 'asked' and "approvals"."expires_at" > now()), case when "transactions"."status" = 2 and "transactions"."shipping_status" in (2, 3) and "transactions"."purchase_date" < now() - make_interval(days => $1) and ("transactions"."shipping_status" = 3 or "transactions"."purchase_date" < now() - make_interval(days => $2)) then json_build_object('kind', case when "transactions"."shipping_status" = 3 then 'not_shipped' else 'in_transit' end, 'days', floor(extract(epoch from now() - "transactions"."purchase_date") / 86400)::int) end
from "transactions"
left join "users" "buyer" on "buyer"."uid" = "transactions"."purchaser_uid"
left join "users" "seller" on "seller"."uid" = "transactions"."seller_uid"
where "transactions"."id" = any(array((
      select "id"
      from "transactions"
      order by "transactions"."purchase_date" desc, "transactions"."id" desc
      limit $3)))
order by "transactions"."purchase_date" desc, "transactions"."id" desc;

-- orderSearch.marks
select "days_to_ship", "days_in_transit", "days_to_decide"
from "money_settings";
select "transactions"."id", "transactions"."public_id", "transactions"."order_id", "transactions"."product_id", "transactions"."product_title", "transactions"."product_thumbnail_path", "transactions"."price", "transactions"."currency", "transactions"."shipping_cost", "transactions"."status", "transactions"."shipping_status", "transactions"."payout_status", "transactions"."purchase_date", "transactions"."delivered_at", coalesce("transactions"."tracking_number", (
    select l.tracking_number
    from ship_labels l
    where l.transaction_id = "transactions"."id" and l.tracking_number is not null
    order by l.created_at desc
    limit 1)), "transactions"."carrier", "transactions"."purchaser_uid", "buyer"."display_name", "buyer"."is_banned", "transactions"."seller_uid", "seller"."display_name", "seller"."is_banned", coalesce((
    select case when count(e.id) = 0 then null else coalesce(sum(l.cents) filter (where l.account = 'refunded'), 0) end
    from ledger_entries e
    left join ledger_lines l on l.entry_id = e.id
    where e.transaction_id = "transactions"."id"), case when "transactions"."status" in (3, 5) then "transactions"."price" + coalesce("transactions"."shipping_cost", 0) else 0 end)::float8, coalesce("transactions"."dispute_status" = 2, false), exists (
  select 1
  from orders o
  join chargebacks c on c.provider = o.provider and c.payment_id = o.payment_id
  where o.id = "transactions"."order_id" and c.closed_at is null), exists (
  select 1
  from "approvals"
  where "approvals"."transaction_id" = "transactions"."id" and "approvals"."state" = 'asked' and "approvals"."expires_at" > now()), case when "transactions"."status" = 2 and "transactions"."shipping_status" in (2, 3) and "transactions"."purchase_date" < now() - make_interval(days => $1) and ("transactions"."shipping_status" = 3 or "transactions"."purchase_date" < now() - make_interval(days => $2)) then json_build_object('kind', case when "transactions"."shipping_status" = 3 then 'not_shipped' else 'in_transit' end, 'days', floor(extract(epoch from now() - "transactions"."purchase_date") / 86400)::int) end
from "transactions"
left join "users" "buyer" on "buyer"."uid" = "transactions"."purchaser_uid"
left join "users" "seller" on "seller"."uid" = "transactions"."seller_uid"
where "transactions"."id" = any(array((
      select "id"
      from "transactions"
      where "transactions"."id" = any($3)
      order by "transactions"."purchase_date" desc, "transactions"."id" desc
      limit $4)))
order by "transactions"."purchase_date" desc, "transactions"."id" desc;

-- orderSearch.search, words
select "days_to_ship", "days_in_transit", "days_to_decide"
from "money_settings";
select kind, id
from (
  select 'transaction' as kind, id
  from transactions
  where id = any($1)
  union all
  select 'public_id', id
  from transactions
  where public_id = any($2)
  union all
  select 'order', id
  from transactions
  where order_id = any($3)
  union all
  select 'tracking', id
  from transactions
  where upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')) = any($4)
  union all
  select 'tracking', transaction_id
  from ship_labels
  where upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')) = any($5)
  union all
  select 'payment', t.id
  from orders o
  join transactions t on t.order_id = o.id
  where o.payment_id = any($6)
  union all
  select 'provider_reference', transaction_id
  from ledger_entries
  where split_part(reference, ':', 1) = any($7) and transaction_id is not null and kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund')
  union all
  select 'dispute', transaction_id
  from disputes
  where id = any($8)
  union all
  select 'dispute', t.id
  from chargebacks c
  join orders o on o.provider = c.provider and o.payment_id = c.payment_id
  join transactions t on t.order_id = o.id
  where c.id = any($9)
  union all
  select 'person', null
  from users
  where uid = any($10)) as hits
limit $11;
select uid, bool_or(exact) as exact, bool_or(ends) as ends, bool_or(reveals) as reveals
from ((
    select uid, created_at_time, search_uid = $1 as exact, search_uid = $2 and $3::boolean as ends, $4::boolean as reveals
    from users
    where search_uid like $5
    order by search_uid using ~<~
    limit $6) union all (
    select uid, created_at_time, search_email = $7 as exact, search_email = $8 and $9::boolean as ends, $10::boolean as reveals
    from users
    where search_email like $11
    order by search_email using ~<~
    limit $12) union all (
    select uid, created_at_time, search_push = $13 as exact, search_push = $14 and $15::boolean as ends, $16::boolean as reveals
    from users
    where search_push like $17
    order by search_push using ~<~
    limit $18) union all (
    select uid, created_at_time, search_ip = $19 as exact, search_ip = $20 and $21::boolean as ends, $22::boolean as reveals
    from users
    where search_ip like $23
    order by search_ip using ~<~
    limit $24) union all (
    select uid, created_at_time, search_phone = $25 as exact, search_phone = $26 and $27::boolean as ends, $28::boolean as reveals
    from users
    where search_phone like $29
    order by search_phone using ~<~
    limit $30) union all (
    select uid, created_at_time, search_name = $31 as exact, search_name = $32 and $33::boolean as ends, $34::boolean as reveals
    from users
    where search_name like $35
    order by search_name using ~<~
    limit $36)) as branches
group by uid, created_at_time
order by exact desc, created_at_time desc nulls last, uid
limit $37;
with newest as materialized (
  select id, purchase_date, search_title
  from transactions
  where true
  order by purchase_date desc, id desc
  limit $1 )
select count(*)::int as read, extract(epoch from min(purchase_date))::float8 * 1000 as earliest, extract(epoch from max(purchase_date))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $2::regclass) as size, array(
  select id
  from newest
  where (strpos(search_title, $3) > 0 and strpos(search_title, $4) > 0)
  order by purchase_date desc, id desc
  limit $5) as ids
from newest;
with newest as materialized (
  select uid, created_at_time, search
  from users
  where true
  order by created_at_time desc nulls last, uid
  limit $1 )
select count(*)::int as read, extract(epoch from min(created_at_time))::float8 * 1000 as earliest, extract(epoch from max(created_at_time))::float8 * 1000 as latest, (
  select reltuples::float8
  from pg_class
  where oid = $2::regclass) as size, array(
  select uid
  from newest
  where strpos(search, $3) > 0
  order by created_at_time desc nulls last, uid
  limit $4) as ids
from newest;
select "transactions"."id", "transactions"."public_id", "transactions"."order_id", "transactions"."product_id", "transactions"."product_title", "transactions"."product_thumbnail_path", "transactions"."price", "transactions"."currency", "transactions"."shipping_cost", "transactions"."status", "transactions"."shipping_status", "transactions"."payout_status", "transactions"."purchase_date", "transactions"."delivered_at", coalesce("transactions"."tracking_number", (
    select l.tracking_number
    from ship_labels l
    where l.transaction_id = "transactions"."id" and l.tracking_number is not null
    order by l.created_at desc
    limit 1)), "transactions"."carrier", "transactions"."purchaser_uid", "buyer"."display_name", "buyer"."is_banned", "transactions"."seller_uid", "seller"."display_name", "seller"."is_banned", coalesce((
    select case when count(e.id) = 0 then null else coalesce(sum(l.cents) filter (where l.account = 'refunded'), 0) end
    from ledger_entries e
    left join ledger_lines l on l.entry_id = e.id
    where e.transaction_id = "transactions"."id"), case when "transactions"."status" in (3, 5) then "transactions"."price" + coalesce("transactions"."shipping_cost", 0) else 0 end)::float8, coalesce("transactions"."dispute_status" = 2, false), exists (
  select 1
  from orders o
  join chargebacks c on c.provider = o.provider and c.payment_id = o.payment_id
  where o.id = "transactions"."order_id" and c.closed_at is null), exists (
  select 1
  from "approvals"
  where "approvals"."transaction_id" = "transactions"."id" and "approvals"."state" = 'asked' and "approvals"."expires_at" > now()), case when "transactions"."status" = 2 and "transactions"."shipping_status" in (2, 3) and "transactions"."purchase_date" < now() - make_interval(days => $1) and ("transactions"."shipping_status" = 3 or "transactions"."purchase_date" < now() - make_interval(days => $2)) then json_build_object('kind', case when "transactions"."shipping_status" = 3 then 'not_shipped' else 'in_transit' end, 'days', floor(extract(epoch from now() - "transactions"."purchase_date") / 86400)::int) end
from "transactions"
left join "users" "buyer" on "buyer"."uid" = "transactions"."purchaser_uid"
left join "users" "seller" on "seller"."uid" = "transactions"."seller_uid"
where "transactions"."id" = any(array((
      select "id"
      from "transactions"
      where "transactions"."id" = any($3)
      order by "transactions"."purchase_date" desc, "transactions"."id" desc
      limit $4)))
order by "transactions"."purchase_date" desc, "transactions"."id" desc;

-- orderSearch.search, a query
select "days_to_ship", "days_in_transit", "days_to_decide"
from "money_settings";
select "transactions"."id", "transactions"."public_id", "transactions"."order_id", "transactions"."product_id", "transactions"."product_title", "transactions"."product_thumbnail_path", "transactions"."price", "transactions"."currency", "transactions"."shipping_cost", "transactions"."status", "transactions"."shipping_status", "transactions"."payout_status", "transactions"."purchase_date", "transactions"."delivered_at", coalesce("transactions"."tracking_number", (
    select l.tracking_number
    from ship_labels l
    where l.transaction_id = "transactions"."id" and l.tracking_number is not null
    order by l.created_at desc
    limit 1)), "transactions"."carrier", "transactions"."purchaser_uid", "buyer"."display_name", "buyer"."is_banned", "transactions"."seller_uid", "seller"."display_name", "seller"."is_banned", coalesce((
    select case when count(e.id) = 0 then null else coalesce(sum(l.cents) filter (where l.account = 'refunded'), 0) end
    from ledger_entries e
    left join ledger_lines l on l.entry_id = e.id
    where e.transaction_id = "transactions"."id"), case when "transactions"."status" in (3, 5) then "transactions"."price" + coalesce("transactions"."shipping_cost", 0) else 0 end)::float8, coalesce("transactions"."dispute_status" = 2, false), exists (
  select 1
  from orders o
  join chargebacks c on c.provider = o.provider and c.payment_id = o.payment_id
  where o.id = "transactions"."order_id" and c.closed_at is null), exists (
  select 1
  from "approvals"
  where "approvals"."transaction_id" = "transactions"."id" and "approvals"."state" = 'asked' and "approvals"."expires_at" > now()), case when "transactions"."status" = 2 and "transactions"."shipping_status" in (2, 3) and "transactions"."purchase_date" < now() - make_interval(days => $1) and ("transactions"."shipping_status" = 3 or "transactions"."purchase_date" < now() - make_interval(days => $2)) then json_build_object('kind', case when "transactions"."shipping_status" = 3 then 'not_shipped' else 'in_transit' end, 'days', floor(extract(epoch from now() - "transactions"."purchase_date") / 86400)::int) end
from "transactions"
left join "users" "buyer" on "buyer"."uid" = "transactions"."purchaser_uid"
left join "users" "seller" on "seller"."uid" = "transactions"."seller_uid"
where "transactions"."id" = any(array((
      select "id"
      from "transactions"
      where (("transactions"."status" = $3) and ("transactions"."currency" = $4 and "transactions"."price" > $5) and ("transactions"."purchase_date" > now() - make_interval(hours => $6)) and ("transactions"."status" = 2 and "transactions"."shipping_status" in (2, 3) and "transactions"."purchase_date" < now() - make_interval(days => $7) and ("transactions"."shipping_status" = 3 or "transactions"."purchase_date" < now() - make_interval(days => $8))))
      order by "transactions"."purchase_date" desc, "transactions"."id" desc
      limit $9)))
order by "transactions"."purchase_date" desc, "transactions"."id" desc;
