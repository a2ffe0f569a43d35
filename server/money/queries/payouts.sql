-- payouts.list
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
    where o.kind = 'payout' and o.subject_kind = 'transaction') h) p
where true
order by p.created_at desc, p.id desc
limit $3;

-- payouts.totals
select p.currency, p.state, count(*)::int as count, coalesce(sum(p.amount), 0)::float8 as cents
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
    where (o.kind = 'payout' and o.subject_kind = 'transaction' and (o.state = 'pending' and o.cents is null))) h) p
where true
group by p.currency, p.state
union all
select t.currency, case o.state when 'pending' then 'sending' when 'done' then 'sent' else 'failed' end, count(*)::int as count, coalesce(sum(o.cents), 0)::float8 as cents
from operations o
join transactions t on t.id = o.subject_id
where o.kind = 'payout' and o.subject_kind = 'transaction' and not (o.state = 'pending' and o.cents is null)
group by t.currency, o.state
order by currency, state;
