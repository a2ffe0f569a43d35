ALTER TABLE "approvals" ADD COLUMN "group_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to_line1" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to_line2" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to_city" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to_region" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to_postal_code" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ship_to_country" text;--> statement-breakpoint
CREATE INDEX "approvals_together" ON "approvals" USING btree ("group_id") WHERE group_id is not null;