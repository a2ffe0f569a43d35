-- staff.list
select count(*)::int
from "staff"
where "staff"."shared" = $1;
select "staff"."uid", "staff"."email", "staff"."display_name", "staff"."role", "staff"."disabled", "staff"."version", "staff"."created_at", "staff"."last_seen_at", "identity_user"."id" is not null and not exists (
  select
  from "identity_account"
  where "identity_account"."user_id" = "staff"."uid" and "identity_account"."provider_id" like $1), case when "identity_user"."id" is null or exists (
  select
  from "identity_account"
  where "identity_account"."user_id" = "staff"."uid" and "identity_account"."provider_id" like $2) or exists (
  select
  from "identity_account"
  where "identity_account"."user_id" = "staff"."uid" and "identity_account"."password" is not null ) then null else coalesce((
    select case when "operations"."state" = 'pending' then 'sending' when "operations"."state" = 'failed' then 'failed' when "operations"."settled_at" < now() - make_interval(hours => $3) then 'expired' else 'sent' end
    from "operations"
    where "operations"."kind" = 'staff.link' and "operations"."subject_kind" = 'staff' and "operations"."subject_id" = "staff"."uid"
    order by "operations"."created_at" desc
    limit 1 ), 'expired') end, coalesce("identity_user"."two_factor_enabled", false), (
  select count(*)::int
  from "identity_passkey"
  where "identity_passkey"."user_id" = "staff"."uid"), case when "staff"."away_until" > now() then json_build_object('from', to_char("staff"."away_from" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'until', to_char("staff"."away_until" at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'deputy', (
    select json_build_object('uid', d.uid, 'name', coalesce(d.display_name, d.email))
    from staff d
    where d.uid = staff.deputy)) end, (
  select count(*)::int
  from "identity_session"
  where "identity_session"."user_id" = "staff"."uid" and ("identity_session"."expires_at" > now() and "identity_session"."created_at" > now() - make_interval(hours => $4)))
from "staff"
left join "identity_user" on "identity_user"."id" = "staff"."uid"
where "staff"."shared" = $5
order by "staff"."email" asc
limit $6;
