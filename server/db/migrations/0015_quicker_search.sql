-- Marks in encoded text (search/search-text.ts) get Q on both sides, and words Q between them, so that hardly any other text has the
-- same trigrams; Q is no letter of a code point any more. The indexes of parts know the weeks of what they index, so that a part
-- can be looked for among the newest (search/newest-hits.ts).

-- The week of a time, and the eight weeks that it lies in, as two kinds of numbers.
CREATE FUNCTION portreeve_weeks(at timestamptz) RETURNS int[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN isfinite(at) THEN ARRAY[
    2 * floor(extract(epoch from at AT TIME ZONE 'UTC') / 604800)::int,
    2 * floor(extract(epoch from at AT TIME ZONE 'UTC') / 4838400)::int + 1
  ] ELSE '{}' END
$$;--> statement-breakpoint
-- Of these numbers as few as cover the seconds (at most 95 years) before a time and the week it lies in.
CREATE FUNCTION portreeve_weeks(until timestamptz, seconds numeric) RETURNS int[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN last - first < 8
    THEN (SELECT array_agg(2 * week) FROM generate_series(first, last) AS week)
    ELSE (SELECT array_agg(2 * eight + 1) FROM generate_series(floor(first / 8.0)::int, floor(last / 8.0)::int) AS eight)
  END
  FROM (
    SELECT CASE WHEN isfinite(until) THEN floor((epoch - least(seconds, 3e9)) / 604800)::int END AS first,
      CASE WHEN isfinite(until) THEN floor(epoch / 604800)::int END AS last
    FROM extract(epoch from until AT TIME ZONE 'UTC') AS epoch
  ) AS period
$$;--> statement-breakpoint
ALTER TABLE "users" drop column "search";--> statement-breakpoint
DROP INDEX "users_search_name";--> statement-breakpoint
DROP INDEX "users_search_email";--> statement-breakpoint
DROP INDEX "users_search_uid";--> statement-breakpoint
DROP INDEX "users_search_push";--> statement-breakpoint
DROP INDEX "users_search_ip";--> statement-breakpoint
UPDATE "users" SET
  "search_name" = regexp_replace(translate("search_name", 'QRSTUV', 'RSTUVW'), '([A-F])', 'Q\1Q', 'g'),
  "search_email" = regexp_replace(translate("search_email", 'QRSTUV', 'RSTUVW'), '([A-F])', 'Q\1Q', 'g'),
  "search_uid" = regexp_replace(translate("search_uid", 'QRSTUV', 'RSTUVW'), '([A-F])', 'Q\1Q', 'g'),
  "search_push" = regexp_replace(translate("search_push", 'QRSTUV', 'RSTUVW'), '([A-F])', 'Q\1Q', 'g'),
  "search_ip" = regexp_replace(translate("search_ip", 'QRSTUV', 'RSTUVW'), '([A-F])', 'Q\1Q', 'g');--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (search_name || 'QZQ' || search_email || 'QZQ' || search_uid || 'QZQ' || search_phone || 'QZQ' || search_push || 'QZQ' || search_ip) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search_name" ON "users" USING btree ("search_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_email" ON "users" USING btree ("search_email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_uid" ON "users" USING btree ("search_uid" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_push" ON "users" USING btree ("search_push" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_ip" ON "users" USING btree ("search_ip" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_parts" ON "users" USING gin (portreeve_weeks(created_at_time), "search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_grams" ON "users" USING gin (portreeve_weeks(created_at_time), portreeve_grams(search)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
DROP INDEX "conversation_members_name";--> statement-breakpoint
UPDATE "conversation_members" SET "search_name" = regexp_replace(translate("search_name", 'QRSTUV', 'RSTUVW'), '([A-F])', 'Q\1Q', 'g') WHERE "search_name" ~ '[A-FQ-V]';--> statement-breakpoint
CREATE INDEX "conversation_members_name" ON "conversation_members" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
DROP INDEX "listings_search_title";--> statement-breakpoint
DROP INDEX "listings_search";--> statement-breakpoint
UPDATE "listings" SET "search_title" = translate("search_title", 'ZQRSTUV', 'QRSTUVW'), "search" = translate("search", 'ZQRSTUV', 'QRSTUVW')
  WHERE "search" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "listings_search_title" ON "listings" USING gin (portreeve_weeks(creation_date_time), "search_title" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "listings_search" ON "listings" USING gin (portreeve_weeks(creation_date_time), "search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
DROP INDEX "messages_search";--> statement-breakpoint
UPDATE "messages" SET "search" = translate("search", 'ZQRSTUV', 'QRSTUVW') WHERE "search" <> '';--> statement-breakpoint
CREATE INDEX "messages_search" ON "messages" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);
