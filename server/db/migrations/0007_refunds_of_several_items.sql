ALTER TABLE "approvals" ADD COLUMN "group_id" text;--> statement-breakpoint
CREATE INDEX "approvals_together" ON "approvals" USING btree ("group_id") WHERE group_id is not null;