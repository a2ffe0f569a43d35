-- Members and states have a copy of their conversation's date: an inbox is read newest first, by an index of one table.

create or replace function portreeve_member_date() returns trigger language plpgsql as $$
begin
  new.date := (select date from conversations where id = new.conversation_id);
  return new;
end
$$;

create or replace trigger conversation_members_date before insert on conversation_members
  for each row execute function portreeve_member_date();

create or replace function portreeve_conversation_date() returns trigger language plpgsql as $$
begin
  update conversation_members set date = new.date where conversation_id = new.id;
  update conversation_states set date = new.date where conversation_id = new.id;
  return null;
end
$$;

create or replace trigger conversations_date after update of date on conversations
  for each row when (old.date is distinct from new.date) execute function portreeve_conversation_date();
