CREATE TABLE "search_rebuilds" (
	"table_name" text PRIMARY KEY NOT NULL,
	"rule" integer NOT NULL,
	"after" text[]
);
--> statement-breakpoint
DROP INDEX "posts_without_words";--> statement-breakpoint
DROP INDEX "transactions_without_words";--> statement-breakpoint
DROP INDEX "transactions_by_carrier";--> statement-breakpoint
DROP INDEX "transactions_tracking";--> statement-breakpoint
DROP INDEX "ship_labels_tracking";--> statement-breakpoint
CREATE INDEX "ban_reasons_newest" ON "ban_reasons" USING btree ("created_at","uid");--> statement-breakpoint
CREATE INDEX "user_reports_newest" ON "user_reports" USING btree ("created_at","reporting_uid");--> statement-breakpoint
CREATE INDEX "transactions_by_carrier" ON "transactions" USING btree (upper(regexp_replace(carrier, '[^A-Za-z0-9]', '', 'g')),"purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_tracking" ON "transactions" USING btree (upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')));--> statement-breakpoint
CREATE INDEX "ship_labels_tracking" ON "ship_labels" USING btree (upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g')));