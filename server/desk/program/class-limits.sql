-- A case of reports leaves its assignee when its class becomes one that their role does not see: it is free for others.
create or replace function portreeve_desk_out_of_sight() returns trigger language plpgsql as $$
begin
  if exists (select from staff s join roles r on r.name = s.role where s.uid = new.assignee and r.classes <> '{}'
      and new.class <> all (select portreeve_class_rank(one) from unnest(r.classes) one)) then
    new.assignee := null;
    new.claimed_until := null;
    new.version := new.version + 1;
  end if;
  return new;
end
$$;

create or replace trigger desk_cases_out_of_sight before update of class on desk_cases for each row
  when (old.class is distinct from new.class and new.assignee is not null and new.kind in ('user_reports', 'listing_reports'))
  execute function portreeve_desk_out_of_sight();
