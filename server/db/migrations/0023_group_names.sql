-- Tables bear the word of their group: posts, listing reports, keywords. A rename changes the catalogue only; no row is written.
ALTER TABLE "listings" RENAME TO "posts";--> statement-breakpoint
ALTER TABLE "posts" RENAME CONSTRAINT "listings_pkey" TO "posts_pkey";--> statement-breakpoint
ALTER TABLE "posts" RENAME CONSTRAINT "listings_creator_uid_users_uid_fk" TO "posts_creator_uid_users_uid_fk";--> statement-breakpoint
ALTER INDEX "listings_of" RENAME TO "posts_of";--> statement-breakpoint
ALTER INDEX "listings_to_review" RENAME TO "posts_to_review";--> statement-breakpoint
ALTER INDEX "listings_newest" RENAME TO "posts_newest";--> statement-breakpoint
ALTER INDEX "listings_for_sale_title" RENAME TO "posts_for_sale_title";--> statement-breakpoint
ALTER INDEX "listings_for_sale_text" RENAME TO "posts_for_sale_text";--> statement-breakpoint
ALTER INDEX "listings_wanted_title" RENAME TO "posts_wanted_title";--> statement-breakpoint
ALTER INDEX "listings_wanted_text" RENAME TO "posts_wanted_text";--> statement-breakpoint
ALTER INDEX "listings_without_words" RENAME TO "posts_without_words";--> statement-breakpoint
ALTER TABLE "collection_items" RENAME CONSTRAINT "collection_items_post_key_listings_key_fk" TO "collection_items_post_key_posts_key_fk";--> statement-breakpoint
ALTER TABLE "promoted_posts" RENAME CONSTRAINT "promoted_posts_post_id_listings_key_fk" TO "promoted_posts_post_id_posts_key_fk";--> statement-breakpoint
ALTER TABLE "content_reports" RENAME TO "listing_reports";--> statement-breakpoint
ALTER TABLE "listing_reports" RENAME CONSTRAINT "content_reports_pkey" TO "listing_reports_pkey";--> statement-breakpoint
ALTER TABLE "listing_reports" RENAME CONSTRAINT "content_reports_post_key_listings_key_fk" TO "listing_reports_post_key_posts_key_fk";--> statement-breakpoint
ALTER TABLE "listing_reports" RENAME CONSTRAINT "content_reports_reporter_uid_users_uid_fk" TO "listing_reports_reporter_uid_users_uid_fk";--> statement-breakpoint
ALTER INDEX "content_reports_of" RENAME TO "listing_reports_of";--> statement-breakpoint
ALTER INDEX "content_reports_open" RENAME TO "listing_reports_open";--> statement-breakpoint
ALTER TABLE "similar_content_keywords" RENAME TO "keywords";--> statement-breakpoint
ALTER TABLE "keywords" RENAME CONSTRAINT "similar_content_keywords_pkey" TO "keywords_pkey";
