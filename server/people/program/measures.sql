-- No block is in force on an account that is not blocked. Staff and the end by time end the measure first; this ends it where a row of the
-- marketplace unblocks, after staff have given the field back (docs/fair-decisions.md).
create or replace function portreeve_unblocked() returns trigger language plpgsql as $$
begin
  update measures set ended_at = now(), ended_how = 'lifted' where uid = new.uid and kind = 'blocked' and ended_at is null;
  return null;
end
$$;

create or replace trigger users_unblocked after update of is_banned on users
  for each row when (old.is_banned and not new.is_banned) execute function portreeve_unblocked();
