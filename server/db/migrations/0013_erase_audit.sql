-- The hash of a row covers a digest of what may name a person, so that it can be erased and the chain still be proved.
-- Rows that were chained without one are chained anew by the next start (core/audit/audit-chain.ts).
ALTER TABLE audit DISABLE TRIGGER audit_no_update;--> statement-breakpoint
ALTER TABLE audit DROP CONSTRAINT audit_chained;--> statement-breakpoint
UPDATE audit SET previous = NULL, hash = NULL;--> statement-breakpoint
UPDATE audit_head SET seq = 0, hash = repeat('0', 64);--> statement-breakpoint
ALTER TABLE audit ADD CONSTRAINT audit_chained
  CHECK (content IS NOT NULL AND previous IS NOT NULL AND hash IS NOT NULL) NOT VALID;--> statement-breakpoint
DROP TRIGGER audit_no_update ON audit;--> statement-breakpoint
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit FOR EACH ROW WHEN (OLD.hash IS NOT NULL AND NOT (
  OLD.erased IS NULL AND NEW.erased IS NOT NULL
  AND NEW.reason IS NULL AND NEW.before IS NULL AND NEW.after IS NULL AND NEW.salt IS NULL
  AND (NEW.id, NEW.at, NEW.actor_uid, NEW.actor_role, NEW.action, NEW.content, NEW.previous, NEW.hash)
    = (OLD.id, OLD.at, OLD.actor_uid, OLD.actor_role, OLD.action, OLD.content, OLD.previous, OLD.hash)
  AND (NEW.address, NEW.request_id, NEW.subject_kind) IS NOT DISTINCT FROM (OLD.address, OLD.request_id, OLD.subject_kind)
)) EXECUTE FUNCTION portreeve_append_only();--> statement-breakpoint
ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_no_update;--> statement-breakpoint
-- The one change there is: rows lose what may name a person. The server may call it, and change nothing by itself.
CREATE FUNCTION portreeve_erase_audit(ids bigint[], subjects text[], called text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  UPDATE audit SET subject_id = one.subject, reason = NULL, before = NULL, after = NULL, salt = NULL, erased = called
  FROM unnest(ids, subjects) AS one (id, subject) WHERE audit.id = one.id AND audit.erased IS NULL
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION portreeve_erase_audit(bigint[], text[], text) FROM public;
