-- An appeal is opened when the person said it, and due so many hours after it has arrived.
create or replace function portreeve_appeal_opens() returns trigger language plpgsql as $$
begin
  new.opened_at := least(new.created_at, now());
  new.due_at := now() + make_interval(hours => (select appeal_hours from desk_weights));
  return new;
end
$$;

create or replace trigger appeals_open before insert on appeals for each row execute function portreeve_appeal_opens();

-- Each text of the person is a round, once: a text that is sent again adds none. An answer ends the snooze of the case.
create or replace function portreeve_appeal_said() returns trigger language plpgsql as $$
begin
  -- An erasure says nothing: it empties texts, and takes names out of others.
  if current_setting('portreeve.erasing', true) = 'on' then return null; end if;
  insert into appeal_rounds (appeal_id, text, attachments, at) select new.id, new.text, new.attachments, new.created_at
    where not exists (select from appeal_rounds where appeal_id = new.id and by_uid is null and text = new.text and attachments = new.attachments);
  if found then
    update desk_cases set snoozed_until = null, version = version + 1
      where kind = 'appeal' and id = new.id and snoozed_until is not null;
  end if;
  return null;
end
$$;

create or replace trigger appeals_said after insert or update of text, attachments on appeals
  for each row execute function portreeve_appeal_said();

-- A measure that ends, whoever ends it, leaves nothing to decide. Whoever decides the appeal has set its state before. Where the
-- end is undone, the appeal that it closed is open again.
create or replace function portreeve_appeal_moot() returns trigger language plpgsql as $$
begin
  if new.ended_at is not null then
    update appeals set state = 'moot', decided_at = new.ended_at where about = new.id and state = 'open';
  else
    update appeals set state = 'open', decided_at = null where about = new.id and state = 'moot' and decided_at = old.ended_at;
  end if;
  return null;
end
$$;

create or replace trigger measures_moot after update of ended_at on measures
  for each row when ((old.ended_at is null) <> (new.ended_at is null)) execute function portreeve_appeal_moot();
