-- Full stops, hyphens and spaces of encoded text (store/search-text.ts) get letters that are rare in names and numbers.
ALTER TABLE "users" drop column "search";--> statement-breakpoint
DROP INDEX "users_search_name";--> statement-breakpoint
DROP INDEX "users_search_email";--> statement-breakpoint
DROP INDEX "users_search_uid";--> statement-breakpoint
DROP INDEX "users_search_push";--> statement-breakpoint
DROP INDEX "users_search_ip";--> statement-breakpoint
UPDATE "users" SET
  "search_name" = translate("search_name", 'ACF', 'YWZ'),
  "search_email" = translate("search_email", 'ACF', 'YWZ'),
  "search_uid" = translate("search_uid", 'ACF', 'YWZ'),
  "search_push" = translate("search_push", 'ACF', 'YWZ'),
  "search_ip" = translate("search_ip", 'ACF', 'YWZ');--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (search_name || 'Q' || search_email || 'Q' || search_uid || 'Q' || search_phone || 'Q' || search_push || 'Q' || search_ip) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search_name" ON "users" USING btree ("search_name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_email" ON "users" USING btree ("search_email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_uid" ON "users" USING btree ("search_uid" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_push" ON "users" USING btree ("search_push" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_ip" ON "users" USING btree ("search_ip" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_search_parts" ON "users" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_grams" ON "users" USING gin (portreeve_grams(search)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
DROP INDEX "conversation_members_name";--> statement-breakpoint
UPDATE "conversation_members" SET "search_name" = translate("search_name", 'ACF', 'YWZ') WHERE "search_name" ~ '[ACF]';--> statement-breakpoint
CREATE INDEX "conversation_members_name" ON "conversation_members" USING gin ("search_name" gin_trgm_ops);
