-- The past (docs/history.md). Each table that is named to portreeve_remember has a twin history.TABLE with its old rows, each with the
-- span in which it held, and a view past.TABLE that has the rows of the moment in the setting portreeve.as_of. A reading call whose
-- search_path begins with `past` therefore answers as of that moment, and its handler does not know.
create schema if not exists history;
drop schema if exists past cascade;
create schema past;

-- The first moment that can be read: the first start with a history, moved on where old rows are trimmed.
create table if not exists history.began (one boolean primary key default true check (one), at timestamp(3) with time zone not null);
insert into history.began (at) values (now()) on conflict do nothing;

create or replace function portreeve_moment() returns timestamptz language sql stable as
  $$ select current_setting('portreeve.as_of')::timestamptz $$;

-- Ages, deadlines and what is late count from the moment: readPast names pg_catalog last, so that this is the `now` of a call.
create function past.now() returns timestamptz language sql stable as $$ select portreeve_moment() $$;

-- Runs for a row that really changes. All changes of a transaction have its start as their moment, so that the past never shows half
-- of one. Where another transaction that started later has changed the row before, its version holds for a millisecond.
create or replace function portreeve_history_since() returns trigger language plpgsql as $$
begin
  -- An erased record has no versions: what is left of it stands for its whole past.
  if current_setting('portreeve.erasing', true) = 'on' then return new; end if;
  new.history_since := case when old.history_since > now()::timestamp(3) with time zone then old.history_since + interval '1 ms' else now() end;
  new.history_by := nullif(current_setting('portreeve.by', true), '');
  return new;
end
$$;

-- Brings the twin, the view and the triggers of some tables up to date with their columns and indexes. A change of the columns
-- `ignored` alone makes no version.
create or replace function portreeve_remember(tables text[], ignored text[] default '{}') returns void language plpgsql as $remember$
declare t text; twin text; keys text; names text; old_names text; compared text; one record;
begin
  foreach t in array tables loop
    twin := format('history.%I', t);
    if not exists (select from pg_attribute where attrelid = t::regclass and attname = 'history_since' and not attisdropped) then
      execute format($q$alter table %I add column history_since timestamp(3) with time zone not null
          default coalesce(nullif(current_setting('portreeve.since', true), '')::timestamptz, now()),
        add column history_by text default nullif(current_setting('portreeve.by', true), '')$q$, t);
    end if;
    execute format('create table if not exists %s (like %I, history_until timestamp(3) with time zone not null)', twin, t);
    -- Who has deleted the row; null of a version that another one follows.
    execute format('alter table %s add column if not exists history_gone_by text', twin);

    -- Columns: those of a newer release are added, those that no longer exist are dropped. An old row may lack what is required today.
    for one in
      select coalesce(live.attname, old.attname) as name, live.type, old.type as old_type, old.attnotnull as required
      from (select attname, format_type(atttypid, atttypmod) as type from pg_attribute
        where attrelid = t::regclass and attnum > 0 and not attisdropped) live
      full join (select attname, format_type(atttypid, atttypmod) as type, attnotnull from pg_attribute
        where attrelid = twin::regclass and attnum > 0 and not attisdropped and attname not in ('history_until', 'history_gone_by')) old using (attname)
    loop
      if one.type is null then execute format('alter table %s drop column %I', twin, one.name);
      elsif one.old_type is null then execute format('alter table %s add column %I %s', twin, one.name, one.type);
      elsif one.type <> one.old_type then
        execute format('alter table %s alter column %I type %s using %2$I::text::%3$s', twin, one.name, one.type);
      elsif one.required then execute format('alter table %s alter column %I drop not null', twin, one.name);
      end if;
    end loop;

    -- Indexes: those of the table, not unique. Old rows are seldom searched, so their pending lists are longer: an ingest then costs a
    -- quarter more with history instead of two thirds (bench/history/speed.ts). The trimming reads the order in which the old rows were written.
    for one in
      select live.rest, old.rest as had, old.name
      from (select regexp_replace(regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX \S+ ON \S+ | NULLS NOT DISTINCT', '', 'g'),
          'gin_pending_list_limit=''\d+''', 'gin_pending_list_limit=''4096''') as rest
        from pg_index where indrelid = t::regclass union select 'USING brin (history_until)') live
      full join (select regexp_replace(pg_get_indexdef(indexrelid), '^CREATE INDEX \S+ ON \S+ ', '') as rest, indexrelid::regclass::text as name
        from pg_index where indrelid = twin::regclass) old on old.rest = live.rest
    loop
      if one.rest is null then execute format('drop index %s', one.name);
      elsif one.had is null then execute format('create index on %s %s', twin, one.rest);
      end if;
    end loop;

    select string_agg(quote_ident(attname), ', ' order by attnum), string_agg('was.' || quote_ident(attname), ', ' order by attnum),
        string_agg(quote_ident(attname), ', ' order by attnum)
          filter (where attgenerated = '' and attname <> all (ignored || '{history_since, history_by}'))
      into names, old_names, compared
      from pg_attribute where attrelid = t::regclass and attnum > 0 and not attisdropped;
    select string_agg(quote_ident(attname), ', ' order by attnum) into keys
      from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indrelid = t::regclass and indisprimary;

    -- The conditions are outside of the union: only then PostgreSQL joins such views by their indexes, as it joins tables.
    execute format($q$create view past.%1$I as select %2$s from (
      select %2$s, 'infinity'::timestamp(3) with time zone as history_ends from %1$I union all select %2$s, history_until from %3$s) versions
      where history_since <= portreeve_moment() and history_ends > portreeve_moment()$q$, t, names, twin);

    -- Only versions that another transaction can have read are kept.
    execute format($f$create or replace function %1$s() returns trigger language plpgsql as $body$
      begin
        if current_setting('portreeve.erasing', true) = 'on' then return null; end if;
        if tg_op = 'DELETE' then
          insert into %2$s (%3$s, history_until, history_gone_by)
            select %3$s, case when history_since > now() then history_since + interval '1 ms' else now() end,
              nullif(current_setting('portreeve.by', true), '')
            from was where history_since <> now()::timestamp(3) with time zone;
        else
          insert into %2$s (%3$s, history_until)
            select %4$s, coalesce(became.history_since, now()) from was left join became using (%5$s)
            where became.history_since is distinct from was.history_since;
        end if;
        return null;
      end
      $body$ $f$, format('history.%I', t || '_kept'), twin, names, old_names, keys);
    execute format('create or replace trigger portreeve_history_since before update on %I for each row when (row(%s) is distinct from row(%s))
      execute function portreeve_history_since()', t,
      regexp_replace(compared, '(^|, )', '\1old.', 'g'), regexp_replace(compared, '(^|, )', '\1new.', 'g'));
    execute format('create or replace trigger portreeve_history_update after update on %I referencing old table as was new table as became
      for each statement execute function history.%I()', t, t || '_kept');
    execute format('create or replace trigger portreeve_history_delete after delete on %I referencing old table as was
      for each statement execute function history.%I()', t, t || '_kept');
  end loop;
end
$remember$;

-- Deletes old versions of erased records. What is left of such a record stands for its past.
create or replace function portreeve_forget_versions(which text, versions tid[]) returns void language plpgsql as $$
declare keys text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into keys
    from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indrelid = which::regclass and indisprimary;
  execute format('update %1$I set history_since = first.history_since
    from (select %2$s, min(history_since) as history_since from history.%1$I where ctid = any ($1) group by %2$s) first
    where (%3$s) = (%4$s) and %1$I.history_since > first.history_since', which, keys,
    regexp_replace(keys, '(^|, )', '\1' || quote_ident(which) || '.', 'g'), regexp_replace(keys, '(^|, )', '\1first.', 'g')) using versions;
  execute format('delete from history.%I where ctid = any ($1)', which) using versions;
end
$$;

-- A view over such tables, as of the moment.
create or replace function portreeve_remember_view(which text) returns void language plpgsql as $$
declare text text := pg_get_viewdef(which::regclass);
begin
  perform set_config('search_path', 'past, ' || current_setting('search_path'), true);
  execute format('create view past.%I as %s', which, text);
  perform set_config('search_path', regexp_replace(current_setting('search_path'), '^past, ', ''), true);
end
$$;

-- The audit only grows.
create view past.audit as select * from audit where at <= portreeve_moment();

select portreeve_remember('{operations}', '{attempts, due_at}');
-- Without a past: audit (it only grows), audit_head, audit_heads, audit_stamps, audit_keys, reveals (counters), idempotency_keys, live_events, saved_views, import_progress, events
-- (what is kept of them is a log), search_rebuilds, machine_keys, machine_key_usage, second_factor_roles, provider_roles, staff_grants, staff (rights are
-- today's; the audit has their changes), identity_user, identity_passkey, identity_session, identity_provider_sessions, identity_account, identity_verification,
-- identity_two_factor, identity_used_codes, identity_jwks, identity_failures (secrets).
