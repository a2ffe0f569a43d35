-- Publishes each new notification, and once for each staff member that some of theirs are read.
create or replace function portreeve_publish_notifications() returns trigger language plpgsql as $$
begin
  insert into live_events (topic, payload, until)
    select 'notifications/' || n.staff_uid, jsonb_build_object('what', n.what, 'kind', n.subject_kind, 'id', n.subject_id,
      'by', n.by, 'name', (select coalesce(s.display_name, s.email) from staff s where s.uid = n.by)), now() + interval '60 seconds'
    from changed n where n.read_at is null
    union all
    select distinct 'notifications/' || n.staff_uid, '{"what": "read"}'::jsonb, now() + interval '60 seconds'
    from changed n where n.read_at is not null;
  if found then perform pg_notify('portreeve_live', ''); end if;
  return null;
end
$$;

create or replace trigger notifications_published after insert on notifications referencing new table as changed
  for each statement execute function portreeve_publish_notifications();

create or replace trigger notifications_renewed after update on notifications referencing new table as changed
  for each statement execute function portreeve_publish_notifications();
