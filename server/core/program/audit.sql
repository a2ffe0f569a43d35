-- The audit log is append-only. The server's role may not change its rows either (core/database/db-role.ts); the triggers bind the owner
-- of the tables too.
create or replace function portreeve_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege';
end
$$;

-- A row may change once: it loses what may name a person, and keeps everything that its hash covers.
create or replace trigger audit_no_update before update on audit for each row when (not (
  old.erased is null and new.erased is not null
  and new.reason is null and new.before is null and new.after is null and new.salt is null
  and (new.id, new.at, new.actor_uid, new.actor_role, new.action, new.content, new.previous, new.hash)
    = (old.id, old.at, old.actor_uid, old.actor_role, old.action, old.content, old.previous, old.hash)
  and (new.address, new.request_id, new.subject_kind) is not distinct from (old.address, old.request_id, old.subject_kind)
)) execute function portreeve_append_only();

create or replace trigger audit_no_delete before delete on audit
  for each row execute function portreeve_append_only();

create or replace trigger audit_no_truncate before truncate on audit
  for each statement execute function portreeve_append_only();

create or replace trigger audit_head_no_delete before delete on audit_head
  for each row execute function portreeve_append_only();

create or replace trigger audit_head_no_truncate before truncate on audit_head
  for each statement execute function portreeve_append_only();

-- Always: they run in a session with session_replication_role = replica as well.
alter table audit enable always trigger audit_no_update;
alter table audit enable always trigger audit_no_delete;
alter table audit enable always trigger audit_no_truncate;

-- Makes that one change. It runs with the rights of the owner, as the server itself may not update the audit.
create or replace function portreeve_erase_audit(ids bigint[], subjects text[], called text) returns void
  language sql security definer set search_path from current as $$
  update audit set subject_id = one.subject, reason = null, before = null, after = null, salt = null, erased = called
  from unnest(ids, subjects) as one (id, subject) where audit.id = one.id and audit.erased is null
$$;

revoke all on function portreeve_erase_audit(bigint[], text[], text) from public;

-- A signed head stays as it was signed.
create or replace trigger audit_heads_no_update before update on audit_heads
  for each row execute function portreeve_append_only();

create or replace trigger audit_heads_no_delete before delete on audit_heads
  for each row execute function portreeve_append_only();

create or replace trigger audit_heads_no_truncate before truncate on audit_heads
  for each statement execute function portreeve_append_only();

-- Nor does a time stamp change.
create or replace trigger audit_stamps_no_update before update on audit_stamps
  for each row execute function portreeve_append_only();

create or replace trigger audit_stamps_no_delete before delete on audit_stamps
  for each row execute function portreeve_append_only();

create or replace trigger audit_stamps_no_truncate before truncate on audit_stamps
  for each statement execute function portreeve_append_only();
