-- The chain's first numbers: rows that are older than the chain keep their order and lose their gaps. Their hashes need the
-- server's key, so the next start writes them (core/audit/audit-chain.ts).
UPDATE audit SET id = -numbered.seq FROM (SELECT id AS old, row_number() OVER (ORDER BY id) AS seq FROM audit) numbered
  WHERE audit.id = numbered.old;--> statement-breakpoint
UPDATE audit SET id = -id;--> statement-breakpoint
ALTER TABLE audit ALTER COLUMN id DROP DEFAULT;--> statement-breakpoint
DROP SEQUENCE IF EXISTS audit_id_seq;--> statement-breakpoint
INSERT INTO audit_head (seq, hash) VALUES (0, repeat('0', 64));--> statement-breakpoint
ALTER TABLE audit_head ADD CONSTRAINT audit_head_one CHECK (one);--> statement-breakpoint
-- Validated once the older rows are chained: from then on the server chains none any more.
ALTER TABLE audit ADD CONSTRAINT audit_chained CHECK (previous IS NOT NULL AND hash IS NOT NULL) NOT VALID;--> statement-breakpoint
CREATE FUNCTION portreeve_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_no_update BEFORE UPDATE ON audit
  FOR EACH ROW WHEN (OLD.hash IS NOT NULL) EXECUTE FUNCTION portreeve_append_only();--> statement-breakpoint
CREATE TRIGGER audit_no_delete BEFORE DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION portreeve_append_only();--> statement-breakpoint
CREATE TRIGGER audit_no_truncate BEFORE TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION portreeve_append_only();--> statement-breakpoint
CREATE TRIGGER audit_head_no_delete BEFORE DELETE ON audit_head
  FOR EACH ROW EXECUTE FUNCTION portreeve_append_only();--> statement-breakpoint
CREATE TRIGGER audit_head_no_truncate BEFORE TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION portreeve_append_only();--> statement-breakpoint
-- Also where somebody plays a replica.
ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_no_update;--> statement-breakpoint
ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_no_delete;--> statement-breakpoint
ALTER TABLE audit ENABLE ALWAYS TRIGGER audit_no_truncate;
