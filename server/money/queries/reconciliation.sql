-- reconciliation.endpoints
select "provider", "problems", "at"
from "provider_endpoints"
order by "provider_endpoints"."provider";

-- reconciliation.days
select "day", "state", "started_at", "finished_at", "checked", "total", "failure", (
  select count(*)::int
  from ledger_difference_days d
  where d.day = "day"), (
  select count(*)::int
  from ledger_difference_days d
  join ledger_differences f on f.id = d.difference_id
  where d.day = "day" and f.state = 'open')
from "ledger_checks"
order by "ledger_checks"."day" desc
limit $1;

-- reconciliation.differences
select "ledger_differences"."id", "ledger_differences"."kind", "ledger_differences"."transaction_id", "ledger_differences"."reference", "ledger_differences"."ledger_cents", "ledger_differences"."provider_cents", "ledger_differences"."words", case when "ledger_differences"."state" = 'open' and exists (
  select
  from approvals a
  where a.difference_id = "ledger_differences"."id" and a.state = 'asked' and a.expires_at > now()) then 'asked' else "ledger_differences"."state" end, "ledger_differences"."at", "ledger_differences"."settled_at", "ledger_differences"."reason", coalesce((
    select currency
    from transactions
    where id = ledger_differences.transaction_id), (
    select currency
    from provider_refunds
    where provider = split_part(ledger_differences.about, ' ', 1) and payment_id = ledger_differences.reference
    limit 1), (
    select currency
    from chargebacks
    where provider = split_part(ledger_differences.about, ' ', 1) and payment_id = ledger_differences.reference
    limit 1)), "ledger_differences"."settled_by", coalesce("staff"."display_name", "staff"."email", "ledger_differences"."settled_by"), coalesce((
    select min(d.day)::text
    from ledger_difference_days d
    where d.difference_id = "ledger_differences"."id"), "ledger_differences"."at"::date::text), coalesce((
    select max(d.day)::text
    from ledger_difference_days d
    where d.difference_id = "ledger_differences"."id"), "ledger_differences"."at"::date::text)
from "ledger_differences"
left join "staff" on "staff"."uid" = "ledger_differences"."settled_by"
order by "ledger_differences"."at" desc, "ledger_differences"."id" desc
limit $1;
