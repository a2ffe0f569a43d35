-- refunds.movements
select "id", "public_id", "product_id", "product_title", "product_thumbnail_path", "seller_uid", "purchaser_uid", "seller_display_name", "purchaser_display_name", "order_id", "price", "shipping_cost", "currency", "status", "shipping_status", "payout_status", "purchase_date", "delivered_at", "tracking_number", "carrier", "tracking_url", "dispute_id", "dispute_status", "dispute_buyer_comms_url", "dispute_seller_comms_url", "version", (
  select json_agg(label order by label.created_at)
  from (
    select id, key, created_at, label_image_url, tracking_number, ep_shipment_id, purchase_date, payment_id, status, refund_state
    from "ship_labels" as own
    where own.transaction_id = transactions.id) as label) as "ship_labels"
from "transactions"
where "transactions"."id" = $1
order by "transactions"."purchase_date" desc, "transactions"."id" desc
limit $2;
select m.*, coalesce(asker.display_name, asker.email, m.asked_by) as asked_by_name, coalesce(decider.display_name, decider.email, m.decided_by) as decided_by_name, (
  select currency
  from transactions
  where id = $1) as currency
from (
  select o.id, o.kind, o.subject_id as transaction_id, o.cents as amount, case when p.state = 'failed' then 'failed' else o.state end as state, coalesce(o.details ->> 'reason', 'not given') as reason, o.details ->> 'reason_id' as reason_id, o.started_by as asked_by, a.decided_by, o.details ->> 'provider' as provider, o.reference, o.failure, o.created_at, o.settled_at
  from operations o
  join transactions t on t.id = o.subject_id
  left join approvals a on a.id = o.approval_id
  left join provider_refunds p on p.state = 'failed' and p.reference = o.reference and p.provider = o.details ->> 'provider'
  where o.kind in ('refund', 'cancel', 'dispute_refund') and o.subject_kind = 'transaction' and o.cents > 0 and o.subject_id = $2
  union all
  select p.reference as id, 'refund' as kind, e.transaction_id, p.cents as amount, p.state, $3 as reason, null as reason_id, null as asked_by, null as decided_by, p.provider, p.reference, null as failure, p.at as created_at, null::timestamptz as settled_at
  from provider_refunds p
  join lateral (
    select transaction_id
    from ledger_entries
    where split_part(reference, ':', 1) = p.reference and kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund') and transaction_id is not null
    order by at
    limit 1) e on true
  join transactions t on t.id = e.transaction_id
  where not exists (
    select
    from operations o
    where o.reference = p.reference and o.kind in ('refund', 'cancel', 'dispute_refund')) and e.transaction_id = $4
  union all
  select o.id, o.kind, o.subject_id as transaction_id, o.cents as amount, case when o.details ->> 'refund' = 'waiting' then 'pending' when o.kind <> 'payout' or o.state <> 'pending' or o.cents is not null then o.state when o.details ->> 'held' is not null or exists (
    select
    from payout_holds h
    where h.transaction_id = o.subject_id and h.released_at is null) then 'held' else 'due' end, o.details ->> 'reason', o.details ->> 'reason_id' as reason_id, o.started_by as asked_by, a.decided_by, o.details ->> 'provider' as provider, o.reference, o.failure, o.created_at, o.settled_at
  from operations o
  left join approvals a on a.id = o.approval_id
  where o.subject_kind = 'transaction' and o.subject_id = $5 and o.kind in ('payout', 'label', 'correction') and o.cents is distinct
  from 0
  union all
  select a.id, case a.kind when 'dispute' then 'dispute_refund' else a.kind end, a.transaction_id, a.cents, case when a.state = 'asked' and a.expires_at <= now() then 'expired' else a.state end, coalesce(a.note, 'not given'), a.reason_id, a.asked_by, a.decided_by, null, null, a.reason, a.asked_at, a.decided_at
  from approvals a
  where a.transaction_id = $6 and a.state <> 'approved'
  union all
  select e.id || ':' || l.account, case when e.kind = 'seller_charge' then 'seller_charge' when l.account = 'provider_fee' then 'chargeback_fee' else 'chargeback' end, e.transaction_id, case when e.kind = 'seller_charge' then -l.cents else l.cents end, 'done', c.reason, null, null, null, c.provider, split_part(e.reference, ':', 1), null, e.at, e.at
  from ledger_entries e
  join ledger_lines l on l.entry_id = e.id
  left join chargebacks c on c.id = split_part(e.reference, ':', 1)
  where e.transaction_id = $7 and ((e.kind = 'seller_charge' and l.account = 'paid_out') or (e.kind = 'chargeback' and l.account in ('charged_back', 'provider_fee'))) ) m
left join staff asker on asker.uid = m.asked_by
left join staff decider on decider.uid = m.decided_by
order by m.created_at desc, m.id desc;

-- refunds.list
select m.*, coalesce(asker.display_name, asker.email, m.asked_by) as asked_by_name, coalesce(decider.display_name, decider.email, m.decided_by) as decided_by_name, t.currency, t.product_title as title, t.public_id, t.purchaser_uid as buyer, u.display_name as buyer_name
from ((
    select o.id, o.kind, o.subject_id as transaction_id, o.cents as amount, case when p.state = 'failed' then 'failed' else o.state end as state, coalesce(o.details ->> 'reason', 'not given') as reason, o.details ->> 'reason_id' as reason_id, o.started_by as asked_by, a.decided_by, o.details ->> 'provider' as provider, o.reference, o.failure, o.created_at, o.settled_at
    from operations o
    join transactions t on t.id = o.subject_id
    left join approvals a on a.id = o.approval_id
    left join provider_refunds p on p.state = 'failed' and p.reference = o.reference and p.provider = o.details ->> 'provider'
    where o.kind in ('refund', 'cancel', 'dispute_refund') and o.subject_kind = 'transaction' and o.cents > 0 and true and true
    order by o.created_at desc, o.id desc
    limit $1) union all (
    select p.reference as id, 'refund' as kind, e.transaction_id, p.cents as amount, p.state, $2 as reason, null as reason_id, null as asked_by, null as decided_by, p.provider, p.reference, null as failure, p.at as created_at, null::timestamptz as settled_at
    from provider_refunds p
    join lateral (
      select transaction_id
      from ledger_entries
      where split_part(reference, ':', 1) = p.reference and kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund') and transaction_id is not null
      order by at
      limit 1) e on true
    join transactions t on t.id = e.transaction_id
    where not exists (
      select
      from operations o
      where o.reference = p.reference and o.kind in ('refund', 'cancel', 'dispute_refund')) and true and true
    order by p.at desc, p.reference desc
    limit $3)) m
join transactions t on t.id = m.transaction_id
left join users u on u.uid = t.purchaser_uid
left join staff asker on asker.uid = m.asked_by
left join staff decider on decider.uid = m.decided_by
order by m.created_at desc, m.id desc
limit $4;

-- refunds.totals
select m.currency, m.state, count(*)::int as count, coalesce(sum(m.amount), 0)::float8 as cents
from (
  select t.currency, case when p.state = 'failed' then 'failed' else o.state end as state, o.cents as amount
  from operations o
  join transactions t on t.id = o.subject_id
  left join provider_refunds p on p.state = 'failed' and p.reference = o.reference and p.provider = o.details ->> 'provider'
  where o.kind in ('refund', 'cancel', 'dispute_refund') and o.subject_kind = 'transaction' and o.cents > 0 and true
  union all
  select t.currency, p.state, p.cents
  from provider_refunds p
  join lateral (
    select transaction_id
    from ledger_entries
    where split_part(reference, ':', 1) = p.reference and kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund') and transaction_id is not null
    order by at
    limit 1) e on true
  join transactions t on t.id = e.transaction_id
  where not exists (
    select
    from operations o
    where o.reference = p.reference and o.kind in ('refund', 'cancel', 'dispute_refund')) and true ) m
group by m.currency, m.state
order by m.currency, m.state;
