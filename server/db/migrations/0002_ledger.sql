-- The lines of every ledger entry sum to zero: checked when the transaction that writes them commits.
CREATE FUNCTION portreeve_ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  entry text := CASE WHEN TG_OP = 'DELETE' THEN OLD.entry_id ELSE NEW.entry_id END;
BEGIN
  IF (SELECT coalesce(sum(cents), 0) FROM ledger_lines WHERE entry_id = entry) <> 0 THEN
    RAISE EXCEPTION 'ledger entry % does not balance', entry USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_lines_balance AFTER INSERT OR UPDATE OR DELETE ON ledger_lines
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION portreeve_ledger_balances();
