ALTER TABLE "listings" ADD COLUMN "search_title" text;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "search" text;--> statement-breakpoint
CREATE INDEX "listings_newest" ON "listings" USING btree ("post_type","creation_date_time" DESC NULLS LAST,"key") WHERE review_state = 'approved' and deleted_at is null;--> statement-breakpoint
CREATE INDEX "listings_search_title" ON "listings" USING gin ("search_title" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "listings_search" ON "listings" USING gin ("search" gin_trgm_ops) WITH (gin_pending_list_limit=256);--> statement-breakpoint
CREATE INDEX "listings_without_words" ON "listings" USING btree ("key") WHERE search is null;