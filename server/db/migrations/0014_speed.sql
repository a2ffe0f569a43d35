DROP INDEX "listings_of";--> statement-breakpoint
DROP INDEX "questions_newest";--> statement-breakpoint
DROP INDEX "transactions_newest";--> statement-breakpoint
DROP INDEX "transactions_of_seller";--> statement-breakpoint
DROP INDEX "transactions_of_purchaser";--> statement-breakpoint
DROP INDEX "transactions_disputed";--> statement-breakpoint
DROP INDEX "transactions_at_risk";--> statement-breakpoint
DROP INDEX "transactions_by_status";--> statement-breakpoint
DROP INDEX "transactions_by_shipping";--> statement-breakpoint
DROP INDEX "transactions_by_payout";--> statement-breakpoint
CREATE INDEX "transactions_by_price" ON "transactions" USING btree ("price");--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("date","id");--> statement-breakpoint
CREATE INDEX "listings_of" ON "listings" USING btree ("creator_uid",coalesce(creation_date_time, '-infinity'::timestamptz),"key","review_state","deleted_at");--> statement-breakpoint
CREATE INDEX "questions_newest" ON "questions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "transactions_newest" ON "transactions" USING btree ("purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_of_seller" ON "transactions" USING btree ("seller_uid","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_of_purchaser" ON "transactions" USING btree ("purchaser_uid","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_disputed" ON "transactions" USING btree ("dispute_status","purchase_date","id") WHERE dispute_status is not null;--> statement-breakpoint
CREATE INDEX "transactions_at_risk" ON "transactions" USING btree ("purchase_date","id") WHERE status = 2 and shipping_status = 3;--> statement-breakpoint
CREATE INDEX "transactions_by_status" ON "transactions" USING btree ("status","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_by_shipping" ON "transactions" USING btree ("shipping_status","purchase_date","id");--> statement-breakpoint
CREATE INDEX "transactions_by_payout" ON "transactions" USING btree ("payout_status","purchase_date","id");