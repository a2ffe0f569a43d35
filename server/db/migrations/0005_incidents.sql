CREATE TABLE "incidents" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tag" text NOT NULL,
	"opened_by" text NOT NULL,
	"opened_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"over_by" text,
	"over_at" timestamp(3) with time zone,
	"job_id" text
);
--> statement-breakpoint
ALTER TABLE "bulk_jobs" ADD COLUMN "hold_operation" text;--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("tag") WHERE over_at is null;