-- Events that the rules decide about, a moment later (desk/rules/run-rules.ts). Without a rule at an event nothing is written. Its
-- arguments: the event, the kind of record, and a query of ids and moments from `became` and, of an update, `was`.
create or replace function portreeve_rules_see() returns trigger language plpgsql as $$
begin
  if exists (select from rules where event = tg_argv[0] and state in ('shadow', 'on')) then
    execute 'insert into rule_queue (event, subject_kind, subject_id, at) select $1, $2, seen.* from (' || tg_argv[2] || ') seen' using tg_argv[0], tg_argv[1];
  end if;
  return null;
end
$$;

do $do$
declare t record;
begin
  for t in select * from (values
    -- What was made long ago and comes now, such as by an import, is no event.
    ('posts', 'insert', 'listing_submitted', 'listing', $q$select key, history_since from became where creation_date_time > now() - interval '1 day'$q$),
    ('transactions', 'insert', 'sale_paid', 'transaction', $q$select id, history_since from became where purchase_date > now() - interval '1 day'$q$),
    ('messages', 'insert', 'message_sent', 'message', $q$select id, history_since from became where date > now() - interval '1 day'$q$),
    ('users', 'insert', 'account_made', 'user', $q$select uid, history_since from became where created_at_time > now() - interval '1 day'$q$),
    ('users', 'update', 'account_changed', 'user', $q$select b.uid, b.history_since from became b join was a on a.uid = b.uid
      where b.history_since is distinct from a.history_since$q$)
  ) v(source, op, event, kind, query)
  loop
    execute format('create or replace trigger %I after %s on %I referencing %s for each statement execute function portreeve_rules_see(%L, %L, %L)',
      'rules_see_' || t.event, t.op, t.source,
      case t.op when 'insert' then 'new table as became' else 'old table as was new table as became' end, t.event, t.kind, t.query);
  end loop;
end
$do$;
