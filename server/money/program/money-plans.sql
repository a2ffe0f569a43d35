-- The plan for a seller's money ends with the block, whoever ends that: staff, its time, an appeal or a row of the marketplace.
create or replace function portreeve_money_free() returns trigger language plpgsql as $$
begin
  delete from money_plans where uid = new.uid;
  return null;
end
$$;

create or replace trigger users_money_free after update of is_banned on users
  for each row when (old.is_banned and not new.is_banned) execute function portreeve_money_free();
