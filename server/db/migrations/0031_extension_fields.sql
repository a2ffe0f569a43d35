-- What the index of a record's extension fields has: the name of each field, a text as name=text without capitals, and of a number, and of a
-- date as one of eight digits, each beginning of its 13 digits as name#beginning (server/search/extra.ts).
CREATE FUNCTION portreeve_extra(extra jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  words text[] := '{}';
  one record;
  digits text;
BEGIN
  FOR one IN SELECT key, jsonb_typeof(value) AS type, value #>> '{}' AS value FROM jsonb_each(extra) LOOP
    words := words || one.key;
    IF one.type = 'boolean' THEN words := words || (one.key || CASE one.value WHEN 'true' THEN '=yes' ELSE '=no' END);
    ELSIF one.type <> 'number' THEN words := words || (one.key || '=' || lower(one.value COLLATE "C")); END IF;
    digits := CASE WHEN one.type = 'number' THEN one.value
      WHEN one.value ~ '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}$' THEN replace(one.value, '-', '') END;
    IF digits IS NULL THEN CONTINUE; END IF;
    digits := lpad((digits::bigint + 1000000000000)::text, 13, '0');
    FOR place IN 1..13 LOOP words := words || (one.key || '#' || left(digits, place)); END LOOP;
  END LOOP;
  RETURN words;
END
$$;--> statement-breakpoint
CREATE TABLE "extension_fields" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"words" text NOT NULL,
	"choices" jsonb NOT NULL,
	"personal" boolean NOT NULL,
	"shown" boolean NOT NULL,
	"filterable" boolean NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"removed_at" timestamp(3) with time zone,
	CONSTRAINT "extension_fields_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "extra" jsonb;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "extra" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "extra" jsonb;--> statement-breakpoint
CREATE INDEX "posts_extra" ON "posts" USING gin (portreeve_extra(extra)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "transactions_extra" ON "transactions" USING gin (portreeve_extra(extra)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_extra" ON "users" USING gin (portreeve_extra(extra)) WITH (gin_pending_list_limit=256);