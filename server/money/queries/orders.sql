-- orders.get
select "id", "payment_id", "buyer_uid", "status", "created_at", "currency"
from "orders"
where "orders"."id" = $1;
select "id", "public_id", "product_id", "product_title", "product_thumbnail_path", "seller_uid", "purchaser_uid", "seller_display_name", "purchaser_display_name", "order_id", "price", "shipping_cost", "currency", "status", "shipping_status", "payout_status", "purchase_date", "delivered_at", "tracking_number", "carrier", "tracking_url", "dispute_id", "dispute_status", "dispute_buyer_comms_url", "dispute_seller_comms_url", "version", (
  select json_agg(label order by label.created_at)
  from (
    select id, key, created_at, label_image_url, tracking_number, ep_shipment_id, purchase_date, payment_id, status, refund_state
    from "ship_labels" as own
    where own.transaction_id = transactions.id) as label) as "ship_labels"
from "transactions"
where "transactions"."order_id" = $1
order by "transactions"."purchase_date" desc, "transactions"."id" desc
limit $2;

-- orders.case
select "id", "payment_id", "buyer_uid", "status", "created_at", "currency"
from "orders"
where "orders"."id" = $1;
select "id", "public_id", "product_id", "product_title", "product_thumbnail_path", "seller_uid", "purchaser_uid", "seller_display_name", "purchaser_display_name", "order_id", "price", "shipping_cost", "currency", "status", "shipping_status", "payout_status", "purchase_date", "delivered_at", "tracking_number", "carrier", "tracking_url", "dispute_id", "dispute_status", "dispute_buyer_comms_url", "dispute_seller_comms_url", "version", (
  select json_agg(label order by label.created_at)
  from (
    select id, key, created_at, label_image_url, tracking_number, ep_shipment_id, purchase_date, payment_id, status, refund_state
    from "ship_labels" as own
    where own.transaction_id = transactions.id) as label) as "ship_labels"
from "transactions"
where "transactions"."order_id" = $1
order by "transactions"."purchase_date" desc, "transactions"."id" desc
limit $2;
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
select t.id, not exists (
  select
  from "orders"
  where "orders"."id" = t.order_id and "orders"."status" = 2) as paid, exists (
  select
  from "ledger_entries"
  where ("ledger_entries"."transaction_id" = t.id and "ledger_entries"."reference" = 'opening:' || t.id::text)) as opened, (
  select "chargebacks"."state"
  from "orders"
  join "chargebacks" on "chargebacks"."provider" = "orders"."provider" and "chargebacks"."payment_id" = "orders"."payment_id"
  where "orders"."id" = t.order_id and "chargebacks"."closed_at" is null
  order by "chargebacks"."state" = 'inquiry'
  limit 1) as chargeback, (
  select json_object_agg(account, cents)
  from (
    select "ledger_lines"."account" as account, sum("ledger_lines"."cents") as cents
    from "ledger_lines"
    join "ledger_entries" on "ledger_entries"."id" = "ledger_lines"."entry_id"
    where "ledger_entries"."transaction_id" = t.id
    group by "ledger_lines"."account") as lines) as sums
from unnest($1::text[], $2::text[]) as t(id, order_id);
select "id", "kind", "subject_kind", "subject_id", "cents", "details", "started_by", "approval_id", "state", "attempts", "reference", "failure", "trace", "created_at", "due_at", "settled_at"
from "operations"
where ("operations"."subject_kind" = $1 and "operations"."subject_id" in ($2) and "operations"."state" = $3)
order by "operations"."created_at" asc;
select *
from (
  select h.*, case when h.is_unsent then case when h.held_by = '{}' then 'due' else 'held' end when h.stored = 'pending' then 'sending' when h.stored = 'done' then 'sent' else 'failed' end as state
  from (
    select o.id, t.id as transaction_id, t.product_title as title, t.public_id, t.currency, t.seller_uid, u.display_name as seller_name, coalesce(u.is_banned, false) as blocked, o.state as stored, (o.state = 'pending' and o.cents is null) as is_unsent, coalesce(o.cents, case when o.state = 'pending' then (
        select sum(l.cents)
        from ledger_entries e
        join ledger_lines l on l.entry_id = e.id
        where e.transaction_id = t.id and l.account = 'held') end)::float8 as amount, case when (o.state = 'pending' and o.cents is null) then array_remove(array[ case when t.dispute_status = 2 then 'a dispute is open' end, case when exists (
        select
        from approvals a
        where a.transaction_id = t.id and a.state = 'asked' and a.expires_at > now()) then 'a request waits for approval' end, case when exists (
        select
        from orders d
        join chargebacks c on c.provider = d.provider and c.payment_id = d.payment_id
        where d.id = t.order_id and c.closed_at is null) then 'a chargeback is open' end, (
        select coalesce(s.display_name, s.email, h.held_by) || ' holds it: ' || h.reason
        from payout_holds h
        left join staff s on s.uid = h.held_by
        where h.transaction_id = t.id and h.released_at is null), case when u.is_banned and not (t.shipping_status = 1 and exists (
          select
          from money_plans mp
          where mp.uid = u.uid and mp.delivered = 'pay' and mp.begun_at is not null)) then 'its seller is blocked' end, case when exists (
        select
        from measures
        where measures.uid = u.uid and measures.kind = $1 and measures.ended_at is null) then 'its seller may not receive payouts' end, o.details ->> 'uncovered', case when t.payout_status = 1 then $2 end], null) else '{}'::text[] end as held_by, exists (
      select
      from payout_holds h
      where h.transaction_id = t.id and h.released_at is null) as held_by_hand, o.state = 'failed' and not exists (
      select
      from operations n
      where n.subject_kind = 'transaction' and n.subject_id = t.id and n.kind = 'payout' and n.created_at > o.created_at) as can_retry, o.details ->> 'provider' as provider, o.reference, o.failure, o.created_at, o.due_at, o.settled_at
    from operations o
    join transactions t on t.id = o.subject_id
    left join users u on u.uid = t.seller_uid
    where (o.kind = 'payout' and o.subject_kind = 'transaction' and o.subject_id = any($3::text[]))) h) p
where true
order by p.created_at desc, p.id desc
limit $4;
select coalesce(u.display_name, $1) as name, coalesce(u.is_banned, false) as blocked, u.created_at_time as since, (
  select count(*)::int
  from user_reports
  where reporting_uid = $2 and status = 'open') as open_reports, (
  select count(*)::int
  from transactions
  where purchaser_uid = $3) as purchases, (
  select count(*)::int
  from transactions
  where seller_uid = $4) as sales
from (
  select 1) as one
left join users u on u.uid = $5;
select "ship_to_name", "ship_to_line1", "ship_to_line2", "ship_to_city", "ship_to_region", "ship_to_postal_code", "ship_to_country"
from "orders"
where "orders"."id" = $1;
with meant as (
  select distinct coalesce((
      select currency
      from transactions
      where id = given.id), $1) as currency
  from unnest($2::text[]) given (id))
select (
  select array_agg(currency)
  from meant) as currencies, coalesce(sum(cents) filter (where of = any($3::text[])), 0)::text as here, coalesce(sum(cents) filter (where at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc'), 0)::text as today
from (
  select subject_id as of, cents, created_at as at
  from operations
  where started_by = $4 and approval_id is null and state in ('pending', 'done') and ((subject_kind = 'transaction' and subject_id = any($5::text[])) or created_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc')
  union all
  select transaction_id, released_alone, resolved_at
  from disputes
  where decided_by = $6 and released_alone is not null
  union all
  select transaction_id, cents, asked_at
  from approvals
  where asked_by = $7 and state = 'asked' and expires_at > now() and (transaction_id = any($8::text[]) or asked_at >= date_trunc('day', now() at time zone 'utc') at time zone 'utc') ) counted
where coalesce((
    select currency
    from transactions
    where id = counted.of), $9) in (
  select currency
  from meant);
select "refund_alone", "refund_alone_day"
from "roles"
where "roles"."name" = $1;
select r.name
from rule_matches m
join rules r on r.id = m.rule_id
where m.subject_kind = 'transaction' and m.subject_id = any($1::text[]) and m.second_person and (m.case_state in ('open', 'right') or m.case_by = $2)
limit 1;
