CREATE TABLE "review_decisions" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"owner_uid" text NOT NULL,
	"decision" text NOT NULL,
	"message" text,
	"by_uid" text NOT NULL,
	"by_name" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"version" integer NOT NULL,
	"snapshot" jsonb,
	"operation_id" text NOT NULL,
	"announced_at" timestamp(3) with time zone,
	"taken_back_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "changed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "promoted_posts" ADD COLUMN "changed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "live_events" ADD COLUMN "until" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "review_decisions_of" ON "review_decisions" USING btree ("kind","subject_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_decisions_of_owner" ON "review_decisions" USING btree ("owner_uid","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "live_events_over" ON "live_events" USING btree ("until") WHERE until is not null;