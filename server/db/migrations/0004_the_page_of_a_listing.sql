ALTER TABLE "review_decisions" ADD COLUMN "was" jsonb;--> statement-breakpoint
CREATE INDEX "conversations_about" ON "conversations" USING btree ("product_id","date");--> statement-breakpoint
CREATE INDEX "collection_items_about" ON "collection_items" USING btree ("post_key");--> statement-breakpoint
CREATE INDEX "posts_others" ON "posts" USING btree ("creation_date_time" DESC NULLS LAST,"key") WHERE review_state <> 'approved' or deleted_at is not null;--> statement-breakpoint
CREATE INDEX "posts_others_text" ON "posts" USING gin (search gin_trgm_ops) WITH (gin_pending_list_limit=256) WHERE review_state <> 'approved' or deleted_at is not null;--> statement-breakpoint
CREATE INDEX "promoted_posts_about" ON "promoted_posts" USING btree ("post_id");--> statement-breakpoint
CREATE INDEX "review_decisions_by" ON "review_decisions" USING btree ("by_uid","decision","subject_id") WHERE kind = 'listing' and taken_back_at is null;--> statement-breakpoint
CREATE INDEX "transactions_of_listing" ON "transactions" USING btree ("product_id","purchase_date","id");