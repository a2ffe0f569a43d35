-- Notes what was decided here, of a table of the marketplace's records (server/marketplace/ingest-tables.ts). Its arguments are the entity, the
-- columns of the key, and pairs of a field's name on the wire and its column (record-triggers.sql). A record that staff made is
-- noted as 'made', with all its fields.
create or replace function portreeve_decided() returns trigger language plpgsql as $$
declare
  staff text := nullif(current_setting('portreeve.staff', true), '');
  was jsonb;
  became jsonb;
  of_key text;
  pair text[];
  value jsonb;
begin
  if tg_op = 'INSERT' then
    if staff is null then
      return null;
    end if;
    became := to_jsonb(new);
  else
    was := to_jsonb(old);
    if tg_op = 'UPDATE' then
      became := to_jsonb(new);
    end if;
  end if;
  select string_agg(coalesce(was, became) ->> part, e'\x1f' order by n) into of_key
    from unnest(string_to_array(tg_argv[1], ',')) with ordinality as k(part, n);
  if tg_op = 'DELETE' then
    insert into decided_fields (entity, key, field, ours, decided_by)
      values (tg_argv[0], of_key, 'deleted', 'true', staff)
      on conflict (entity, key, field) do update set ours = 'true', decided_at = now(), decided_by = excluded.decided_by, settled = false;
    delete from decided_fields where entity = tg_argv[0] and key = of_key and field <> 'deleted';
    return null;
  end if;
  if tg_op = 'INSERT' then
    delete from decided_fields where entity = tg_argv[0] and key = of_key;
    insert into decided_fields (entity, key, field, ours, decided_by)
      values (tg_argv[0], of_key, 'made', 'true', staff);
  end if;
  for i in 2 .. tg_nargs - 1 loop
    pair := string_to_array(tg_argv[i], '=');
    value := became -> pair[2];
    continue when tg_op = 'UPDATE' and value is not distinct from was -> pair[2] or tg_op = 'INSERT' and pair[1] = 'deleted';
    if pair[1] = 'deleted' then
      value := to_jsonb(jsonb_typeof(value) <> 'null');
    end if;
    insert into decided_fields (entity, key, field, ours, decided_by)
      values (tg_argv[0], of_key, pair[1], value, staff)
      on conflict (entity, key, field) do update set ours = excluded.ours, decided_at = now(), decided_by = excluded.decided_by, settled = false;
    -- The marketplace has said so before, or a deletion was undone.
    delete from decided_fields where entity = tg_argv[0] and key = of_key and field = pair[1]
      and (differs_since is not null and theirs = ours or field = 'deleted' and ours = 'false');
  end loop;
  return null;
end
$$;
