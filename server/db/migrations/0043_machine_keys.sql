CREATE TABLE "decided_fields" (
	"entity" text NOT NULL,
	"key" text NOT NULL,
	"field" text NOT NULL,
	"ours" jsonb,
	"decided_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"decided_by" text,
	"theirs" jsonb,
	"differs_since" timestamp(3) with time zone,
	"settled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "decided_fields_entity_key_field_pk" PRIMARY KEY("entity","key","field")
);
--> statement-breakpoint
CREATE TABLE "ingest_versions" (
	"entity" text NOT NULL,
	"key" text NOT NULL,
	"version" numeric NOT NULL,
	CONSTRAINT "ingest_versions_entity_key_pk" PRIMARY KEY("entity","key")
);
--> statement-breakpoint
CREATE TABLE "machine_key_usage" (
	"key_id" text NOT NULL,
	"hour" timestamp(3) with time zone NOT NULL,
	"scope" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"rejected" bigint DEFAULT 0 NOT NULL,
	"audited_at" timestamp(3) with time zone,
	CONSTRAINT "machine_key_usage_key_id_hour_scope_pk" PRIMARY KEY("key_id","hour","scope")
);
--> statement-breakpoint
CREATE TABLE "machine_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"begins" text NOT NULL,
	"digest" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"networks" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"created_by" text NOT NULL,
	"expires_at" timestamp(3) with time zone,
	"last_used_at" timestamp(3) with time zone,
	"revoked_at" timestamp(3) with time zone,
	CONSTRAINT "machine_keys_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
ALTER TABLE "machine_key_usage" ADD CONSTRAINT "machine_key_usage_key_id_machine_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."machine_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_keys" ADD CONSTRAINT "machine_keys_created_by_staff_uid_fk" FOREIGN KEY ("created_by") REFERENCES "public"."staff"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "decided_fields_open" ON "decided_fields" USING btree ("differs_since" DESC NULLS LAST,"entity","key") WHERE differs_since is not null and not settled;--> statement-breakpoint
CREATE INDEX "machine_key_usage_unaudited" ON "machine_key_usage" USING btree ("hour") WHERE audited_at is null;--> statement-breakpoint
CREATE INDEX "machine_keys_named" ON "machine_keys" USING btree ("name");--> statement-breakpoint
-- Notes the fields that were decided here, of a table of the marketplace's records (server/marketplace/ingest-tables.ts). Its arguments are the
-- entity, the columns of the key, and pairs of a field's name on the wire and its column.
CREATE FUNCTION portreeve_decided() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was jsonb := to_jsonb(OLD);
  became jsonb;
  of_key text;
  pair text[];
  value jsonb;
BEGIN
  SELECT string_agg(was ->> part, E'\x1f' ORDER BY n) INTO of_key
    FROM unnest(string_to_array(TG_ARGV[1], ',')) WITH ORDINALITY AS k(part, n);
  IF TG_OP = 'DELETE' THEN
    INSERT INTO "decided_fields" ("entity", "key", "field", "ours", "decided_by")
      VALUES (TG_ARGV[0], of_key, 'deleted', 'true', nullif(current_setting('portreeve.staff', true), ''))
      ON CONFLICT ("entity", "key", "field") DO UPDATE SET "ours" = 'true', "decided_at" = now(), "decided_by" = excluded."decided_by", "settled" = false;
    DELETE FROM "decided_fields" WHERE "entity" = TG_ARGV[0] AND "key" = of_key AND "field" <> 'deleted';
    RETURN NULL;
  END IF;
  became := to_jsonb(NEW);
  FOR i IN 2 .. TG_NARGS - 1 LOOP
    pair := string_to_array(TG_ARGV[i], '=');
    value := became -> pair[2];
    CONTINUE WHEN value IS NOT DISTINCT FROM was -> pair[2];
    IF pair[1] = 'deleted' THEN
      value := to_jsonb(jsonb_typeof(value) <> 'null');
    END IF;
    INSERT INTO "decided_fields" ("entity", "key", "field", "ours", "decided_by")
      VALUES (TG_ARGV[0], of_key, pair[1], value, nullif(current_setting('portreeve.staff', true), ''))
      ON CONFLICT ("entity", "key", "field") DO UPDATE SET "ours" = excluded."ours", "decided_at" = now(), "decided_by" = excluded."decided_by", "settled" = false;
    -- The marketplace has said so before, or a deletion was undone.
    DELETE FROM "decided_fields" WHERE "entity" = TG_ARGV[0] AND "key" = of_key AND "field" = pair[1]
      AND ("differs_since" IS NOT NULL AND "theirs" = "ours" OR "field" = 'deleted' AND "ours" = 'false');
  END LOOP;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "is_banned", "email", "phone_number", "post_ability", "listing_quantity_permission", "store_behavior", "early_access", "deleted_at" ON "users"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('users', 'uid', 'isBanned=is_banned', 'email=email', 'phone_number=phone_number', 'post_ability=post_ability', 'listing_quantity_permission=listing_quantity_permission', 'store_behavior=store_behavior', 'early_access=early_access', 'deleted=deleted_at');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided_deletion" AFTER DELETE ON "users"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('users', 'uid');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "verification_status" ON "devices"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('devices', 'id', 'verification_status=verification_status');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided_deletion" AFTER DELETE ON "verification_codes"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('verification_codes', 'id');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "redeemed_by", "redeemed_at" ON "gift_cards"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('gift_cards', 'code', 'redeemed_by=redeemed_by', 'redeemed_at=redeemed_at');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "review_state", "review_message", "deleted_at" ON "posts"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('listings', 'key', 'review_state=review_state', 'review_message=review_message', 'deleted=deleted_at');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided_deletion" AFTER DELETE ON "posts"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('listings', 'key');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "status" ON "listing_reports"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('content_reports', 'id', 'status=status');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "status" ON "user_reports"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('user_reports', 'id', 'status=status');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "status", "shipping_status", "payout_status", "delivered_at", "dispute_id", "dispute_status" ON "transactions"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('transactions', 'id', 'status=status', 'shipping_status=shipping_status', 'payout_status=payout_status', 'delivered_at=delivered_at', 'dispute_id=dispute_id', 'dispute_status=dispute_status');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "status", "resolved_at" ON "disputes"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('disputes', 'id', 'status=status', 'resolved_at=resolved_at');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "status" ON "ship_labels"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('ship_labels', 'id', 'status=status');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "approval_status" ON "promoted_posts"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('promoted_posts', 'id', 'approval_status=approval_status');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "title", "description", "image_url", "visible" ON "collections"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('collections', 'id', 'title=title', 'description=description', 'image_url=image_url', 'visible=visible');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided_deletion" AFTER DELETE ON "collections"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('collections', 'id');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided_deletion" AFTER DELETE ON "collection_items"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('collection_items', 'collection_id,post_key');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "title", "body" ON "questions"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('questions', 'id', 'title=title', 'body=body');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided_deletion" AFTER DELETE ON "questions"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('questions', 'id');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "terms", "preferred_term" ON "keywords"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('similar_content_keywords', 'id', 'terms=terms', 'preferred_term=preferred_term');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided_deletion" AFTER DELETE ON "keywords"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('similar_content_keywords', 'id');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "text" ON "moderating_messages"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('moderating_messages', 'map,key', 'text=text');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided_deletion" AFTER DELETE ON "moderating_messages"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('moderating_messages', 'map,key');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "title", "text" ON "macros"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('macros', 'id', 'title=title', 'text=text');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided_deletion" AFTER DELETE ON "macros"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('macros', 'id');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided" AFTER UPDATE OF "subject_part", "text_part", "html_part" ON "email_templates"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('email_templates', 'template_name', 'SubjectPart=subject_part', 'TextPart=text_part', 'HtmlPart=html_part');--> statement-breakpoint
CREATE TRIGGER "portreeve_decided_deletion" AFTER DELETE ON "email_templates"
  FOR EACH ROW WHEN (current_setting('portreeve.decides', true) IS DISTINCT FROM 'off')
  EXECUTE FUNCTION portreeve_decided('email_templates', 'template_name');
--> statement-breakpoint
-- Decisions of before. An import kept them by their values alone.
INSERT INTO "decided_fields" ("entity", "key", "field", "ours")
  SELECT 'users', u."uid", 'isBanned', 'true'::jsonb FROM "users" u WHERE u."is_banned" AND u."deleted_at" IS NULL
  UNION ALL SELECT 'users', u."uid", 'deleted', 'true'::jsonb FROM "users" u WHERE u."deleted_at" IS NOT NULL
  UNION ALL SELECT 'listings', p."key", 'deleted', 'true'::jsonb FROM "posts" p WHERE p."deleted_at" IS NOT NULL
  UNION ALL SELECT 'listings', p."key", f."field", CASE f."field" WHEN 'review_state' THEN to_jsonb(p."review_state") ELSE coalesce(to_jsonb(p."review_message"), 'null'::jsonb) END
    FROM "posts" p, (VALUES ('review_state'), ('review_message')) AS f("field")
    WHERE p."review_state" <> 'pending' AND p."deleted_at" IS NULL
      AND EXISTS (SELECT FROM "audit" a WHERE a."subject_kind" = 'listing' AND a."subject_id" = p."key" AND a."action" IN ('posts.approve', 'posts.deny'))
  UNION ALL SELECT 'content_reports', r."id", 'status', to_jsonb(r."status") FROM "listing_reports" r WHERE r."status" <> 'open'
  UNION ALL SELECT 'user_reports', r."id", 'status', to_jsonb(r."status") FROM "user_reports" r WHERE r."status" <> 'open'
  UNION ALL SELECT 'promoted_posts', p."id", 'approval_status', to_jsonb(p."approval_status") FROM "promoted_posts" p WHERE p."approval_status" <> 1
  UNION ALL SELECT 'gift_cards', g."code", f."field", CASE f."field" WHEN 'redeemed_by' THEN to_jsonb(g."redeemed_by") ELSE coalesce(to_jsonb(g."redeemed_at"), 'null'::jsonb) END
    FROM "gift_cards" g, (VALUES ('redeemed_by'), ('redeemed_at')) AS f("field") WHERE g."redeemed_by" IS NOT NULL;
