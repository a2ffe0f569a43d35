-- approvals.list
select "approvals"."id", "approvals"."kind", "approvals"."transaction_id", "approvals"."cents", "approvals"."left_seen", "approvals"."charge_seller", "approvals"."show_in_reviews", "approvals"."asked_by", "approvals"."asked_at", "approvals"."expires_at", case when "approvals"."state" = 'asked' and "approvals"."expires_at" <= now() then 'expired' else "approvals"."state" end, "approvals"."decided_by", "approvals"."decided_at", "approvals"."reason", "approvals"."dispute_id", "approvals"."difference_id", "approvals"."requested", "approvals"."asked_cents", coalesce("approvals"."note", $1), coalesce("asker"."display_name", "asker"."email", "approvals"."asked_by"), coalesce("decider"."display_name", "decider"."email", "approvals"."decided_by"), case when "approvals"."group_id" is not null then (
  select json_build_object('order_id', max(t.order_id), 'cents', sum(g.cents), 'items', json_agg(json_build_object('transaction_id', t.id, 'title', t.product_title, 'cents', g.cents) order by t.id))
  from approvals g
  join transactions t on t.id = g.transaction_id
  where g.group_id = "approvals"."group_id") end, "transactions"."currency"
from "approvals"
inner join "transactions" on "transactions"."id" = "approvals"."transaction_id"
left join "staff" "asker" on "asker"."uid" = "approvals"."asked_by"
left join "staff" "decider" on "decider"."uid" = "approvals"."decided_by"
where ("approvals"."group_id" is null or "approvals"."group_id" = "approvals"."id")
order by "approvals"."asked_at" desc, "approvals"."id" desc
limit $2;
