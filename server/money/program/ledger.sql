-- The lines of each ledger entry sum to zero. Checked at commit, when all lines of the entry are written.
create or replace function portreeve_ledger_balances() returns trigger language plpgsql as $$
declare
  entry text := case when tg_op = 'DELETE' then old.entry_id else new.entry_id end;
begin
  if (select coalesce(sum(cents), 0) from ledger_lines where entry_id = entry) <> 0 then
    raise exception 'ledger entry % does not balance', entry using errcode = 'check_violation';
  end if;
  return null;
end
$$;

-- PostgreSQL cannot replace a constraint trigger.
drop trigger if exists ledger_lines_balance on ledger_lines;
create constraint trigger ledger_lines_balance after insert or update or delete on ledger_lines
  deferrable initially deferred for each row execute function portreeve_ledger_balances();

-- The currency of a transaction stays once it has entries: their lines are in its minor unit.
create or replace function portreeve_currency_stays() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_entries where transaction_id = new.id) then
    raise exception 'transaction % has entries in %', new.id, old.currency using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create or replace trigger transactions_currency_stays before update of currency on transactions
  for each row when (old.currency is distinct from new.currency) execute function portreeve_currency_stays();
