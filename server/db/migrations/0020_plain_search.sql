-- The indexes of parts hold the text alone. A search no longer narrows them to some weeks (search/newest-hits.ts).

DROP INDEX "users_search_parts";--> statement-breakpoint
DROP INDEX "users_search_grams";--> statement-breakpoint
DROP INDEX "users_search_public_parts";--> statement-breakpoint
DROP INDEX "users_search_public_grams";--> statement-breakpoint
DROP INDEX "listings_search_title";--> statement-breakpoint
DROP INDEX "listings_search";--> statement-breakpoint
CREATE INDEX "users_search_parts" ON "users" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_grams" ON "users" USING gin (portreeve_grams(search)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_public_parts" ON "users" USING gin ("search_public" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "users_search_public_grams" ON "users" USING gin (portreeve_grams(search_public)) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "listings_search_title" ON "listings" USING gin ("search_title" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "listings_search" ON "listings" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
DROP FUNCTION portreeve_weeks(timestamptz);--> statement-breakpoint
DROP FUNCTION portreeve_weeks(timestamptz, numeric);
