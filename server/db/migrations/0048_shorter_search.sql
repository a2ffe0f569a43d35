DROP INDEX "users_search_public_parts";--> statement-breakpoint
DROP INDEX "users_search_public_grams";--> statement-breakpoint
-- Its two indexes go with the column. One statement rewrites the table once.
ALTER TABLE "users" DROP COLUMN "search", DROP COLUMN "search_public",
  ADD COLUMN "search" text GENERATED ALWAYS AS (search_name || 'QZQ' || search_email || 'QZQ' || search_phone) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_search_parts" ON "users" USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_grams" ON "users" USING gin (portreeve_grams(search)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_name_parts" ON "users" USING gin (search_name gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_name_grams" ON "users" USING gin (portreeve_grams(search_name)) WITH (gin_pending_list_limit=256);
