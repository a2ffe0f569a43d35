-- Each type of listing has trigram indexes of its own: a word of one type is not looked up in the other (listings/listing-hits.ts).

DROP INDEX "listings_search_title";--> statement-breakpoint
DROP INDEX "listings_search";--> statement-breakpoint
CREATE INDEX "listings_for_sale_title" ON "listings" USING gin (search_title gin_trgm_ops) WITH (gin_pending_list_limit=256) WHERE post_type = 0 and review_state = 'approved' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "listings_for_sale_text" ON "listings" USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit=256) WHERE post_type = 0 and review_state = 'approved' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "listings_wanted_title" ON "listings" USING gin (search_title gin_trgm_ops) WITH (gin_pending_list_limit=256) WHERE post_type = 1 and review_state = 'approved' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "listings_wanted_text" ON "listings" USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit=256) WHERE post_type = 1 and review_state = 'approved' and deleted_at is null;